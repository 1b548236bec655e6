/* Values of the library by calls of their own, which return errno's number: _get_NAME and
 * _set_NAME. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern unsigned long *__doserrno(void);
extern char *_pgmptr, *_tzname[2], *_sys_errlist[];
extern wchar_t *_wpgmptr;
extern int _sys_nerr, _daylight;
extern long _timezone, _dstbias;

#define GET(name, type, value)                                                                     \
    CALL(int, name, type *place)                                                                   \
    {                                                                                              \
        if (!place)                                                                                \
            return errno = EINVAL;                                                                 \
        *place = value;                                                                            \
        return 0;                                                                                  \
    }

GET(_get_errno, int, errno)
GET(_get_doserrno, unsigned long, *__doserrno())
GET(_get_fmode, int, _fmode)
GET(_get_pgmptr, char *, _pgmptr)
GET(_get_wpgmptr, wchar_t *, _wpgmptr)
GET(_get_daylight, int, _daylight)
GET(_get_dstbias, long, _dstbias)
GET(_get_timezone, long, _timezone)

CALL(int, _get_tzname, size_t *length, char *to, size_t size, int index)
{
    if (!length || (!to && size) || (to && !size) || index < 0 || index > 1)
        return errno = EINVAL;
    *length = strlen(_tzname[index]) + 1;
    if (!to)
        return 0;
    *to = 0;
    return *length > size ? ERANGE : strcpy_s(to, size, _tzname[index]);
}

CALL(int, _set_errno, int value)
{
    errno = value;
    return 0;
}

CALL(int, _set_doserrno, unsigned long value)
{
    *__doserrno() = value;
    return 0;
}

CALL(int, _set_fmode, int mode)
{
    if (mode != _O_TEXT && mode != _O_BINARY)
        return errno = EINVAL;
    _fmode = mode;
    return 0;
}

/* ---------------------------------------------------------------- places of variables */

#define PLACE(name, type, variable)                                                                \
    CALL(type *, name, void)                                                                       \
    {                                                                                              \
        return &variable;                                                                          \
    }

PLACE(ucrt_daylight, int, _daylight)
PLACE(ucrt_dstbias, long, _dstbias)
PLACE(ucrt_timezone, long, _timezone)
PLACE(__sys_nerr, int, _sys_nerr)

CALL(char **, ucrt_tzname, void)
{
    return _tzname;
}

CALL(char **, __sys_errlist, void)
{
    return _sys_errlist;
}
