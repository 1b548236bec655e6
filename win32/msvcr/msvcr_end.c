/* The start and the ends of a program by the rules of Visual C++ 2005 to 2013, and operator new. */
#include "win32/cxx/cxx_classes.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/crt_end.h"
#include "win32/msvcrt/start_up.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

typedef void pure_function(void);

/* Calls of this and the other libraries, where these have other rules. */
void *operator_new(size_t size);
pure_function *_get_purecall_handler(void);
void _purecall(void);
struct start_information;
int __getmainargs(int *count, char ***words, char ***environment, int expands,
                  const struct start_information *start);
int __wgetmainargs(int *count, wchar_t ***words, wchar_t ***environment, int expands,
                   const struct start_information *start);

enum { WRITES = 1, REPORTS = 2 };
enum { STATUS_OF_ABORT = 3 };
static unsigned abort_behavior = WRITES | REPORTS;

/* Changes the bits of the mask, and returns what there was. There is nobody to report to. */
CALL(unsigned, msvcr_set_abort_behavior, unsigned bits, unsigned mask)
{
    unsigned before = abort_behavior;
    abort_behavior = (before & ~mask) | (bits & mask);
    return before;
}

_Noreturn CALL(void, msvcr_abort, void)
{
    if (abort_behavior & WRITES)
        fputs("R6010\n- abort() has been called\n", stderr);
    if (signal(SIGABRT, SIG_GET) != SIG_DFL)
        raise(SIGABRT);
    msvcrt_end(STATUS_OF_ABORT);
}

_Noreturn CALL(void, msvcr_assert, const char *claim, const char *file, unsigned line)
{
    fprintf(stderr, "Assertion failed: %s, file %s, line %u\n", claim, file, line);
    msvcr_abort();
}

_Noreturn CALL(void, msvcr_wassert, const wchar_t *claim, const wchar_t *file, unsigned line)
{
    fwprintf(stderr, L"Assertion failed: %ls, file %ls, line %u\n", claim, file, line);
    msvcr_abort();
}

CALL(void, msvcr_purecall, void)
{
    pure_function *handler = _get_purecall_handler();
    if (handler)
        handler();
    _purecall();
}

/* ---------------------------------------------------------------- start */

/* Does as msvcrt.dll's call, but a program with this library ends by an invalid parameter. */
CALL(int, msvcr_getmainargs, int *count, char ***words, char ***environment, int expands,
     const struct start_information *start)
{
    int failed = __getmainargs(count, words, environment, expands, start);
    start_up_end_program();
    return failed;
}

CALL(int, msvcr_wgetmainargs, int *count, wchar_t ***words, wchar_t ***environment, int expands,
     const struct start_information *start)
{
    int failed = __wgetmainargs(count, words, environment, expands, start);
    start_up_end_program();
    return failed;
}

/* Throws std::bad_alloc without memory. */
CALL(void *, msvcr_operator_new, size_t size)
{
    void *block = operator_new(size);
    if (!block)
        cxx_throw_class(cxx_bad_alloc, "bad allocation");
    return block;
}
