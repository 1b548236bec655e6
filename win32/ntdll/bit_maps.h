/* Maps of bits in memory of the program, by Windows' names. Ordinary code. */
#ifndef WIN32_NTDLL_BIT_MAPS_H
#define WIN32_NTDLL_BIT_MAPS_H

#include <winternl.h>

typedef struct _RTL_BITMAP {
    ULONG SizeOfBitMap; /* bits */
    PULONG Buffer;
} RTL_BITMAP, *PRTL_BITMAP;

VOID NTAPI RtlInitializeBitMap(PRTL_BITMAP map, PULONG buffer, ULONG bits);
VOID NTAPI RtlClearAllBits(PRTL_BITMAP map);
VOID NTAPI RtlSetAllBits(PRTL_BITMAP map);
VOID NTAPI RtlClearBits(PRTL_BITMAP map, ULONG first, ULONG count);
VOID NTAPI RtlSetBits(PRTL_BITMAP map, ULONG first, ULONG count);
BOOLEAN NTAPI RtlTestBit(PRTL_BITMAP map, ULONG bit);

/* FALSE also for no bits, and for bits beyond the map. */
BOOLEAN NTAPI RtlAreBitsClear(PRTL_BITMAP map, ULONG first, ULONG count);
BOOLEAN NTAPI RtlAreBitsSet(PRTL_BITMAP map, ULONG first, ULONG count);

ULONG NTAPI RtlNumberOfClearBits(PRTL_BITMAP map);
ULONG NTAPI RtlNumberOfSetBits(PRTL_BITMAP map);

/* The first of so many bits in a row, from the hint on or else from the beginning; -1. The last two
 * change what they find. */
ULONG NTAPI RtlFindClearBits(PRTL_BITMAP map, ULONG count, ULONG hint);
ULONG NTAPI RtlFindSetBits(PRTL_BITMAP map, ULONG count, ULONG hint);
ULONG NTAPI RtlFindClearBitsAndSet(PRTL_BITMAP map, ULONG count, ULONG hint);
ULONG NTAPI RtlFindSetBitsAndClear(PRTL_BITMAP map, ULONG count, ULONG hint);

/* The number of the highest and of the lowest bit; -1 for none. */
CHAR NTAPI RtlFindMostSignificantBit(ULONGLONG bits);
CHAR NTAPI RtlFindLeastSignificantBit(ULONGLONG bits);

#endif
