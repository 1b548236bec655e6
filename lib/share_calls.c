/* Files that are opened with what others may do, and their permissions. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/utime.h>

#include "lib/invalid_parameter.h"
#include "lib/ram_files.h"
#include "lib/utf16.h"

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

/* Tells whether a file that is made may get these permissions. */
static bool are_permissions(int flags, int permissions)
{
    return !(flags & _O_CREAT) || !(permissions & ~(_S_IREAD | _S_IWRITE));
}

int _sopen_s(int *number, const char *name, int flags, int share, int permissions)
{
    if (!number || !name || !are_permissions(flags, permissions))
        return refuse(number, "_sopen_s");
    *number = _sopen(name, flags, share, permissions);
    return *number < 0 ? errno : 0;
}

int _wsopen_s(int *number, const wchar_t *name, int flags, int share, int permissions)
{
    if (!number || !name || !are_permissions(flags, permissions))
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

/* Returns whether there is the file or folder. */
static bool set_read_only(const char *name, bool is_read_only)
{
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(name);
    if (ram && is_read_only)
        ram->attributes |= RAM_READ_ONLY;
    else if (ram)
        ram->attributes &= ~(uint32_t)RAM_READ_ONLY;
    lock_release(&ram_lock);
    return ram != NULL;
}

int _chmod(const char *name, int permissions)
{
    char path_of_file[PATH_SIZE];
    struct path path;
    path_make(&path, name);
    if (_access(name, 0))
        return -1;
    if (path.kind != PATH_FILE)
        return permit(0, permissions);
    path_copy_name(path_of_file, &path);
    if (set_read_only(path_of_file, !(permissions & _S_IWRITE)))
        return 0;
    errno = ENOENT; /* it has gone meanwhile */
    return -1;
}

int _wchmod(const wchar_t *name, int permissions)
{
    char narrow[2 * PATH_SIZE + WIDE_BYTES];
    return _chmod(wide_narrow(name, narrow, sizeof narrow), permissions);
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
