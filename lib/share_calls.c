/* Files that are opened with what others may do, and their permissions. */
#include <errno.h>
#include <io.h>
#include <share.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/utime.h>

#include "lib/invalid_parameter.h"

int _sopen(const char *name, int flags, int share, ...)
{
    (void)share;
    return _open(name, flags, 0);
}

int _wsopen(const wchar_t *name, int flags, int share, ...)
{
    (void)share;
    return _wopen(name, flags, 0);
}

static int refuse(int *number, const char *call)
{
    if (number)
        *number = -1;
    return invalid_parameter(EINVAL, call);
}

int _sopen_s(int *number, const char *name, int flags, int share, int permissions)
{
    if (!number || !name)
        return refuse(number, "_sopen_s");
    *number = _sopen(name, flags, share, permissions);
    return *number < 0 ? errno : 0;
}

int _wsopen_s(int *number, const wchar_t *name, int flags, int share, int permissions)
{
    if (!number || !name)
        return refuse(number, "_wsopen_s");
    *number = _wsopen(name, flags, share, permissions);
    return *number < 0 ? errno : 0;
}

FILE *_fsopen(const char *name, const char *mode, int share)
{
    (void)share;
    return fopen(name, mode);
}

static int permit(int failed, int permissions)
{
    if (failed || permissions & _S_IWRITE)
        return failed;
    errno = EACCES;
    return -1;
}

int _chmod(const char *name, int permissions)
{
    return permit(_access(name, 0), permissions);
}

int _wchmod(const wchar_t *name, int permissions)
{
    return permit(_waccess(name, 0), permissions);
}

int _utime(const char *name, const struct _utimbuf *times)
{
    (void)times;
    return permit(_access(name, 0), 0);
}

int _umask(int permissions)
{
    static int mask;
    return __atomic_exchange_n(&mask, permissions & (_S_IREAD | _S_IWRITE), __ATOMIC_RELAXED);
}
