/* scanf and its kin in ucrtbase.dll: compiled into the programs, on these functions. */
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum option {
    IS_SIZED = 1 << 0,     /* scanf_s: behind the place of each text stands its size */
    WIDE_LETTERS = 1 << 1, /* %s is wide in a format for wide texts */
};

static struct stdio_scan_kind narrow_kind(uint64_t options)
{
    return (struct stdio_scan_kind){.sized = options & IS_SIZED, .library = FORMAT_UCRT};
}

static int refuse_scan(void)
{
    invalid_parameter(EINVAL, "scanf");
    return EOF;
}

CALL(int, ucrt_common_vfscanf, uint64_t options, FILE *file, const char *format, void *locale,
     va_list args)
{
    (void)locale;
    if (!file || !format)
        return refuse_scan();
    return stdio_scan(file, NULL, format, narrow_kind(options), args);
}

/* The text ends at its zero, and before `most` characters. It is copied where it has no zero. */
CALL(int, ucrt_common_vsscanf, uint64_t options, const char *text, size_t most, const char *format,
     void *locale, va_list args)
{
    (void)locale;
    if (!text || !format)
        return refuse_scan();
    const size_t length = most > INT32_MAX ? 0 : strnlen(text, most);
    char *copy = length && length == most ? malloc(length + 1) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    int found = stdio_scan(NULL, copy ? copy : text, format, narrow_kind(options), args);
    free(copy);
    return found;
}

/* Formats and texts are turned into UTF-8, which files have, too. */
static int scan_wide(uint64_t options, FILE *file, const wchar_t *text, const wchar_t *format,
                     va_list args)
{
    struct stdio_scan_kind kind = narrow_kind(options);
    kind.wide = options & WIDE_LETTERS;
    char *narrow_format = wide_narrow_copy(format),
         *narrow_text = text ? wide_narrow_copy(text) : NULL;
    int found = EOF;
    if (narrow_format && (!text || narrow_text))
        found = stdio_scan(file, narrow_text, narrow_format, kind, args);
    free(narrow_format);
    free(narrow_text);
    return found;
}

CALL(int, ucrt_common_vfwscanf, uint64_t options, FILE *file, const wchar_t *format, void *locale,
     va_list args)
{
    (void)locale;
    return file && format ? scan_wide(options, file, NULL, format, args) : refuse_scan();
}

CALL(int, ucrt_common_vswscanf, uint64_t options, const wchar_t *text, size_t most,
     const wchar_t *format, void *locale, va_list args)
{
    (void)locale;
    if (!text || !format)
        return refuse_scan();
    const size_t length = most > INT32_MAX ? 0 : wcsnlen(text, most);
    wchar_t *copy = length && length == most ? calloc(length + 1, sizeof *copy) : NULL;
    if (copy)
        memcpy(copy, text, length * sizeof *copy);
    int found = scan_wide(options, NULL, copy ? copy : text, format, args);
    free(copy);
    return found;
}

/* ---------------------------------------------------------------- the console */

CALL(int, __conio_common_vcscanf, uint64_t options, const char *format, void *locale, va_list args)
{
    return ucrt_common_vfscanf(options, stdin, format, locale, args);
}

CALL(int, __conio_common_vcwscanf, uint64_t options, const wchar_t *format, void *locale,
     va_list args)
{
    return ucrt_common_vfwscanf(options, stdin, format, locale, args);
}
