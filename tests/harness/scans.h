/* scanf's family by a call whose formats compilers do not check: tests have wrong ones, and lengths
 * of Windows' own. */
#ifndef TESTS_HARNESS_SCANS_H
#define TESTS_HARNESS_SCANS_H

#include <stdarg.h>
#include <stdio.h>

static inline int scans(const char *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vsscanf(text, format, args);
    va_end(args);
    return count;
}

#endif
