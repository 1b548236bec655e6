/* Calls that would start other programs, of which there are none: -1, with errno ENOEXEC where the
 * file is there, else ENOENT. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <io.h>
#include <processthreadsapi.h>
#include <stdint.h>
#include <wchar.h>

static int refuse_program(int is_missing)
{
    errno = is_missing ? ENOENT : ENOEXEC;
    return -1;
}

/* Each stands for a family: with arguments in a row or in a list, with an environment, and with a
 * look along the path. */
CALL(int, msvcrt_exec, const char *name)
{
    return refuse_program(_access(name, 0));
}

CALL(int, msvcrt_wexec, const wchar_t *name)
{
    return refuse_program(_waccess(name, 0));
}

CALL(intptr_t, msvcrt_spawn, int mode, const char *name)
{
    (void)mode;
    return refuse_program(_access(name, 0));
}

CALL(intptr_t, msvcrt_wspawn, int mode, const wchar_t *name)
{
    (void)mode;
    return refuse_program(_waccess(name, 0));
}

/* Waits for a program that _spawn has started. */
CALL(intptr_t, _cwait, int *status, intptr_t process, int action)
{
    (void)status, (void)process, (void)action;
    errno = ECHILD;
    return -1;
}

/* There are no pipes between programs: the system has no room for one. */
CALL(int, _pipe, int numbers[2], unsigned size, int mode)
{
    (void)numbers, (void)size, (void)mode;
    errno = ENFILE;
    return -1;
}

CALL(int, _getpid, void)
{
    return (int)GetCurrentProcessId();
}
