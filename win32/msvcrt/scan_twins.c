/* The scanf family with a locale, which changes nothing here, from a text of a certain length, and
 * from the console. */
#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int scan(FILE *file, const char *text, const char *format, bool is_sized, va_list args)
{
    if (format && (file || text))
        return stdio_scan(file, text, format, (struct stdio_scan_kind){.sized = is_sized}, args);
    errno = EINVAL;
    return EOF;
}

static int scan_wide(FILE *file, const wchar_t *text, const wchar_t *format, bool is_sized,
                     va_list args)
{
    if (!format || (!file && !text)) {
        errno = EINVAL;
        return EOF;
    }
    char *narrow_format = wide_narrow_copy(format),
         *narrow_text = text ? wide_narrow_copy(text) : NULL;
    int found = EOF;
    if (narrow_format && (!text || narrow_text))
        found = stdio_scan(file, narrow_text, narrow_format,
                           (struct stdio_scan_kind){.wide = true, .sized = is_sized}, args);
    free(narrow_format);
    free(narrow_text);
    return found;
}

static FILE *input(void)
{
    return stdin;
}

/* Defines a call: `last` is the parameter in front of the points. */
#define SCAN(name, last, parameters, call, ...)                                                    \
    int name parameters;                                                                           \
    int name parameters                                                                            \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, last);                                                                      \
        int found = call(__VA_ARGS__, args);                                                       \
        va_end(args);                                                                              \
        return found;                                                                              \
    }

#define WITH_LOCALE(scanf_l, fscanf_l, sscanf_l, letter, call, is_sized)                           \
    SCAN(scanf_l, locale, (const letter *format, void *locale, ...), call, input(), NULL, format,  \
         is_sized)                                                                                 \
    SCAN(fscanf_l, locale, (FILE * file, const letter *format, void *locale, ...), call, file,     \
         NULL, format, is_sized)                                                                   \
    SCAN(sscanf_l, locale, (const letter *text, const letter *format, void *locale, ...), call,    \
         NULL, text, format, is_sized)

WITH_LOCALE(_scanf_l, _fscanf_l, _sscanf_l, char, scan, false)
WITH_LOCALE(_scanf_s_l, _fscanf_s_l, _sscanf_s_l, char, scan, true)
WITH_LOCALE(_wscanf_l, _fwscanf_l, _swscanf_l, wchar_t, scan_wide, false)
WITH_LOCALE(_wscanf_s_l, _fwscanf_s_l, _swscanf_s_l, wchar_t, scan_wide, true)

/* ---------------------------------------------------------------- the beginning of a text */

static int scan_part(const char *text, size_t most, const char *format, bool is_sized, va_list args)
{
    const size_t length = text ? strnlen(text, most) : 0;
    char *copy = text ? malloc(length + 1) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    int found = scan(NULL, copy, format, is_sized, args);
    free(copy);
    return found;
}

static int scan_wide_part(const wchar_t *text, size_t most, const wchar_t *format, bool is_sized,
                          va_list args)
{
    const size_t length = text ? wcsnlen(text, most) : 0;
    wchar_t *copy = text ? calloc(length + 1, sizeof *copy) : NULL;
    if (copy)
        memcpy(copy, text, length * sizeof *copy);
    int found = scan_wide(NULL, copy, format, is_sized, args);
    free(copy);
    return found;
}

#define OF_PART(name, name_l, letter, call, is_sized)                                              \
    SCAN(name, format, (const letter *text, size_t most, const letter *format, ...), call, text,   \
         most, format, is_sized)                                                                   \
    SCAN(name_l, locale,                                                                           \
         (const letter *text, size_t most, const letter *format, void *locale, ...), call, text,   \
         most, format, is_sized)

OF_PART(_snscanf, _snscanf_l, char, scan_part, false)
OF_PART(_snscanf_s, _snscanf_s_l, char, scan_part, true)
OF_PART(_snwscanf, _snwscanf_l, wchar_t, scan_wide_part, false)
OF_PART(_snwscanf_s, _snwscanf_s_l, wchar_t, scan_wide_part, true)

/* ---------------------------------------------------------------- the console */

/* The console's input is the standard one, a line at a time. */
#define OF_CONSOLE(name, name_l, letter, call, is_sized)                                           \
    SCAN(name, format, (const letter *format, ...), call, input(), NULL, format, is_sized)         \
    SCAN(name_l, locale, (const letter *format, void *locale, ...), call, input(), NULL, format,   \
         is_sized)

OF_CONSOLE(_cscanf, _cscanf_l, char, scan, false)
OF_CONSOLE(_cscanf_s, _cscanf_s_l, char, scan, true)
OF_CONSOLE(_cwscanf, _cwscanf_l, wchar_t, scan_wide, false)
OF_CONSOLE(_cwscanf_s, _cwscanf_s_l, wchar_t, scan_wide, true)
