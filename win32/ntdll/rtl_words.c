#include "win32/ntdll/rtl_words.h"

#include "lib/lock.h"

#include <stdbool.h>

VOID NTAPI RtlFillMemoryUlong(PVOID memory, SIZE_T size, ULONG word)
{
    ULONG *words = memory;
    for (SIZE_T i = 0; i < size / sizeof *words; i++)
        words[i] = word;
}

SIZE_T NTAPI RtlCompareMemoryUlong(const VOID *memory, SIZE_T size, ULONG word)
{
    const ULONG *words = memory;
    SIZE_T count = 0;
    while (count < size / sizeof *words && words[count] == word)
        count++;
    return count * sizeof *words;
}

USHORT __fastcall RtlUshortByteSwap(USHORT word)
{
    return __builtin_bswap16(word);
}

ULONG __fastcall RtlUlongByteSwap(ULONG word)
{
    return __builtin_bswap32(word);
}

ULONGLONG __fastcall RtlUlonglongByteSwap(ULONGLONG word)
{
    return __builtin_bswap64(word);
}

ULONG NTAPI RtlUniform(PULONG seed)
{
    enum { FACTOR = 0x7FFFFFED, ADDED = 0x7FFFFFC3, MODULUS = 0x7FFFFFFF };
    *seed = (ULONG)(((ULONGLONG)*seed * FACTOR + ADDED) % MODULUS);
    return *seed;
}

ULONG NTAPI RtlRandom(PULONG seed)
{
    enum { KEPT = 128 };
    static ULONG kept[KEPT];
    static bool is_filled;
    static struct lock kept_lock;
    lock_take(&kept_lock);
    for (ULONG i = 0, own = KEPT; i < KEPT && !is_filled; i++)
        kept[i] = RtlUniform(&own);
    is_filled = true;
    ULONG next = RtlUniform(seed), *place = &kept[RtlUniform(seed) % KEPT], number = *place;
    *place = next;
    lock_release(&kept_lock);
    return number;
}

BOOLEAN NTAPI RtlAreAllAccessesGranted(ULONG granted, ULONG wanted)
{
    return (granted & wanted) == wanted;
}

BOOLEAN NTAPI RtlAreAnyAccessesGranted(ULONG granted, ULONG wanted)
{
    return (granted & wanted) != 0;
}
