/* Floating point by Microsoft's names. */
#include "win32/msvcrt/call.h"

#include <float.h>
#include <math.h>

extern double _HUGE;
double _HUGE = HUGE_VAL;

CALL(int, msvcrt_isnan, double x)
{
    return __builtin_isnan(x);
}

CALL(int, msvcrt_finite, double x)
{
    return __builtin_isfinite(x);
}

CALL(double, _chgsign, double x)
{
    return -x;
}
