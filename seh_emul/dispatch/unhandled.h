/* The end of an exception that no handler takes. */
#ifndef SEH_EMUL_DISPATCH_UNHANDLED_H
#define SEH_EMUL_DISPATCH_UNHANDLED_H

#include <nt.h>
#include <stdbool.h>

/* The handler of every thread's outermost frame, and of no other frame. It asks
 * UnhandledExceptionFilter. The answer EXCEPTION_EXECUTE_HANDLER unwinds the thread's frames and
 * ends the thread, or the run outside of threads. */
EXCEPTION_DISPOSITION seh_final_handler(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* The work of that handler, as a scope table: for programs that walk scope tables. */
extern const struct scope_table4 seh_final_scope;

/* Reports an exception that no handler takes, and ends the run with its code. Where the chain is
 * broken and a layer above has threads, only this thread ends. */
_Noreturn void seh_end_unhandled(const EXCEPTION_RECORD *record, const CONTEXT *context);

/* Reports an exception that ring 3's stack cannot hold, and ends the run with its code. In the
 * trap, ring 0. */
_Noreturn void seh_end_unreachable(const EXCEPTION_RECORD *record, const CONTEXT *context);

/* Does nothing. Called when neither a handler nor a filter has taken an exception, before it is
 * reported: a debugger stops here (tools/debugger/stops.py). */
void seh_second_chance(const EXCEPTION_RECORD *record, const CONTEXT *context);

/* The functions of a layer above that has threads; at most one layer hands over its own. At the
 * start. */
enum { THREAD_ENDS_PROGRAM = 2 }; /* an answer beside those of filters */
struct thread_ends {
    /* Asks the running thread about an exception that none of its handlers took. On
     * EXCEPTION_CONTINUE_SEARCH the program's filter is asked; this is also the answer when none of
     * the layer's threads is running. only_end: no code can be continued or called any more. */
    LONG (*ask)(EXCEPTION_POINTERS *pointers, bool only_end);
    /* Reports the exception to a person. Returns false when none of the layer's threads is
     * running. */
    bool (*report)(const EXCEPTION_RECORD *record);
    /* Ends the running thread by this exception, after unwinding to frame unless that is NULL.
     * Returns when none of the layer's threads is running. */
    void (*end)(const EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame);
};
void seh_set_thread_ends(const struct thread_ends *ends);

/* A function of a layer above that reports more of an exception of its own kind, in lines of the
 * report. It is called where the exception's own thread reports. */
typedef void exception_words(const EXCEPTION_RECORD *record);
void seh_set_exception_words(exception_words *words);

#endif
