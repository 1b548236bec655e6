/* The checking build's heap: how damage is noticed and reported.
 *
 * - A guard word stands before the program's bytes. It is made from the block's address, and it
 * differs between used and free blocks. An underrun destroys it; a second free finds the wrong one.
 * - At least four guard bytes stand behind the program's bytes, up to the block's end, so an
 * overrun by one byte shows. free, realloc and heap_check look at the word and at the bytes.
 * - Freed bytes are filled. The next owner of the block, or heap_check, finds a byte that was
 * written in between. The links of the free lists lie there too. Their bitwise complements seal
 * them.
 * - New bytes are filled too. A program that reads them before it writes them sees nonsense.
 *
 * A pointer that fits no block is explained by a walk through its range from the start.
 */
#include "lib/heap_impl.h"

#include "lib/heap.h"

#if CHECKED

#include <string.h>

#include "lib/host.h"

#define GUARD_USED 0xA110CA7Eu
#define GUARD_FREE 0xF4EEB10Cu
#define FILL_NEW   0xCD
#define FILL_GUARD 0xFB
#define FILL_FREE  0xDD

static uint32_t guard(const struct heap_block *block, uint32_t kind)
{
    return (uint32_t)(uintptr_t)block ^ kind;
}

void heap_fill_new(void *start, size_t size)
{
    memset(start, FILL_NEW, size);
}

void heap_fill_free(void *start, size_t size)
{
    memset(start, FILL_FREE, size);
}

void heap_mark_used(struct heap_block *block, size_t requested)
{
    block->requested = requested;
    block->guard = guard(block, GUARD_USED);
    memset((char *)heap_payload(block) + requested, FILL_GUARD,
           heap_size(block) - sizeof *block - requested);
}

void heap_mark_free(struct heap_block *block)
{
    block->requested = 0;
    block->guard = guard(block, GUARD_FREE);
}

void heap_seal_links(struct heap_free *block)
{
    block->seal[0] = ~(uint32_t)(uintptr_t)block->next;
    block->seal[1] = ~(uint32_t)(uintptr_t)block->previous;
}

static _Noreturn void written_after_free(const struct heap_block *block, const void *where)
{
    lib_host.panic("heap: the free block %p (%u bytes) was written to at %p after it was freed",
                   heap_payload(block), (unsigned)(heap_size(block) - sizeof *block), where);
}

void heap_check_links(const struct heap_free *block)
{
    if (block->seal[0] != ~(uint32_t)(uintptr_t)block->next ||
        block->seal[1] != ~(uint32_t)(uintptr_t)block->previous)
        written_after_free(&block->block, &block->next);
}

/* Returns the first byte from start to end that is not `fill`, or NULL. */
static const void *first_other(const void *start, const void *end, unsigned char fill)
{
    for (const unsigned char *p = start; p < (const unsigned char *)end; p++) {
        if (*p != fill)
            return p;
    }
    return NULL;
}

static _Noreturn void written_before(const struct heap_block *block)
{
    lib_host.panic("heap: block %p (%u bytes) was written to before its start", heap_payload(block),
                   (unsigned)block->requested);
}

void heap_check_reuse(const struct heap_block *block, uint32_t size)
{
    uint32_t whole = heap_size(block);
    if (block->guard != guard(block, GUARD_FREE))
        written_before(block);
    const char *end = (const char *)block + (size < whole ? size : whole);
    const void *where = first_other((const struct heap_free *)block + 1, end, FILL_FREE);
    if (where)
        written_after_free(block, where);
}

static void check_end(const struct heap_block *block)
{
    if (block->requested > heap_size(block) - sizeof *block - HEAP_GUARD_BYTES)
        written_before(block);
    const char *end = (const char *)heap_payload(block) + block->requested;
    if (first_other(end, heap_next(block), FILL_GUARD))
        lib_host.panic("heap: block %p (%u bytes) was written to past its end", heap_payload(block),
                       (unsigned)block->requested);
}

/* Checks a block that a walk through its range meets. The block's header is checked first, because
 * it says where the next block is. */
static void check_block(const struct heap_range *range, const struct heap_block *block)
{
    const char *end = (const char *)range + range->size - sizeof *block;
    if (heap_size(block) < HEAP_BLOCK_MIN || heap_size(block) > (size_t)(end - (const char *)block))
        written_before(block);
    if (block->guard == guard(block, GUARD_USED)) {
        check_end(block);
    } else {
        heap_check_reuse(block, heap_size(block));
        heap_check_links((const struct heap_free *)block);
    }
}

static const struct heap_range *range_of(const void *payload)
{
    const struct heap_range *range = heap_ranges;
    while (range && (uintptr_t)payload - (uintptr_t)range >= range->size)
        range = range->next;
    return range;
}

/* Reports a pointer that is no used block. Damage found on the way to it is reported first. */
static _Noreturn void explain(const struct heap_range *range, const void *payload, const char *call)
{
    const struct heap_block *block = heap_first(range);
    while (!heap_is_end(block) && (const void *)heap_next(block) <= payload) {
        check_block(range, block);
        block = heap_next(block);
    }
    unsigned size = (unsigned)(heap_size(block) - sizeof *block);
    if (payload < (const void *)heap_first(range) || heap_is_end(block))
        lib_host.panic("heap: %s of %p, which was never allocated", call, payload);
    if (block->guard == guard(block, GUARD_USED))
        lib_host.panic("heap: %s of %p, which was never allocated: it lies in block %p (%u bytes)",
                       call, payload, heap_payload(block), (unsigned)block->requested);
    if (block->guard == guard(block, GUARD_FREE))
        lib_host.panic("heap: %s of %p, which is already free: it lies in the free block %p "
                       "(%u bytes)",
                       call, payload, heap_payload(block), size);
    written_before(block);
}

void heap_check_used(const void *payload, const char *call)
{
    const struct heap_range *range = range_of(payload);
    if (!range)
        lib_host.panic("heap: %s of %p, which was never allocated, or was a block with a range of "
                       "its own and is already free",
                       call, payload);
    const struct heap_block *block = heap_block_of(payload);
    if ((uintptr_t)payload % HEAP_ALIGN != 0 || block < heap_first(range) ||
        block->guard != guard(block, GUARD_USED))
        explain(range, payload, call);
    check_end(block);
}

void heap_check(void)
{
    lock_take(&heap_lock);
    for (const struct heap_range *range = heap_ranges; range; range = range->next) {
        const struct heap_block *block = heap_first(range);
        for (; !heap_is_end(block); block = heap_next(block))
            check_block(range, block);
    }
    lock_release(&heap_lock);
}

#else

#include "lib/host.h"

void heap_report_damage(const void *payload, const char *call)
{
    lib_host.panic("heap: %s of %p: no block in use, or its end was overwritten; the option "
                   "--checked finds the place",
                   call, payload);
}

void heap_check(void)
{
}

#endif
