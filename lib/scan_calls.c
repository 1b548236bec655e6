/* The scanf family, and that of scanf_s, whose texts have sizes. */
#include <stdarg.h>
#include <stdio.h>

#include "lib/stdio_impl.h"

static const struct stdio_scan_kind sized = {.sized = true};

int vsscanf(const char *restrict text, const char *restrict format, va_list args)
{
    return stdio_scan(NULL, text, format, (struct stdio_scan_kind){.sized = false}, args);
}

int vfscanf(FILE *restrict file, const char *restrict format, va_list args)
{
    return stdio_scan(file, NULL, format, (struct stdio_scan_kind){.sized = false}, args);
}

int vscanf(const char *restrict format, va_list args)
{
    return vfscanf(stdin, format, args);
}

int sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int found = vsscanf(text, format, args);
    va_end(args);
    return found;
}

int fscanf(FILE *restrict file, const char *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int found = vfscanf(file, format, args);
    va_end(args);
    return found;
}

int scanf(const char *restrict format, ...)
{
    va_list args;
    va_start(args, format);
    int found = vscanf(format, args);
    va_end(args);
    return found;
}

int sscanf_s(const char *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int found = stdio_scan(NULL, text, format, sized, args);
    va_end(args);
    return found;
}

int fscanf_s(FILE *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int found = stdio_scan(file, NULL, format, sized, args);
    va_end(args);
    return found;
}

int scanf_s(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int found = stdio_scan(stdin, NULL, format, sized, args);
    va_end(args);
    return found;
}
