/* The functions that a thread of C++ ends with: terminate and unexpected, which a program may set.
 */
#include "win32/msvcrt/terminate.h"

#include "kernel/call/report.h"
#include "win32/cxx/cxx_report.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/thread_data.h"

#include <seh.h>

_Noreturn void msvcrt_abort(void);

typedef void ending(void);

static ending *without_function = msvcrt_abort;

void terminate_by(ending *abort)
{
    without_function = abort;
}

CALL(ending *, set_terminate, ending *function)
{
    ending **place = &msvcrt_thread()->terminate, *before = *place;
    *place = function;
    return before ? before : without_function;
}

CALL(ending *, _get_terminate, void)
{
    ending *function = msvcrt_thread()->terminate;
    return function ? function : without_function;
}

CALL(ending *, set_unexpected, ending *function)
{
    ending **place = &msvcrt_thread()->unexpected, *before = *place;
    *place = function;
    return before;
}

CALL(ending *, _get_unexpected, void)
{
    return msvcrt_thread()->unexpected;
}

/* Linked while the program's function runs: it may not be left by an exception. */
static EXCEPTION_DISPOSITION ending_handler(EXCEPTION_RECORD *record,
                                            EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                            EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)link, (void)context, (void)dispatcher;
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND))
        without_function();
    return ExceptionContinueSearch;
}
SEH_REGISTER_HANDLER(ending_handler);

static void call(ending *function)
{
    EXCEPTION_REGISTRATION_RECORD guard;
    seh_link(&guard, ending_handler);
    function();
    seh_unlink(&guard);
}

/* Asks an object for its text by its second virtual function, which is `what`. */
static const char *ask_what(void *exception)
{
    typedef const char *(__attribute__((thiscall)) what_method)(void *);
    enum { WHAT = 1 };
    EXCEPTION_REGISTRATION_RECORD guard;
    seh_link(&guard, ending_handler);
    const char *text = (*(what_method *const **)exception)[WHAT](exception);
    seh_unlink(&guard);
    return text;
}

/* Tells a person which exception it was. The program's function is called between two reports. */
static void report(const EXCEPTION_RECORD *record)
{
    bool begun = report_begin();
    if (!record) {
        report_line("terminate is called, and no exception is on its way");
        report_end(begun);
        return;
    }
    report_line("terminate is called because of exception %08lX at %s", record->ExceptionCode,
                report_address((uint32_t)record->ExceptionAddress));
    cxx_report_type(record);
    report_end(begun);
    void *exception = cxx_exception_in(record);
    if (!exception)
        return;
    const char *text = ask_what(exception);
    begun = report_begin();
    cxx_report_text(text);
    report_end(begun);
}

_Noreturn void terminate(void)
{
    ending *function = msvcrt_thread()->terminate;
    const EXCEPTION_RECORD *record = msvcrt_thread()->cxx.record;
    if (function)
        call(function);
    else
        report(record);
    without_function();
    __builtin_unreachable();
}

_Noreturn void unexpected(void)
{
    ending *function = msvcrt_thread()->unexpected;
    if (function)
        function();
    terminate();
}
