/* Wide texts of dates, errors and names, with the size of their place. */
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <io.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

extern wchar_t *_wasctime(const struct tm *date), *_wctime64(const time_t *time);
extern wchar_t *msvcrt_wctime32(const int32_t *time), *_wstrdate(wchar_t *text),
    *_wstrtime(wchar_t *text), *_wtmpnam(wchar_t *text), *__wcserror(const wchar_t *title);

/* Copies a text that another call has made, NULL for an error of it. */
static int copy_made(wchar_t *to, size_t size, const wchar_t *made)
{
    if (!made)
        return errno;
    if (wcslen(made) >= size)
        return errno = ERANGE;
    wcscpy(to, made);
    return 0;
}

static int begin_text(wchar_t *to, size_t size)
{
    if (to && size)
        *to = 0;
    return to && size ? 0 : (errno = EINVAL);
}

#define COPIED(name, made, ...)                                                                    \
    CALL(int, name, wchar_t *to, size_t size, ##__VA_ARGS__)                                       \
    {                                                                                              \
        return begin_text(to, size) ? EINVAL : copy_made(to, size, made);                          \
    }

COPIED(_wasctime_s, _wasctime(date), const struct tm *date)
COPIED(_wctime32_s, time ? msvcrt_wctime32(time) : NULL, const int32_t *time)
COPIED(_wctime64_s, time ? _wctime64(time) : NULL, const time_t *time)
COPIED(__wcserror_s, __wcserror(title), const wchar_t *title)

enum { DATE_TEXT = 9 }; /* 01/31/99 or 23:59:59 */

COPIED(_wstrdate_s, _wstrdate((wchar_t[DATE_TEXT]){0}))
COPIED(_wstrtime_s, _wstrtime((wchar_t[DATE_TEXT]){0}))
COPIED(_wtmpnam_s, _wtmpnam((wchar_t[L_tmpnam]){0}))

CALL(int, _strerror_s, char *to, size_t size, const char *title)
{
    if (!to || !size)
        return errno = EINVAL;
    snprintf(to, size, "%s", _strerror(title)); /* what has no room is cut off */
    return 0;
}

/* The name in its place; the size says that it lies there whole. */
CALL(int, _mktemp_s, char *name, size_t size)
{
    if (!name || strnlen(name, size) >= size) {
        if (name && size)
            *name = 0;
        return errno = EINVAL;
    }
    return _mktemp(name) ? 0 : errno;
}

CALL(int, _wmktemp_s, wchar_t *name, size_t size)
{
    if (!name || wcsnlen(name, size) >= size) {
        if (name && size)
            *name = 0;
        return errno = EINVAL;
    }
    return _wmktemp(name) ? 0 : errno;
}
