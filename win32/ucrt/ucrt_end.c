/* The end of a program by ucrtbase.dll's rules, and ends for reasons. */
#include "lib/exit.h"
#include "lib/invalid_parameter.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/crt_end.h"

#include <errno.h>
#include <nt.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define STATUS_INVALID_CRUNTIME_PARAMETER 0xC0000417u

enum { STATUS_OF_ABORT = 3 };

/* Called before all functions of atexit, for the main thread's variables. */
static PIMAGE_TLS_CALLBACK end_of_locals;

CALL(void, _register_thread_local_exe_atexit_callback, PIMAGE_TLS_CALLBACK function)
{
    end_of_locals = function;
}

_Noreturn CALL(void, ucrt_exit, int status)
{
    PIMAGE_TLS_CALLBACK function = __atomic_exchange_n(&end_of_locals, NULL, __ATOMIC_ACQ_REL);
    if (function)
        function(NULL, DLL_PROCESS_DETACH, NULL);
    exit_call_functions();
    msvcrt_end(status);
}

_Noreturn CALL(void, ucrt_quick_exit, int status)
{
    exit_call_quick_functions();
    msvcrt_end(status);
}

/* ---------------------------------------------------------------- abort */

enum { WRITES = 1, REPORTS = 2 };
static unsigned abort_behavior = WRITES | REPORTS;

/* Changes the bits of the mask, and returns what there was. No words are written in any case, as
 * with Windows' own library, which has them only for programs that are debugged. */
CALL(unsigned, _set_abort_behavior, unsigned bits, unsigned mask)
{
    unsigned before = abort_behavior;
    abort_behavior = (before & ~mask) | (bits & mask);
    return before;
}

_Noreturn CALL(void, ucrt_abort, void)
{
    if (signal(SIGABRT, SIG_GET) != SIG_DFL)
        raise(SIGABRT);
    msvcrt_end(STATUS_OF_ABORT);
}

_Noreturn CALL(void, ucrt_wassert, const wchar_t *claim, const wchar_t *file, unsigned line)
{
    fwprintf(stderr, L"Assertion failed: %ls, file %ls, line %u\n", claim, file, line);
    ucrt_abort();
}

/* ---------------------------------------------------------------- invalid parameters */

_Noreturn CALL(void, _invoke_watson, const wchar_t *expression, const wchar_t *function,
               const wchar_t *file, unsigned line, uintptr_t reserved)
{
    (void)expression, (void)function, (void)file, (void)line, (void)reserved;
    msvcrt_end((int)STATUS_INVALID_CRUNTIME_PARAMETER);
}

CALL(void, _invalid_parameter_noinfo, void)
{
    if (!invalid_parameter_handled())
        _invoke_watson(NULL, NULL, NULL, 0, 0);
}

_Noreturn CALL(void, _invalid_parameter_noinfo_noreturn, void)
{
    _invalid_parameter_noinfo();
    _invoke_watson(NULL, NULL, NULL, 0, 0);
}

/* A debugger stops a program in this function. */
CALL(void, _crt_debugger_hook, int reason)
{
    (void)reason;
}
