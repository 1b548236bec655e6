/* scanf's family for wide texts. Formats and texts are turned into UTF-8, which files have, too. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "lib/with_points.h"

static int scan_wide(FILE *file, const wchar_t *text, const wchar_t *format, bool sized,
                     va_list args)
{
    char *narrow_format = wide_narrow_copy(format),
         *narrow_text = text ? wide_narrow_copy(text) : NULL;
    int found = EOF;
    if (narrow_format && (!text || narrow_text))
        found = stdio_scan(file, narrow_text, narrow_format,
                           (struct stdio_scan_kind){.wide = true, .sized = sized}, args);
    free(narrow_format);
    free(narrow_text);
    return found;
}

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list args)
{
    return scan_wide(NULL, text, format, false, args);
}

int vfwscanf(FILE *restrict file, const wchar_t *restrict format, va_list args)
{
    return scan_wide(file, NULL, format, false, args);
}

int vwscanf(const wchar_t *restrict format, va_list args)
{
    return vfwscanf(stdin, format, args);
}

int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int found = vswscanf(text, format, args);
    va_end(args);
    return found;
}

int fwscanf(FILE *restrict file, const wchar_t *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int found = vfwscanf(file, format, args);
    va_end(args);
    return found;
}

int wscanf(const wchar_t *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int found = vwscanf(format, args);
    va_end(args);
    return found;
}

/* Scans for the calls that have a size behind the place of each text. */
static int scan_sized(FILE *file, const wchar_t *text, const wchar_t *format, va_list args)
{
    return scan_wide(file, text, format, true, args);
}

WITH_POINTS(swscanf_s, scan_sized, format, (const wchar_t *text, const wchar_t *format, ...), NULL,
            text, format)
WITH_POINTS(fwscanf_s, scan_sized, format, (FILE * file, const wchar_t *format, ...), file, NULL,
            format)
WITH_POINTS(wscanf_s, scan_sized, format, (const wchar_t *format, ...), stdin, NULL, format)
