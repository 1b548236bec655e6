/* Words of memory, their bytes, numbers by chance and masks of rights, by ntdll's calls. Ordinary
 * code. */
#ifndef WIN32_NTDLL_RTL_WORDS_H
#define WIN32_NTDLL_RTL_WORDS_H

#include <winternl.h>

/* Fills the whole words of size bytes. */
VOID NTAPI RtlFillMemoryUlong(PVOID memory, SIZE_T size, ULONG word);

/* The bytes of the words from the beginning on that are this one. */
SIZE_T NTAPI RtlCompareMemoryUlong(const VOID *memory, SIZE_T size, ULONG word);

/* The bytes in the other order. */
USHORT __fastcall RtlUshortByteSwap(USHORT word);
ULONG __fastcall RtlUlongByteSwap(ULONG word);
ULONGLONG __fastcall RtlUlonglongByteSwap(ULONGLONG word);

/* The next number from a seed, below 7FFFFFFFh. RtlRandom takes one of 128 that it keeps, and puts
 * the next one there. */
ULONG NTAPI RtlUniform(PULONG seed);
ULONG NTAPI RtlRandom(PULONG seed);

BOOLEAN NTAPI RtlAreAllAccessesGranted(ULONG granted, ULONG wanted);
BOOLEAN NTAPI RtlAreAnyAccessesGranted(ULONG granted, ULONG wanted);

#endif
