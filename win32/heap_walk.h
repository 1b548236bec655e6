/* Walking heaps by ntdll's call. */
#ifndef WIN32_HEAP_WALK_H
#define WIN32_HEAP_WALK_H

#include <winbase.h>

/* RtlWalkHeap walks as HeapWalk, with ntdll's flags. A status: STATUS_NO_MORE_ENTRIES,
 * STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER. */
enum { RTL_HEAP_REGION = 0x2, RTL_HEAP_BUSY_BLOCK = 0x411 };
NTSTATUS NTAPI RtlWalkHeap(HANDLE heap, LPPROCESS_HEAP_ENTRY entry);

#endif
