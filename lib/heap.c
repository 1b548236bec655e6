/* malloc and its family. Sizes here are the program's; heap_blocks.c has the blocks. */
#include "lib/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/heap_impl.h"
#include "lib/host.h"

/* Far below 2^32, so that sums of sizes and overheads cannot wrap. No range is that large. */
#define REQUEST_MAX   0x7FFF0000u

/* The largest alignment that aligned_alloc grants: a page. */
#define ALIGNMENT_MAX 4096u

static struct heap_usage usage;

struct heap_usage heap_usage(void)
{
    lock_take(&heap_lock);
    struct heap_usage now = usage;
    lock_release(&heap_lock);
    return now;
}

bool heap_is_at_rest(void)
{
    bool at_rest = lock_try(&heap_lock);
    if (at_rest)
        lock_release(&heap_lock);
    return at_rest;
}

/* The size of a block that holds this many of the program's bytes. */
static uint32_t size_for(size_t bytes)
{
    size_t size = bytes + sizeof(struct heap_block) + HEAP_GUARD_BYTES;
    size = (size + HEAP_ALIGN - 1) & ~(size_t)(HEAP_ALIGN - 1);
    return size > HEAP_BLOCK_MIN ? size : HEAP_BLOCK_MIN;
}

/* Makes a block the program's, and releases the lock. */
static void *hand_out(struct heap_block *block, size_t bytes)
{
    usage.blocks++;
    usage.bytes += heap_capacity(block);
    heap_fill_new(heap_payload(block), heap_capacity(block));
    heap_mark_used(block, bytes);
    lock_release(&heap_lock);
    return heap_payload(block);
}

static void *exhausted(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t bytes)
{
    if (bytes > REQUEST_MAX)
        return exhausted();
    need_stack(HEAP_STACK);
    lock_take(&heap_lock);
    struct heap_block *block = heap_take(size_for(bytes));
    if (block)
        return hand_out(block, bytes);
    lock_release(&heap_lock);
    return exhausted();
}

void free(void *payload)
{
    if (!payload)
        return;
    need_stack(HEAP_STACK);
    heap_check_plainly(payload, "free");
    struct heap_block *block = heap_block_of(payload);
    lock_take(&heap_lock);
    heap_check_used(payload, "free");
    usage.blocks--;
    usage.bytes -= heap_capacity(block);
    struct heap_range *empty = heap_release(block);
    lock_release(&heap_lock);
    if (empty)
        lib_host.range_free(empty);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return exhausted();
    void *payload = malloc(bytes);
    if (!payload)
        return NULL;
    /* _recalloc takes all room for zeros. A checking build has a pattern in what is left of it. */
    return memset(payload, 0, CHECKED ? bytes : heap_capacity(heap_block_of(payload)));
}

/* Moves a block and its contents. Returns NULL when memory is exhausted; nothing has changed then.
 */
static void *move(void *payload, size_t bytes)
{
    size_t before = heap_capacity(heap_block_of(payload));
    void *moved = malloc(bytes);
    if (!moved)
        return NULL;
    memcpy(moved, payload, before < bytes ? before : bytes);
    free(payload);
    return moved;
}

void *realloc(void *payload, size_t bytes)
{
    if (!payload)
        return malloc(bytes);
    need_stack(HEAP_STACK);
    heap_check_plainly(payload, "realloc");
    if (CHECKED) {
        lock_take(&heap_lock);
        heap_check_used(payload, "realloc");
        lock_release(&heap_lock);
    }
    if (bytes > REQUEST_MAX)
        return exhausted();
    if (bytes == 0) {
        free(payload);
        return NULL;
    }

    /* A block with a range of its own is not trimmed. It moves out when it needs less than half of
     * it. */
    struct heap_block *block = heap_block_of(payload);
    uint32_t size = size_for(bytes);
    size_t before = heap_capacity(block);
    void *moved;
    if (before > HEAP_COMMON_MAX && size < before / 2 && (moved = move(payload, bytes)) != NULL)
        return moved;

    lock_take(&heap_lock);
    bool fits = heap_grow(block, size);
    if (fits) {
        heap_trim(block, size);
        heap_mark_used(block, bytes);
        usage.bytes += heap_capacity(block) - before;
    }
    lock_release(&heap_lock);
    return fits ? payload : move(payload, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > ALIGNMENT_MAX)
        return NULL;
    if (alignment <= HEAP_ALIGN)
        return malloc(bytes);
    if (bytes > REQUEST_MAX)
        return exhausted();

    need_stack(HEAP_STACK);
    /* The gap before the aligned address is empty, or large enough to be a block of its own. */
    lock_take(&heap_lock);
    struct heap_block *block = heap_take(size_for(bytes) + alignment + HEAP_BLOCK_MIN);
    if (!block) {
        lock_release(&heap_lock);
        return exhausted();
    }
    uintptr_t start = (uintptr_t)heap_payload(block);
    uintptr_t aligned = (start + alignment - 1) & ~(alignment - 1);
    while (aligned != start && aligned - start < HEAP_BLOCK_MIN)
        aligned += alignment;
    if (aligned != start)
        block = heap_cut_front(block, aligned - start);
    heap_trim(block, size_for(bytes));
    return hand_out(block, bytes);
}
