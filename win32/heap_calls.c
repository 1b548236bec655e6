/* Blocks of heaps, over malloc. */
#include "seh_emul/memory/touch.h"
#include "win32/fails.h"
#include "win32/heap_records.h"

#include <errhandlingapi.h>
#include <malloc.h>
#include <seh.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_OF_FIXED = 0x7FFF8 };

static bool has_block(const struct heap *heap, LPCVOID bytes)
{
    return heap && bytes && heap_block_of(bytes)->heap == heap;
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

/* ---------------------------------------------------------------- locks */

BOOL WINAPI HeapLock(HANDLE handle)
{
    struct heap *heap = heap_or_error(handle);
    if (!heap || heap->flags & HEAP_NO_SERIALIZE)
        return heap != NULL;
    __atomic_add_fetch(&heap->locked, 1, __ATOMIC_ACQ_REL);
    EnterCriticalSection(&heap->gate);
    return TRUE;
}

BOOL WINAPI HeapUnlock(HANDLE handle)
{
    struct heap *heap = heap_or_error(handle);
    if (!heap || heap->flags & HEAP_NO_SERIALIZE)
        return heap != NULL;
    LeaveCriticalSection(&heap->gate);
    __atomic_sub_fetch(&heap->locked, 1, __ATOMIC_ACQ_REL);
    return TRUE;
}

/* Waits while another thread has locked the heap, unless the caller wants no order. */
static inline struct heap *enter(struct heap *heap, DWORD flags)
{
    if (heap && !(flags & HEAP_NO_SERIALIZE) && __atomic_load_n(&heap->locked, __ATOMIC_ACQUIRE)) {
        EnterCriticalSection(&heap->gate);
        LeaveCriticalSection(&heap->gate);
    }
    return heap;
}

/* ---------------------------------------------------------------- blocks */

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

/* A block has its heap while it is in the list: a walk looks for both with the lock. */
static void list_block(struct heap *heap, struct block *block)
{
    lock_take(&heaps_lock);
    block->heap = heap;
    block->next = NULL;
    block->previous = heap->last;
    *(heap->last ? &heap->last->next : &heap->first) = block;
    heap->last = block;
    lock_release(&heaps_lock);
}

static void take_from_list(struct heap *heap, struct block *block)
{
    lock_take(&heaps_lock);
    block->heap = NULL;
    *(block->next ? &block->next->previous : &heap->last) = block->previous;
    *(block->previous ? &block->previous->next : &heap->first) = block->next;
    heap->used -= heap->most ? block->size : 0;
    lock_release(&heaps_lock);
}

LPVOID WINAPI HeapAlloc(HANDLE handle, DWORD flags, SIZE_T size)
{
    struct heap *heap = enter(heap_of(handle), flags);
    if (!heap)
        return fail(NULL, flags, ERROR_INVALID_HANDLE);
    if (size > SIZE_MAX - sizeof(struct block) || !take_room(heap, size))
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    struct block *block =
        heap_memory(heap, sizeof *block + size, (flags | heap->flags) & HEAP_ZERO_MEMORY);
    if (!block) {
        give_room(heap, size);
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    }
    block->size = size;
    block->user_value = NULL;
    block->user_flags = flags & (HEAP_USER_INFO | HEAP_USER_FLAGS);
    list_block(heap, block);
    return block->bytes;
}

/* Gives a block another size: as another block. */
static LPVOID exchange(struct heap *heap, DWORD flags, LPVOID bytes, SIZE_T size)
{
    const struct block *block = heap_block_of(bytes);
    SIZE_T before = block->size;
    LPVOID other = HeapAlloc(heap, flags, size);
    if (other) {
        heap_block_of(other)->user_value = block->user_value;
        heap_block_of(other)->user_flags = block->user_flags;
        memcpy(other, bytes, before < size ? before : size);
        HeapFree(heap, flags, bytes);
    }
    return other;
}

/* Changes the size where malloc may know a way without a copy. */
static LPVOID resize(struct heap *heap, DWORD flags, struct block *block, SIZE_T size)
{
    SIZE_T before = block->size;
    take_from_list(heap, block);
    struct block *becomes =
        size > SIZE_MAX - sizeof *block ? NULL : realloc(block, sizeof *block + size);
    if (becomes)
        becomes->size = size;
    list_block(heap, becomes ? becomes : block);
    if (!becomes)
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    if (flags & HEAP_ZERO_MEMORY && size > before)
        memset(becomes->bytes + before, 0, size - before);
    return becomes->bytes;
}

/* Whether a block can grow where it lies: malloc gave more than was asked for, or it was larger. */
static bool has_place(const struct heap *heap, struct block *block, SIZE_T size)
{
    return !(heap->flags & HEAP_CREATE_ENABLE_EXECUTE) && size <= SIZE_MAX - sizeof *block &&
           sizeof *block + size <= _msize(block);
}

LPVOID WINAPI HeapReAlloc(HANDLE handle, DWORD flags, LPVOID bytes, SIZE_T size)
{
    struct heap *heap = enter(heap_of(handle), flags);
    if (heap && !bytes) {
        SetLastError(ERROR_SUCCESS);
        return NULL;
    }
    if (!has_block(heap, bytes))
        return fail(heap, flags, heap ? ERROR_INVALID_PARAMETER : ERROR_INVALID_HANDLE);
    struct block *block = heap_block_of(bytes);
    SIZE_T before = block->size;
    if (!(flags & HEAP_REALLOC_IN_PLACE_ONLY))
        return heap->most || heap->flags & HEAP_CREATE_ENABLE_EXECUTE
                   ? exchange(heap, flags, bytes, size)
                   : resize(heap, flags, block, size);
    if (size > before && (!has_place(heap, block, size) || !take_room(heap, size - before)))
        return fail(heap, flags, ERROR_NOT_ENOUGH_MEMORY);
    if (size < before)
        give_room(heap, before - size);
    else if ((flags | heap->flags) & HEAP_ZERO_MEMORY)
        memset(block->bytes + before, 0, size - before);
    block->size = size;
    return block->bytes;
}

BOOL WINAPI HeapFree(HANDLE handle, DWORD flags, LPVOID bytes)
{
    if (!bytes) /* of any heap, and of none */
        return TRUE;
    struct heap *heap = enter(heap_of(handle), flags);
    if (!heap || !has_block(heap, bytes))
        return fails(heap ? ERROR_INVALID_PARAMETER : ERROR_INVALID_HANDLE);
    struct block *block = heap_block_of(bytes);
    take_from_list(heap, block);
    heap_give_back(heap, block);
    return TRUE;
}

SIZE_T WINAPI HeapSize(HANDLE handle, DWORD flags, LPCVOID bytes)
{
    (void)flags;
    return has_block(heap_of(handle), bytes) ? heap_block_of(bytes)->size : (SIZE_T)-1;
}

/* Whether all blocks of the heap are as they were made. */
static bool is_whole(const struct heap *heap)
{
    const struct block *before = NULL, *block;
    lock_take(&heaps_lock);
    for (block = heap->first; block; before = block, block = block->next)
        if (block->heap != heap || block->previous != before)
            break;
    lock_release(&heaps_lock);
    return !block;
}

BOOL WINAPI HeapValidate(HANDLE handle, DWORD flags, LPCVOID bytes)
{
    const struct heap *heap = heap_of(handle);
    (void)flags;
    if (!heap || !bytes)
        return heap && is_whole(heap);
    const void *head = heap_block_of(bytes); /* a caller may ask about any address */
    if (touch_fails(head, sizeof *heap_block_of(bytes), false))
        return fails(ERROR_NOACCESS);
    return has_block(heap, bytes);
}
