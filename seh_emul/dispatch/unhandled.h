/* What becomes of an exception that no handler takes. */
#ifndef SEH_EMUL_DISPATCH_UNHANDLED_H
#define SEH_EMUL_DISPATCH_UNHANDLED_H

#include <nt.h>
#include <stdbool.h>

/* The handler of every thread's outermost frame, and of none else: asks UnhandledExceptionFilter,
 * and ends the thread, its frames unwound, when that answers EXCEPTION_EXECUTE_HANDLER. */
EXCEPTION_DISPOSITION seh_final_handler(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* For an exception that gets no further: its report, then the end of the run with its code; where
 * the chain is broken and a layer above has threads, the end of this thread alone. */
_Noreturn void seh_end_unhandled(const EXCEPTION_RECORD *record, const CONTEXT *context);

/* For an exception of ring 3 that its stack cannot hold: ends the piece that is running, or reports
 * and ends the run. In the trap, ring 0. */
_Noreturn void seh_end_unreachable(const EXCEPTION_RECORD *record, const CONTEXT *context);

/* What a layer above does for its threads; one layer may have some. */
enum { THREAD_ENDS_PROGRAM = 2 }; /* an answer beside those of filters */
struct thread_ends {
    /* Asks the running thread about an exception that none of its handlers took, before the
     * program's filter. EXCEPTION_CONTINUE_SEARCH, also when none of its threads is running: that
     * one is asked. only_end: nothing can be continued or called any more. */
    LONG (*ask)(EXCEPTION_POINTERS *pointers, bool only_end);
    /* Says to a person what happened. False: none of its threads is running. */
    bool (*report)(const EXCEPTION_RECORD *record);
    /* Ends the running thread by this exception, after unwinding to frame unless that is NULL;
     * returns when none of its threads is running. */
    void (*end)(const EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame);
};
void seh_set_thread_ends(const struct thread_ends *ends);

#endif
