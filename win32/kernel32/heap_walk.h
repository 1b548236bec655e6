/* Walking heaps, and calls for memory that 16-bit Windows had. Ordinary code. */
#ifndef WIN32_KERNEL32_HEAP_WALK_H
#define WIN32_KERNEL32_HEAP_WALK_H

#include <winbase.h>

#define PROCESS_HEAP_REGION     0x1u
#define PROCESS_HEAP_ENTRY_BUSY 0x4u
typedef struct _PROCESS_HEAP_ENTRY {
    PVOID lpData;
    DWORD cbData;
    BYTE cbOverhead, iRegionIndex;
    WORD wFlags;
    union {
        struct {
            HANDLE hMem;
            DWORD dwReserved[3];
        } Block;
        struct {
            DWORD dwCommittedSize, dwUnCommittedSize;
            LPVOID lpFirstBlock, lpLastBlock;
        } Region;
    };
} PROCESS_HEAP_ENTRY, *LPPROCESS_HEAP_ENTRY;
_Static_assert(sizeof(PROCESS_HEAP_ENTRY) == 28, "PROCESS_HEAP_ENTRY");

/* RtlWalkHeap walks as HeapWalk, with ntdll's flags. A status: STATUS_NO_MORE_ENTRIES,
 * STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER. */
enum { RTL_HEAP_REGION = 0x2, RTL_HEAP_BUSY_BLOCK = 0x411 };
NTSTATUS NTAPI RtlWalkHeap(HANDLE heap, LPPROCESS_HEAP_ENTRY entry);

/* A value and flags (0xE00) that a caller notes at a block which HeapAlloc was asked for with
 * 0x100, and those flags with it. A block without a value leaves *value as it is. FALSE:
 * ERROR_INVALID_PARAMETER, no block or other flags. */
BOOLEAN NTAPI RtlGetUserInfoHeap(HANDLE heap, ULONG flags, PVOID block, PVOID *value,
                                 PULONG user_flags);
BOOLEAN NTAPI RtlSetUserValueHeap(HANDLE heap, ULONG flags, PVOID block, PVOID value);
BOOLEAN NTAPI RtlSetUserFlagsHeap(HANDLE heap, ULONG flags, PVOID block, ULONG clears, ULONG sets);

/* Goes to the next entry, from lpData NULL on: first the heap itself, a region, then the blocks.
 * FALSE: ERROR_NO_MORE_ITEMS, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER (no entry). */
BOOL WINAPI HeapWalk(HANDLE heap, LPPROCESS_HEAP_ENTRY entry);

/* Lock and Unlock by other names; nothing has to be made compact. */
VOID WINAPI GlobalFix(HGLOBAL memory);
VOID WINAPI GlobalUnfix(HGLOBAL memory);
LPVOID WINAPI GlobalWire(HGLOBAL memory);
BOOL WINAPI GlobalUnWire(HGLOBAL memory);
SIZE_T WINAPI GlobalCompact(DWORD wanted);
SIZE_T WINAPI LocalCompact(UINT wanted);
SIZE_T WINAPI LocalShrink(HLOCAL memory, UINT size);

#endif
