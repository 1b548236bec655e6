/* Files by calls that ucrtbase.dll has beside msvcrt.dll's. */
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <io.h>
#include <share.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>

/* No FILE has anything buffered. */
CALL(int, _get_stream_buffer_pointers, FILE *file, char ***base, char ***next, int **count)
{
    static char *none;
    if (!file)
        return invalid_parameter(EINVAL, "_get_stream_buffer_pointers");
    if (base)
        *base = &none;
    if (next)
        *next = &none;
    if (count)
        *count = &file->buffered;
    return 0;
}

/* The locks of files that programs take themselves; the library's own are others. */
enum { FIRST_FILE_LOCK = 16 };
extern void _lock(int number), _unlock(int number);

CALL(void, _lock_file, FILE *file)
{
    _lock(FIRST_FILE_LOCK + (int)(file - stdio_files));
}

CALL(void, _unlock_file, FILE *file)
{
    _unlock(FIRST_FILE_LOCK + (int)(file - stdio_files));
}

/* ---------------------------------------------------------------- reading */

/* Reads no more elements than the place has room for. */
CALL(size_t, fread_s, void *to, size_t size, size_t element, size_t count, FILE *file)
{
    if (!element || !count)
        return 0;
    if (!to || !file || count > size / element) {
        if (to)
            memset(to, 0, size);
        invalid_parameter(to && file ? ERANGE : EINVAL, "fread_s");
        return 0;
    }
    return fread(to, element, count, file);
}

/* Defines a call that reads a line without its end, which must fit. */
#define GET_LINE(name, letter, type, get, end)                                                     \
    CALL(letter *, name, letter *to, size_t size)                                                  \
    {                                                                                              \
        size_t length = 0;                                                                         \
        type character;                                                                            \
        if (!to || !size) {                                                                        \
            invalid_parameter(EINVAL, #name);                                                      \
            return NULL;                                                                           \
        }                                                                                          \
        while ((character = get()) != (end) && character != '\n')                                  \
            if (length < size)                                                                     \
                to[length++] = (letter)character;                                                  \
        if (length == size) {                                                                      \
            *to = 0;                                                                               \
            invalid_parameter(ERANGE, #name);                                                      \
            return NULL;                                                                           \
        }                                                                                          \
        to[length] = 0;                                                                            \
        return length || character == '\n' ? to : NULL;                                            \
    }

GET_LINE(gets_s, char, int, getchar, EOF)
GET_LINE(_getws_s, wchar_t, wint_t, getwchar, WEOF)

/* ---------------------------------------------------------------- with an error as the result */

/* Whether the call is one of _sopen_s. */
CALL(int, _sopen_dispatch, const char *name, int flags, int share, int permissions, int *number,
     int is_safe)
{
    if (is_safe)
        return _sopen_s(number, name, flags, share, permissions);
    *number = _sopen(name, flags, share, permissions);
    return *number < 0 ? errno : 0;
}

CALL(int, _wsopen_dispatch, const wchar_t *name, int flags, int share, int permissions, int *number,
     int is_safe)
{
    if (is_safe)
        return _wsopen_s(number, name, flags, share, permissions);
    *number = _wsopen(name, flags, share, permissions);
    return *number < 0 ? errno : 0;
}

CALL(int, _access_s, const char *name, int mode)
{
    return _access(name, mode) ? errno : 0;
}

CALL(int, _waccess_s, const wchar_t *name, int mode)
{
    return _waccess(name, mode) ? errno : 0;
}

CALL(int, _chsize_s, int number, long long size)
{
    if (size < 0 || size > INT32_MAX)
        return size < 0 ? EINVAL : (errno = ENOSPC);
    return _chsize(number, (long)size) ? errno : 0;
}

CALL(int, _umask_s, int permissions, int *before)
{
    if (!before)
        return invalid_parameter(EINVAL, "_umask_s");
    *before = _umask(permissions);
    return 0;
}
