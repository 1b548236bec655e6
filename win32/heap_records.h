/* The heaps behind heapapi.h, shared by heap_calls.c, heaps.c and what walks them. */
#ifndef WIN32_HEAP_RECORDS_H
#define WIN32_HEAP_RECORDS_H

#include "lib/lock.h"

#include <heapapi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <synchapi.h>

/* Words before each block: its place among those of its heap, the size that was asked for, which
 * malloc does not keep, and the heap, which is NULL in a block that was freed. */
struct block {
    struct block *next, *previous;
    SIZE_T size;
    struct heap *heap;
    PVOID user_value; /* ntdll's RtlSetUserValueHeap */
    DWORD user_flags; /* HEAP_USER_INFO and those of the caller's */
    char bytes[];
};
_Static_assert(sizeof(struct block) % 8 == 0, "bytes are aligned as malloc's");

/* Flags of HeapAlloc: the block has a value of the caller's, and three flags. */
enum { HEAP_USER_INFO = 0x100, HEAP_USER_FLAGS = 0xE00 };

/* Its handle is its address, which is one of 64 KB. The fields with an offset are where programs
 * that look for a debugger find them on Windows 7. */
struct heap {
    DWORD entry[2];
    DWORD segment_mark; /* 08h */
    DWORD segment[13];
    DWORD flags;  /* 40h */
    DWORD forced; /* 44h: flags of a debugger's */
    DWORD sizes[7];
    DWORD mark; /* 64h */
    DWORD lists[27];
    const void *front_end; /* D4h: what gives small blocks, NULL under a debugger */
    SIZE_T most, used;     /* most: 0, or what all blocks may have together */
    struct block *first, *last;
    struct heap *next;
    CRITICAL_SECTION gate; /* HeapLock's */
    LONG locked;           /* how often a thread has taken it; others stop there meanwhile */
};
_Static_assert(offsetof(struct heap, flags) == 0x40 && offsetof(struct heap, mark) == 0x64 &&
                   offsetof(struct heap, front_end) == 0xD4,
               "Windows 7's");

enum { HEAP_FLAG_GROWABLE = 2 };

/* Guards the list of heaps and those of their blocks. */
extern struct lock heaps_lock;

/* Gives the process' heap back, without its blocks, when no code of the program runs any more. */
void process_heap_end(void);

/* Returns the heap with this handle, NULL if there is none. Raises STATUS_HEAP_CORRUPTION for one
 * that was written over. */
struct heap *heap_of(HANDLE handle);

/* Returns the heap as heap_of does. If there is none, the last error becomes
 * ERROR_INVALID_HANDLE. */
struct heap *heap_or_error(HANDLE handle);

static inline struct block *heap_block_of(LPCVOID bytes)
{
    return (struct block *)((const char *)bytes - offsetof(struct block, bytes));
}

/* Memory of a heap's blocks. */
void *heap_memory(const struct heap *heap, SIZE_T size, bool zero);
void heap_give_back(const struct heap *heap, void *memory);

#endif
