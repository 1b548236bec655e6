/* Values that a caller notes at blocks of heaps, and calls for memory that 16-bit Windows had.
 * Ordinary code. */
#ifndef WIN32_KERNEL32_HEAP_VALUES_H
#define WIN32_KERNEL32_HEAP_VALUES_H

#include <winbase.h>

/* A value and flags (0xE00) that a caller notes at a block which HeapAlloc was asked for with
 * 0x100, and those flags with it. A block without a value leaves *value as it is. FALSE:
 * ERROR_INVALID_PARAMETER, no block or other flags. */
BOOLEAN NTAPI RtlGetUserInfoHeap(HANDLE heap, ULONG flags, PVOID block, PVOID *value,
                                 PULONG user_flags);
BOOLEAN NTAPI RtlSetUserValueHeap(HANDLE heap, ULONG flags, PVOID block, PVOID value);
BOOLEAN NTAPI RtlSetUserFlagsHeap(HANDLE heap, ULONG flags, PVOID block, ULONG clears, ULONG sets);

/* Lock and Unlock by other names; nothing has to be made compact. */
VOID WINAPI GlobalFix(HGLOBAL memory);
VOID WINAPI GlobalUnfix(HGLOBAL memory);
LPVOID WINAPI GlobalWire(HGLOBAL memory);
BOOL WINAPI GlobalUnWire(HGLOBAL memory);
SIZE_T WINAPI GlobalCompact(DWORD wanted);
SIZE_T WINAPI LocalCompact(UINT wanted);
SIZE_T WINAPI LocalShrink(HLOCAL memory, UINT size);

#endif
