/* Formats of printf and scanf. MinGW's own functions take a long double (L) for a number of 80
 * bits; it is a double for this compiler. They bear other names in the program (see the Makefile).
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define NUMBERS "aAeEfFgG"

extern int mingw_pformat(int flags, void *to, int room, const char *format, va_list values);
extern int mingw_wpformat(int flags, void *to, int room, const wchar_t *format, va_list values);
extern int mingw_vsscanf(const char *text, const char *format, va_list values);
extern int mingw_vfscanf(FILE *file, const char *format, va_list values);
extern int __mingw_pformat(int flags, void *to, int room, const char *format, va_list values);
extern int __mingw_wpformat(int flags, void *to, int room, const wchar_t *format, va_list values);

/* Whether a letter of a format is an L before a number with a point. */
#define IS_LONG(at) ((at)[0] == 'L' && (at)[1] && wcschr(L"" NUMBERS, (wchar_t)(at)[1]))

/* The format as it is given, or a changed copy, which the caller gives back. NULL: no memory. */
static const char *changed(const char *format, const char *instead)
{
    char *copy, *to;
    const char *at = format;
    while (*at && !IS_LONG(at))
        at++;
    if (!*at)
        return format;
    copy = to = calloc(strlen(format) + 1, sizeof *copy);
    if (!copy)
        return NULL;
    for (at = format; *at; at++)
        if (!IS_LONG(at))
            *to++ = *at;
        else if (*instead)
            *to++ = *instead;
    return copy;
}

static const wchar_t *changed_wide(const wchar_t *format)
{
    wchar_t *copy, *to;
    const wchar_t *at = format;
    while (*at && !IS_LONG(at))
        at++;
    if (!*at)
        return format;
    copy = to = calloc(wcslen(format) + 1, sizeof *copy);
    if (!copy)
        return NULL;
    for (at = format; *at; at++)
        if (!IS_LONG(at))
            *to++ = *at;
    return copy;
}

/* Runs a call with a format. It fails as printf does without memory. */
#define WITH_FORMAT(type, made, call)                                                              \
    const type *used = made;                                                                       \
    int result = used ? call : -1;                                                                 \
    if (used != format)                                                                            \
        free((void *)used);                                                                        \
    return result

int __mingw_pformat(int flags, void *to, int room, const char *format, va_list values)
{
    WITH_FORMAT(char, changed(format, ""), mingw_pformat(flags, to, room, used, values));
}

int __mingw_wpformat(int flags, void *to, int room, const wchar_t *format, va_list values)
{
    WITH_FORMAT(wchar_t, changed_wide(format), mingw_wpformat(flags, to, room, used, values));
}

int __mingw_vsscanf(const char *text, const char *format, va_list values)
{
    WITH_FORMAT(char, changed(format, "l"), mingw_vsscanf(text, used, values));
}

int __mingw_vfscanf(FILE *file, const char *format, va_list values)
{
    WITH_FORMAT(char, changed(format, "l"), mingw_vfscanf(file, used, values));
}
