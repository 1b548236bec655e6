/* Windows' heaps over malloc. Words before each block have the size that was asked for, which
 * malloc does not keep, and the heap. The blocks of a heap that the program has created are in a
 * list, so that its end frees them.
 */
#include "lib/lock.h"
#include "win32/fails.h"

#include <errhandlingapi.h>
#include <heapapi.h>
#include <seh.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, LARGEST_OF_FIXED = 0x7FFF8 };

struct block {
    SIZE_T size;
    struct heap *heap;
    char bytes[];
};

/* Lies before a block that is in a list. */
struct place {
    struct place *next, *previous;
};

struct heap {
    DWORD flags;
    SIZE_T most, used; /* most: 0, or what all blocks may have together */
    struct place blocks;
    struct heap *next;
};

static struct heap process_heap; /* its address is the handle */
static struct heap *created;
static struct lock heaps_lock; /* of all heaps that were created */

HANDLE WINAPI GetProcessHeap(void)
{
    return &process_heap;
}

/* Returns the heap, or NULL if there is none with this handle. */
static struct heap *heap_of(HANDLE handle)
{
    struct heap *heap = &process_heap;
    if (handle == heap)
        return heap;
    lock_take(&heaps_lock);
    for (heap = created; heap && heap != handle; heap = heap->next)
        ;
    lock_release(&heaps_lock);
    return heap;
}

static struct block *block_of(LPCVOID bytes)
{
    return (struct block *)((const char *)bytes - offsetof(struct block, bytes));
}

static bool has_block(const struct heap *heap, LPCVOID bytes)
{
    return heap && bytes && block_of(bytes)->heap == heap;
}

static LPVOID fail(const struct heap *heap, DWORD flags, DWORD error)
{
    if ((flags | (heap ? heap->flags : 0)) & HEAP_GENERATE_EXCEPTIONS)
        RaiseException(error == ERROR_NOT_ENOUGH_MEMORY ? STATUS_NO_MEMORY
                                                        : STATUS_ACCESS_VIOLATION,
                       0, 0, NULL);
    SetLastError(error);
    return NULL;
}

/* Counts the block's bytes. Returns false if the heap may not have so many. */
static bool take_room(struct heap *heap, SIZE_T size)
{
    if (!heap->most)
        return true;
    lock_take(&heaps_lock);
    bool fits = size < LARGEST_OF_FIXED && size <= heap->most - heap->used;
    if (fits)
        heap->used += size;
    lock_release(&heaps_lock);
    return fits;
}

static void give_room(struct heap *heap, SIZE_T size)
{
    lock_take(&heaps_lock);
    heap->used -= heap->most ? size : 0;
    lock_release(&heaps_lock);
}

/* An amount for a list of the heap's: no block of the process' heap is in one. */
static SIZE_T before_block(const struct heap *heap)
{
    return heap == &process_heap ? 0 : sizeof(struct place);
}

static void list_block(struct heap *heap, struct place *place)
{
    lock_take(&heaps_lock);
    *place = (struct place){heap->blocks.next, &heap->blocks};
    place->next->previous = heap->blocks.next = place;
    lock_release(&heaps_lock);
}

LPVOID WINAPI HeapAlloc(HANDLE handle, DWORD flags, SIZE_T size)
{
    struct heap *heap = heap_of(handle);
    if (!heap)
        return fail(NULL, flags, ERROR_INVALID_HANDLE);
    SIZE_T before = before_block(heap) + sizeof(struct block);
    if (size > SIZE_MAX - before || !take_room(heap, size))
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    char *memory = flags & HEAP_ZERO_MEMORY ? calloc(1, before + size) : malloc(before + size);
    if (!memory) {
        give_room(heap, size);
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    }
    struct block *block = (struct block *)(memory + before_block(heap));
    *block = (struct block){.size = size, .heap = heap};
    if (heap != &process_heap)
        list_block(heap, (struct place *)memory);
    return block->bytes;
}

/* Gives a block of a heap that was created another size: as another block. */
static LPVOID exchange(struct heap *heap, DWORD flags, LPVOID bytes, SIZE_T size)
{
    SIZE_T before = block_of(bytes)->size;
    LPVOID other = HeapAlloc(heap, flags, size);
    if (other) {
        memcpy(other, bytes, before < size ? before : size);
        HeapFree(heap, 0, bytes);
    }
    return other;
}

LPVOID WINAPI HeapReAlloc(HANDLE handle, DWORD flags, LPVOID bytes, SIZE_T size)
{
    struct heap *heap = heap_of(handle);
    if (!has_block(heap, bytes))
        return fail(heap, flags, heap ? ERROR_INVALID_PARAMETER : ERROR_INVALID_HANDLE);
    if (size > SIZE_MAX - sizeof(struct block))
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    struct block *block = block_of(bytes);
    SIZE_T before = block->size;
    bool stays = flags & HEAP_REALLOC_IN_PLACE_ONLY; /* malloc may move what grows */
    if (heap != &process_heap && !stays)
        return exchange(heap, flags, bytes, size);
    if (!stays || size > before)
        block = stays ? NULL : realloc(block, sizeof *block + size);
    if (!block)
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    if (heap != &process_heap)
        give_room(heap, before - size); /* it stays, and is not larger */
    block->size = size;
    if (flags & HEAP_ZERO_MEMORY && size > before)
        memset(block->bytes + before, 0, size - before);
    return block->bytes;
}

BOOL WINAPI HeapFree(HANDLE handle, DWORD flags, LPVOID bytes)
{
    struct heap *heap = heap_of(handle);
    (void)flags;
    if (!heap || (bytes && !has_block(heap, bytes))) {
        SetLastError(heap ? ERROR_INVALID_PARAMETER : ERROR_INVALID_HANDLE);
        return FALSE;
    }
    if (!bytes)
        return TRUE;
    struct block *block = block_of(bytes);
    block->heap = NULL; /* it is no block any more */
    if (heap != &process_heap) {
        struct place *place = (struct place *)((char *)block - sizeof *place);
        lock_take(&heaps_lock);
        place->next->previous = place->previous;
        place->previous->next = place->next;
        heap->used -= heap->most ? block->size : 0;
        lock_release(&heaps_lock);
        free(place);
    } else {
        free(block);
    }
    return TRUE;
}

SIZE_T WINAPI HeapSize(HANDLE handle, DWORD flags, LPCVOID bytes)
{
    (void)flags;
    return has_block(heap_of(handle), bytes) ? block_of(bytes)->size : (SIZE_T)-1;
}

HANDLE WINAPI HeapCreate(DWORD flags, SIZE_T initial, SIZE_T most)
{
    struct heap *heap = malloc(sizeof *heap);
    if (!heap) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    if (most && most < initial)
        most = initial;
    *heap = (struct heap){.flags = flags,
                          .most = most ? (most + PAGE - 1) / PAGE * PAGE : 0,
                          .blocks = {&heap->blocks, &heap->blocks}};
    lock_take(&heaps_lock);
    heap->next = created;
    created = heap;
    lock_release(&heaps_lock);
    return heap;
}

BOOL WINAPI HeapDestroy(HANDLE handle)
{
    lock_take(&heaps_lock);
    struct heap **link = &created;
    while (*link && *link != handle)
        link = &(*link)->next;
    struct heap *heap = *link;
    if (heap)
        *link = heap->next;
    lock_release(&heaps_lock);
    if (!heap) {
        SetLastError(ERROR_INVALID_HANDLE);
        return FALSE;
    }
    while (heap->blocks.next != &heap->blocks) {
        struct place *place = heap->blocks.next;
        heap->blocks.next = place->next;
        free(place);
    }
    free(heap);
    return TRUE;
}

DWORD WINAPI GetProcessHeaps(DWORD room, PHANDLE heaps)
{
    DWORD count = 1;
    if (room)
        heaps[0] = &process_heap;
    lock_take(&heaps_lock);
    for (struct heap *heap = created; heap; heap = heap->next, count++)
        if (count < room)
            heaps[count] = heap;
    lock_release(&heaps_lock);
    return count;
}

static bool is_heap(HANDLE handle)
{
    bool found = heap_of(handle) != NULL;
    if (!found)
        SetLastError(ERROR_INVALID_HANDLE);
    return found;
}

SIZE_T WINAPI HeapCompact(HANDLE handle, DWORD flags)
{
    (void)flags;
    return is_heap(handle) ? PAGE : 0;
}

BOOL WINAPI HeapLock(HANDLE handle)
{
    return is_heap(handle);
}

BOOL WINAPI HeapUnlock(HANDLE handle)
{
    return is_heap(handle);
}

BOOL WINAPI HeapValidate(HANDLE handle, DWORD flags, LPCVOID bytes)
{
    const struct heap *heap = heap_of(handle);
    (void)flags;
    return heap && (!bytes || has_block(heap, bytes));
}

/* The kind of a heap: 2 is one of small blocks, which a heap that cannot grow is not. */
static ULONG kind_of(const struct heap *heap)
{
    return heap->most || heap->flags & HEAP_NO_SERIALIZE ? 0 : 2;
}

BOOL WINAPI HeapSetInformation(HANDLE handle, HEAP_INFORMATION_CLASS class, PVOID information,
                               SIZE_T size)
{
    if (class == HeapEnableTerminationOnCorruption)
        return !handle || is_heap(handle);
    if (class != HeapCompatibilityInformation || !information || size < sizeof(ULONG))
        return fails(ERROR_INVALID_PARAMETER);
    if (!is_heap(handle))
        return FALSE;
    ULONG kind = *(ULONG *)information;
    return kind == kind_of(handle) || fails(ERROR_GEN_FAILURE);
}

BOOL WINAPI HeapQueryInformation(HANDLE handle, HEAP_INFORMATION_CLASS class, PVOID information,
                                 SIZE_T size, SIZE_T *needed)
{
    if (class != HeapCompatibilityInformation)
        return fails(ERROR_INVALID_PARAMETER);
    if (!is_heap(handle))
        return FALSE;
    if (needed)
        *needed = sizeof(ULONG);
    if (!information || size < sizeof(ULONG))
        return fails(ERROR_INSUFFICIENT_BUFFER);
    *(ULONG *)information = kind_of(handle);
    return TRUE;
}
