/* Windows' heap: the calls for the process' own one, over malloc. There is one heap, so there is no
 * HeapCreate. Part of windows.h.
 *
 * Ordinary code and handlers, at either privilege level, as malloc.
 */
#ifndef HEAPAPI_H
#define HEAPAPI_H

#include <windef.h>

#define HEAP_NO_SERIALIZE          0x01u /* means nothing here: the heap always has its lock */
#define HEAP_GENERATE_EXCEPTIONS   0x04u /* STATUS_NO_MEMORY is raised instead of a failure */
#define HEAP_ZERO_MEMORY           0x08u
#define HEAP_REALLOC_IN_PLACE_ONLY 0x10u /* a block that would have to move stays as it is */

/* The one heap. Never NULL. */
HANDLE WINAPI GetProcessHeap(void);

/* Returns size bytes, aligned to 8; NULL when memory is exhausted, or for a handle of no heap. The
 * last error is not set. */
LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T size);

/* Gives the block another size, and perhaps another address. HEAP_ZERO_MEMORY: added bytes are
 * zero. NULL: the block is as it was. */
LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID block, SIZE_T size);

/* NULL is no block, and no failure. FALSE: ERROR_INVALID_HANDLE. */
BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID block);

/* Returns the size that was asked for; (SIZE_T)-1 for a handle of no heap. */
SIZE_T WINAPI HeapSize(HANDLE heap, DWORD flags, LPCVOID block);

#endif
