/* The functions of stdio.h, and wchar.h's that print, that end in _s. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"
#include "lib/secure_text.h"
#include "lib/stdio_impl.h"
#include "lib/with_points.h"

int fopen_s(FILE **file, const char *name, const char *mode)
{
    if (!file)
        return invalid_parameter(EINVAL, "fopen_s");
    *file = NULL;
    if (!name || !mode)
        return invalid_parameter(EINVAL, "fopen_s");
    *file = fopen(name, mode);
    return *file ? 0 : errno;
}

int freopen_s(FILE **opened, const char *name, const char *mode, FILE *file)
{
    if (!opened)
        return invalid_parameter(EINVAL, "freopen_s");
    *opened = NULL;
    if (!name || !mode || !file)
        return invalid_parameter(EINVAL, "freopen_s");
    *opened = freopen(name, mode, file);
    return *opened ? 0 : errno;
}

/* Prints at most count characters. */
static int print(struct secure_place to, size_t count, const void *text, va_list args)
{
    if (!to.at || !to.size || !text) {
        if (!to.at && !to.size && !count && text)
            return 0;
        invalid_parameter(EINVAL, to.call);
        return -1;
    }
    size_t room = count < to.size ? count + 1 : to.size;
    int length = to.width == sizeof(char) ? vsnprintf(to.at, room, text, args)
                                          : stdio_format_wide(to.at, room, text, args);
    if (length < 0 || (size_t)length < room)
        return length;
    if (count != _TRUNCATE && count >= to.size)
        secure_refuse(to, ERANGE);
    return -1;
}

int vsprintf_s(char *to, size_t size, const char *format, va_list args)
{
    return print(SECURE_PLACE(to, size, "sprintf_s"), SECURE_WHOLE, format, args);
}

int _vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list args)
{
    return print(SECURE_PLACE(to, size, "_snprintf_s"), count, format, args);
}

int vswprintf_s(wchar_t *to, size_t size, const wchar_t *format, va_list args)
{
    return print(SECURE_PLACE(to, size, "swprintf_s"), SECURE_WHOLE, format, args);
}

int _vsnwprintf_s(wchar_t *to, size_t size, size_t count, const wchar_t *format, va_list args)
{
    return print(SECURE_PLACE(to, size, "_snwprintf_s"), count, format, args);
}

int vfprintf_s(FILE *file, const char *format, va_list args)
{
    if (file && format)
        return vfprintf(file, format, args);
    invalid_parameter(EINVAL, "fprintf_s");
    return -1;
}

int vfwprintf_s(FILE *file, const wchar_t *format, va_list args)
{
    if (file && format)
        return vfwprintf(file, format, args);
    invalid_parameter(EINVAL, "fwprintf_s");
    return -1;
}

int vprintf_s(const char *format, va_list args)
{
    return vfprintf_s(stdout, format, args);
}

int vwprintf_s(const wchar_t *format, va_list args)
{
    return vfwprintf_s(stdout, format, args);
}

WITH_POINTS(sprintf_s, vsprintf_s, format, (char *to, size_t size, const char *format, ...), to,
            size, format)
WITH_POINTS(_snprintf_s, _vsnprintf_s, format,
            (char *to, size_t size, size_t count, const char *format, ...), to, size, count, format)
WITH_POINTS(fprintf_s, vfprintf_s, format, (FILE * file, const char *format, ...), file, format)
WITH_POINTS(printf_s, vprintf_s, format, (const char *format, ...), format)
WITH_POINTS(swprintf_s, vswprintf_s, format,
            (wchar_t * to, size_t size, const wchar_t *format, ...), to, size, format)
WITH_POINTS(_snwprintf_s, _vsnwprintf_s, format,
            (wchar_t * to, size_t size, size_t count, const wchar_t *format, ...), to, size, count,
            format)
WITH_POINTS(fwprintf_s, vfwprintf_s, format, (FILE * file, const wchar_t *format, ...), file,
            format)
WITH_POINTS(wprintf_s, vwprintf_s, format, (const wchar_t *format, ...), format)
