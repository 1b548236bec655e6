/* Kinds of numbers, and the x87's settings, by ucrtbase.dll's names. */
#include "lib/invalid_parameter.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/float_control.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { KIND_ZERO = 0, KIND_NORMAL = -1, KIND_DENORMAL = -2, KIND_INFINITE = 1, KIND_NAN = 2 };
enum { SIGN = 0x8000 };

/* By bits, because the x87 would make a NaN that signals a quiet one. */
static short kind(uint64_t magnitude, uint64_t least_normal, uint64_t infinite)
{
    if (magnitude >= infinite)
        return magnitude == infinite ? KIND_INFINITE : KIND_NAN;
    return magnitude >= least_normal ? KIND_NORMAL : magnitude ? KIND_DENORMAL : KIND_ZERO;
}

CALL(short, _dclass, uint64_t bits)
{
    return kind(bits & INT64_MAX, UINT64_C(1) << 52, UINT64_C(0x7FF) << 52);
}

CALL(short, _fdclass, uint32_t bits)
{
    return kind(bits & INT32_MAX, 1u << 23, 0xFFu << 23);
}

CALL(short, _dtest, const uint64_t *number)
{
    return _dclass(*number);
}

CALL(short, _fdtest, const uint32_t *number)
{
    return _fdclass(*number);
}

CALL(int, _dsign, uint64_t bits)
{
    return bits >> 63 ? SIGN : 0;
}

CALL(int, _fdsign, uint32_t bits)
{
    return bits >> 31 ? SIGN : 0;
}

CALL(float, _chgsignf, float x)
{
    return -x;
}

/* ---------------------------------------------------------------- settings */

/* Bits that a program may name beside. They mean nothing to the x87 of today, or to SSE alone. */
enum { MCW_IC = 0x40000, MCW_DN = 0x03000000 };

CALL(int, _controlfp_s, unsigned *now, unsigned becomes, unsigned mask)
{
    const unsigned known = _MCW_EM | _MCW_RC | _MCW_PC | MCW_IC | MCW_DN;
    if (becomes & mask & ~known) {
        if (now)
            *now = msvcrt_controlfp(0, 0);
        return invalid_parameter(EINVAL, "_controlfp_s");
    }
    unsigned result = msvcrt_controlfp(becomes, mask);
    if (now)
        *now = result;
    return 0;
}

CALL(void, _set_controlfp, unsigned becomes, unsigned mask)
{
    msvcrt_controlfp(becomes, mask);
}

/* The library's functions compute with the x87 alone. */
CALL(int, _set_SSE2_enable, int enables)
{
    (void)enables;
    return 0;
}

CALL(int, _get_FMA3_enable, void)
{
    return 0;
}

/* How numbers are rounded, by C's numbers. */
CALL(int, __fpe_flt_rounds, void)
{
    enum { TO_ZERO, NEAREST, UP, DOWN };
    static const unsigned char rounds[] = {NEAREST, DOWN, UP, TO_ZERO};
    return rounds[_controlfp(0, 0) >> 8 & 3];
}
