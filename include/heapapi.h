/* Windows' heaps, over malloc: the process' own one, and those that the program creates. Part of
 * windows.h.
 *
 * Ordinary code and handlers, at either privilege level, as malloc. A block is given to the heap
 * that it came from; a pointer that is no block's may be told apart from one, or not.
 */
#ifndef HEAPAPI_H
#define HEAPAPI_H

#include <minwinbase.h>

#define HEAP_NO_SERIALIZE          0x01u /* HeapLock keeps no such call waiting */
#define HEAP_GENERATE_EXCEPTIONS   0x04u /* a failure is an exception instead; see below */
#define HEAP_ZERO_MEMORY           0x08u
#define HEAP_CREATE_ENABLE_EXECUTE 0x40000u /* of a heap: each block has pages of its own */
#define HEAP_REALLOC_IN_PLACE_ONLY 0x10u    /* a block that would have to move stays as it is */

/* The process' heap. Never NULL. */
HANDLE WINAPI GetProcessHeap(void);

/* Returns size bytes, aligned to 8. NULL: ERROR_NOT_ENOUGH_MEMORY, or ERROR_INVALID_HANDLE for a
 * handle of no heap; their exceptions are STATUS_NO_MEMORY and STATUS_ACCESS_VIOLATION. */
LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T size);

/* Gives the block another size, and perhaps another address. HEAP_ZERO_MEMORY: added bytes are
 * zero. NULL: the block is as it was; as for HeapAlloc, or ERROR_INVALID_PARAMETER for no block of
 * the heap, which raises STATUS_ACCESS_VIOLATION; ERROR_SUCCESS for NULL. */
LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID block, SIZE_T size);

/* NULL is no block, and no failure, even of no heap. FALSE: ERROR_INVALID_HANDLE for no heap,
 * ERROR_INVALID_PARAMETER for no block of it. */
BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID block);

/* Returns the size that was asked for; (SIZE_T)-1 for a handle of no heap, or no block of it. */
SIZE_T WINAPI HeapSize(HANDLE heap, DWORD flags, LPCVOID block);

/* A heap of the program's own, at an address of 64 KB. Its flags are those of all its calls. most:
 * 0, or what all blocks may have together, in bytes that are rounded up to pages; then a block has
 * less than 7FFF8h. HeapDestroy frees all blocks, too. NULL: ERROR_NOT_ENOUGH_MEMORY; FALSE:
 * ERROR_INVALID_HANDLE, also for the process' heap. */
HANDLE WINAPI HeapCreate(DWORD flags, SIZE_T initial, SIZE_T most);
BOOL WINAPI HeapDestroy(HANDLE heap);

/* Returns a number that is not 0, because nobody knows the largest block that is free; 0:
 * ERROR_INVALID_HANDLE. */
SIZE_T WINAPI HeapCompact(HANDLE heap, DWORD flags);

/* Keep the calls of other threads for this heap waiting, but not those for a heap with
 * HEAP_NO_SERIALIZE. A thread that has locked a heap may do so again. FALSE: ERROR_INVALID_HANDLE.
 */
BOOL WINAPI HeapLock(HANDLE heap);
BOOL WINAPI HeapUnlock(HANDLE heap);

/* Returns the number of heaps, and stores as many of their handles as there is room for. */
DWORD WINAPI GetProcessHeaps(DWORD room, PHANDLE heaps);

/* Properties of a heap that a program reads and sets. HeapCompatibilityInformation, the kind of a
 * heap, is a DWORD: 2, a heap of small blocks, for the process' heap and those that may grow, else
 * 0. It may be set to 2 where it is that. HeapEnableTerminationOnCorruption is for all heaps, and
 * may have none; it changes nothing. FALSE: ERROR_INVALID_PARAMETER (another class),
 * ERROR_INVALID_HANDLE, ERROR_INSUFFICIENT_BUFFER (*needed is 4), ERROR_GEN_FAILURE (another
 * kind). */
typedef enum _HEAP_INFORMATION_CLASS {
    HeapCompatibilityInformation,
    HeapEnableTerminationOnCorruption
} HEAP_INFORMATION_CLASS;
BOOL WINAPI HeapSetInformation(HANDLE heap, HEAP_INFORMATION_CLASS which, PVOID information,
                               SIZE_T size);
BOOL WINAPI HeapQueryInformation(HANDLE heap, HEAP_INFORMATION_CLASS which, PVOID information,
                                 SIZE_T size, SIZE_T *needed);

/* Goes to the next entry, from lpData NULL on: first the heap itself, a region, then the blocks.
 * FALSE: ERROR_NO_MORE_ITEMS, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER (no entry). */
BOOL WINAPI HeapWalk(HANDLE heap, LPPROCESS_HEAP_ENTRY entry);

/* Tells whether this is a heap, and this a block of it; or, for NULL, whether all its blocks are
 * whole. */
BOOL WINAPI HeapValidate(HANDLE heap, DWORD flags, LPCVOID block);

#endif
