/* Ends that the C library itself makes of a program, with Microsoft's words on the standard error
 * stream. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/crt_end.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { STATUS_OF_ABORT = 3, STATUS_OF_ERROR = 255, ERROR_OF_PURE_CALL = 25 };

static const struct runtime_error {
    int number; /* less 6000 */
    const char *text;
} runtime_errors[] = {
    {2, "floating point support not loaded"},
    {8, "not enough space for arguments"},
    {9, "not enough space for environment"},
    {16, "not enough space for thread data"},
    {17, "unexpected multithread lock error"},
    {18, "unexpected heap error"},
    {19, "unable to open console device"},
    {24, "not enough space for _onexit/atexit table"},
    {ERROR_OF_PURE_CALL, "pure virtual function call"},
    {26, "not enough space for stdio initialization"},
    {27, "not enough space for lowio initialization"},
    {28, "unable to initialize heap"},
    {30, "CRT not initialized"},
    {31, "Attempt to initialize the CRT more than once."},
    {32, "not enough space for locale information"},
};

/* A program may put another function in place of the end. */
extern void (*_aexit_rtn)(int status);
void (*_aexit_rtn)(int status) = msvcrt_end;

void _amsg_exit(int number)
{
    fputs("\nruntime error ", stderr);
    for (unsigned i = 0; i < sizeof runtime_errors / sizeof *runtime_errors; i++)
        if (runtime_errors[i].number == number)
            fprintf(stderr, "R%d\n- %s\n", 6000 + number, runtime_errors[i].text);
    _aexit_rtn(STATUS_OF_ERROR);
}

/* The function in place of a virtual function that has no body. */
CALL(void, _purecall, void)
{
    _amsg_exit(ERROR_OF_PURE_CALL);
}

_Noreturn CALL(void, msvcrt_abort, void)
{
    fputs("\nThis application has requested the Runtime to terminate it in an unusual way.\n"
          "Please contact the application's support team for more information.\n",
          stderr);
    if (signal(SIGABRT, SIG_GET) != SIG_DFL)
        raise(SIGABRT);
    msvcrt_end(STATUS_OF_ABORT);
}

_Noreturn CALL(void, _assert, const char *claim, const char *file, unsigned line)
{
    fprintf(stderr, "Assertion failed: %s, file %s, line %u\n", claim, file, line);
    msvcrt_abort();
}

_Noreturn CALL(void, _wassert, const wchar_t *claim, const wchar_t *file, unsigned line)
{
    fwprintf(stderr, L"Assertion failed: %ls, file %ls, line %u\n", claim, file, line);
    msvcrt_abort();
}

/* ---------------------------------------------------------------- where the words go */

enum { MODE_DEFAULT, MODE_STREAM, MODE_BOX, MODE_ASKS };
enum { CONSOLE_PROGRAM = 1 };
static int error_mode, program_type;

/* All programs are console programs here, so every mode writes to the stream. */
CALL(int, _set_error_mode, int mode)
{
    int before = error_mode;
    if (mode < MODE_DEFAULT || mode > MODE_ASKS) {
        errno = EINVAL;
        return -1;
    }
    if (mode != MODE_ASKS)
        error_mode = mode;
    return before;
}

CALL(void, __set_app_type, int type)
{
    program_type = type;
}
