/* Rotations of bits, and quotients with their rests. */
#include "win32/msvcrt/call.h"

#include <stdint.h>
#include <stdlib.h>

#define ROTATION(name, type, out, back)                                                            \
    CALL(type, msvcrt##name, type value, int by)                                                   \
    {                                                                                              \
        return value out(by & 31) | value back(-by & 31);                                          \
    }

ROTATION(_rotl, unsigned, <<, >>)
ROTATION(_rotr, unsigned, >>, <<)
ROTATION(_lrotl, unsigned long, <<, >>)
ROTATION(_lrotr, unsigned long, >>, <<)

/* Programs for Windows expect a structure of two words in edx:eax. */
CALL(uint64_t, msvcrt_div, int numerator, int denominator)
{
    div_t result = div(numerator, denominator);
    return (uint64_t)(uint32_t)result.rem << 32 | (uint32_t)result.quot;
}
