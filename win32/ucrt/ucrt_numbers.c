/* Integers of 64 bits, and bytes in the other order. */
#include "win32/msvcrt/call.h"

#include <stdint.h>
#include <stdlib.h>

/* Programs for Windows hand over the place of a large result, and take it away themselves. */
CALL(lldiv_t *, ucrt_lldiv, lldiv_t *result, long long numerator, long long denominator)
{
    *result = lldiv(numerator, denominator);
    return result;
}

CALL(uint16_t, _byteswap_ushort, uint16_t value)
{
    return __builtin_bswap16(value);
}

CALL(uint32_t, _byteswap_ulong, uint32_t value)
{
    return __builtin_bswap32(value);
}

CALL(uint64_t, _byteswap_uint64, uint64_t value)
{
    return __builtin_bswap64(value);
}

static uint64_t left(uint64_t value, int by)
{
    return value << (by & 63) | value >> (-by & 63);
}

CALL(uint64_t, ucrt_rotl64, uint64_t value, int by)
{
    return left(value, by);
}

CALL(uint64_t, ucrt_rotr64, uint64_t value, int by)
{
    return left(value, -by);
}
