/* stdio.h's functions that end in _s. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/invalid_parameter.h"

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

/* Ends a text that has no room. */
static int has_no_room(char *to, const char *call)
{
    to[0] = 0;
    invalid_parameter(ERANGE, call);
    return -1;
}

int vsprintf_s(char *to, size_t size, const char *format, va_list args)
{
    if (!to || !size || !format) {
        invalid_parameter(EINVAL, "sprintf_s");
        return -1;
    }
    int length = vsnprintf(to, size, format, args);
    return length < 0 || (size_t)length < size ? length : has_no_room(to, "sprintf_s");
}

int sprintf_s(char *to, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsprintf_s(to, size, format, args);
    va_end(args);
    return length;
}

int _vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list args)
{
    if (!to || !size || !format) {
        if (!to && !size && !count && format)
            return 0;
        invalid_parameter(EINVAL, "_snprintf_s");
        return -1;
    }
    size_t room = count < size ? count + 1 : size;
    int length = vsnprintf(to, room, format, args);
    if (length < 0 || (size_t)length < room)
        return length;
    return count == _TRUNCATE || count < size ? -1 : has_no_room(to, "_snprintf_s");
}

int _snprintf_s(char *to, size_t size, size_t count, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = _vsnprintf_s(to, size, count, format, args);
    va_end(args);
    return length;
}

int vfprintf_s(FILE *file, const char *format, va_list args)
{
    if (file && format)
        return vfprintf(file, format, args);
    invalid_parameter(EINVAL, "fprintf_s");
    return -1;
}

int fprintf_s(FILE *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vfprintf_s(file, format, args);
    va_end(args);
    return length;
}

int printf_s(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vfprintf_s(stdout, format, args);
    va_end(args);
    return length;
}
