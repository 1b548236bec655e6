#include "win32/ntdll/bit_maps.h"

#include <stdbool.h>
#include <stdint.h>

enum { WORD_BITS = 32 };

static bool bit_of(const RTL_BITMAP *map, ULONG bit)
{
    return map->Buffer[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

/* Bits beyond the map are left alone. */
static void change_bits(PRTL_BITMAP map, ULONG first, ULONG count, bool set)
{
    for (ULONG bit = first; bit < map->SizeOfBitMap && bit - first < count; bit++) {
        ULONG mask = 1u << bit % WORD_BITS;
        if (set)
            map->Buffer[bit / WORD_BITS] |= mask;
        else
            map->Buffer[bit / WORD_BITS] &= ~mask;
    }
}

static bool are_bits(const RTL_BITMAP *map, ULONG first, ULONG count, bool set)
{
    if (!count || first >= map->SizeOfBitMap || count > map->SizeOfBitMap - first)
        return false;
    for (ULONG bit = first; bit - first < count; bit++)
        if (bit_of(map, bit) != set)
            return false;
    return true;
}

/* Returns the first place from `from` up to `to` at which count bits are so, or -1. */
static ULONG find_between(const RTL_BITMAP *map, ULONG from, ULONG to, ULONG count, bool set)
{
    ULONG run = 0;
    for (ULONG bit = from; bit < map->SizeOfBitMap; bit++) {
        run = bit_of(map, bit) == set ? run + 1 : 0;
        if (run == count)
            return bit + 1 - count;
        if (!run && bit >= to)
            break;
    }
    return UINT32_MAX;
}

static ULONG find_bits(const RTL_BITMAP *map, ULONG count, ULONG hint, bool set)
{
    ULONG start = hint < map->SizeOfBitMap ? hint : 0;
    if (!count)
        return start & ~7u;
    ULONG found = find_between(map, start, map->SizeOfBitMap, count, set);
    return found == UINT32_MAX && start ? find_between(map, 0, start, count, set) : found;
}

static ULONG find_and_change(PRTL_BITMAP map, ULONG count, ULONG hint, bool set)
{
    ULONG found = find_bits(map, count, hint, set);
    if (found != UINT32_MAX)
        change_bits(map, found, count, !set);
    return found;
}

static ULONG count_bits(const RTL_BITMAP *map, bool set)
{
    ULONG count = 0;
    for (ULONG bit = 0; bit < map->SizeOfBitMap; bit++)
        count += bit_of(map, bit) == set;
    return count;
}

VOID NTAPI RtlInitializeBitMap(PRTL_BITMAP map, PULONG buffer, ULONG bits)
{
    *map = (RTL_BITMAP){bits, buffer};
}

/* Also the bits behind the map's last one in its word. */
static void fill_words(const RTL_BITMAP *map, ULONG word)
{
    for (ULONG i = 0; i < map->SizeOfBitMap / 32 + (map->SizeOfBitMap % 32 != 0); i++)
        map->Buffer[i] = word;
}

VOID NTAPI RtlClearAllBits(PRTL_BITMAP map)
{
    fill_words(map, 0);
}

VOID NTAPI RtlSetAllBits(PRTL_BITMAP map)
{
    fill_words(map, UINT32_MAX);
}

VOID NTAPI RtlClearBits(PRTL_BITMAP map, ULONG first, ULONG count)
{
    change_bits(map, first, count, false);
}

VOID NTAPI RtlSetBits(PRTL_BITMAP map, ULONG first, ULONG count)
{
    change_bits(map, first, count, true);
}

BOOLEAN NTAPI RtlTestBit(PRTL_BITMAP map, ULONG bit)
{
    return bit < map->SizeOfBitMap && bit_of(map, bit);
}

BOOLEAN NTAPI RtlAreBitsClear(PRTL_BITMAP map, ULONG first, ULONG count)
{
    return are_bits(map, first, count, false);
}

BOOLEAN NTAPI RtlAreBitsSet(PRTL_BITMAP map, ULONG first, ULONG count)
{
    return are_bits(map, first, count, true);
}

ULONG NTAPI RtlNumberOfClearBits(PRTL_BITMAP map)
{
    return count_bits(map, false);
}

ULONG NTAPI RtlNumberOfSetBits(PRTL_BITMAP map)
{
    return count_bits(map, true);
}

ULONG NTAPI RtlFindClearBits(PRTL_BITMAP map, ULONG count, ULONG hint)
{
    return find_bits(map, count, hint, false);
}

ULONG NTAPI RtlFindSetBits(PRTL_BITMAP map, ULONG count, ULONG hint)
{
    return find_bits(map, count, hint, true);
}

ULONG NTAPI RtlFindClearBitsAndSet(PRTL_BITMAP map, ULONG count, ULONG hint)
{
    return find_and_change(map, count, hint, false);
}

ULONG NTAPI RtlFindSetBitsAndClear(PRTL_BITMAP map, ULONG count, ULONG hint)
{
    return find_and_change(map, count, hint, true);
}

CHAR NTAPI RtlFindMostSignificantBit(ULONGLONG bits)
{
    CHAR highest = -1;
    for (; bits; bits >>= 1)
        highest++;
    return highest;
}

CHAR NTAPI RtlFindLeastSignificantBit(ULONGLONG bits)
{
    return RtlFindMostSignificantBit(bits & -bits);
}
