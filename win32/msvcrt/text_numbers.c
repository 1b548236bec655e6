/* Numbers of texts with the error as the result, as C++'s library asks for them. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { GOOD, TOO_LARGE = 3, TOO_SMALL = 4 };

/* By errno, and by the value that the text has become. */
static int error_of(double value)
{
    return errno != ERANGE ? GOOD : fabs(value) > 1 ? TOO_LARGE : TOO_SMALL;
}

CALL(int, _atodbl, double *value, const char *text)
{
    const int before = errno;
    errno = 0;
    *value = strtod(text, NULL);
    const int kind = error_of(*value);
    errno = before;
    return kind;
}

CALL(int, _atodbl_l, double *value, const char *text, void *locale)
{
    (void)locale;
    return _atodbl(value, text);
}

CALL(int, _atoflt, float *value, const char *text)
{
    const int before = errno;
    errno = 0;
    *value = strtof(text, NULL);
    const int kind = error_of((double)*value);
    errno = before;
    return kind;
}

CALL(int, _atoflt_l, float *value, const char *text, void *locale)
{
    (void)locale;
    return _atoflt(value, text);
}
