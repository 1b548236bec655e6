/* The heap's layout in memory, shared by heap.c, heap_blocks.c, heap_check.c and heap_sizes.c.
 *
 * A range from lib_host.range_alloc:
 *
 *     heap_range | block | block | ... | end: a header with HEAP_USED and nothing else
 *
 * Blocks fill a range without gaps. No two free blocks are neighbours. Each header has its own
 * block's size and that of the block before it, so both neighbours are found from any block. Free
 * blocks are in lists by size. A block too large for a range of HEAP_RANGE bytes has a range of its
 * own.
 */
#ifndef LIB_HEAP_IMPL_H
#define LIB_HEAP_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/heap.h"
#include "lib/lock.h"
#include "lib/need_stack.h"

#define HEAP_RANGE 65536u
#define HEAP_ALIGN 8u
#define HEAP_USED  1u /* a bit of heap_block.size; the other low bits are 0 */

struct heap_block {
    uint32_t size;     /* with this header */
    uint32_t previous; /* size of the block before, 0 for the first */
#if CHECKED
    uint32_t requested; /* bytes the program asked for; behind them stand guard bytes */
    uint32_t guard;     /* see heap_check.c; the last word before the program's bytes */
#endif
};

struct heap_free {
    struct heap_block block;
    struct heap_free *next, *previous;
#if CHECKED
    uint32_t seal[2]; /* complements of the two links */
#endif
};

struct heap_range {
    struct heap_range *next, *previous;
    size_t size;
    uint32_t unused; /* keeps the first block aligned */
};

#define HEAP_BLOCK_MIN  sizeof(struct heap_free)
#define HEAP_OVERHEAD   (sizeof(struct heap_range) + sizeof(struct heap_block))
#define HEAP_COMMON_MAX (HEAP_RANGE - HEAP_OVERHEAD)

_Static_assert(sizeof(struct heap_block) % HEAP_ALIGN == 0, "blocks are aligned");
_Static_assert(sizeof(struct heap_range) % HEAP_ALIGN == 0, "the first block is aligned");

extern struct heap_range *heap_ranges;

/* The most stack that a call takes, lib_host's functions included. */
#define HEAP_STACK 768

static inline uint32_t heap_size(const struct heap_block *block)
{
    return block->size & ~HEAP_USED;
}

/* Bytes behind the header. */
static inline size_t heap_capacity(const struct heap_block *block)
{
    return heap_size(block) - sizeof *block;
}

static inline bool heap_used(const struct heap_block *block)
{
    return block->size & HEAP_USED;
}

static inline struct heap_block *heap_next(const struct heap_block *block)
{
    return (struct heap_block *)((char *)block + heap_size(block));
}

static inline bool heap_is_end(const struct heap_block *block)
{
    return heap_size(block) == 0;
}

static inline void *heap_payload(const struct heap_block *block)
{
    return (char *)block + sizeof *block;
}

static inline struct heap_block *heap_block_of(const void *payload)
{
    return (struct heap_block *)((char *)payload - sizeof(struct heap_block));
}

static inline struct heap_block *heap_first(const struct heap_range *range)
{
    return (struct heap_block *)((char *)range + sizeof *range);
}

/* heap_blocks.c: blocks without regard to their contents. Sizes are those of whole blocks. The
 * caller has the lock. */

/* Takes a free block of at least `size` bytes and marks it used. Among common blocks it is the
 * smallest one. Returns NULL when memory is exhausted. Releases the lock for a while when it needs
 * a new range. */
struct heap_block *heap_take(uint32_t size);

/* Frees the part of a used block beyond `size` bytes, if it is large enough for a block. */
void heap_trim(struct heap_block *block, uint32_t size);

/* Cuts the first `gap` bytes off a used block and frees them; returns the block that is left. */
struct heap_block *heap_cut_front(struct heap_block *block, uint32_t gap);

/* Makes a used block at least `size` bytes long where it stands. A free block behind it yields the
 * bytes. Returns false, with nothing changed, when they are not there. */
bool heap_grow(struct heap_block *block, uint32_t size);

/* Makes a used block free and joins it with free neighbours. Returns a range that is empty now and
 * belongs to the heap no more, or NULL. The caller gives it back when the lock is released. */
struct heap_range *heap_release(struct heap_block *block);

/* heap_check.c: the marks and checks of a checking build, for callers that have the lock. An
 * ordinary build has only heap_check_plainly, which may fault and so is called without the lock. */
#if CHECKED
#define HEAP_GUARD_BYTES                  4u /* the least number behind the program's bytes */
#define heap_check_plainly(payload, call) ((void)0)

/* Checks that this is a used block and undamaged. `call` names the function that was given it. */
void heap_check_used(const void *payload, const char *call);

/* Check that the program has not written to a free block. heap_check_reuse: the first `size` bytes,
 * header included, of a block that is no longer listed. heap_check_links: the links of a listed
 * block. */
void heap_check_reuse(const struct heap_block *block, uint32_t size);
void heap_check_links(const struct heap_free *block);

/* Called after every change of a listed block's links. */
void heap_seal_links(struct heap_free *block);

/* Write the header of a block that becomes used or free, and the guard bytes behind a used one. */
void heap_mark_used(struct heap_block *block, size_t requested);
void heap_mark_free(struct heap_block *block);

/* Fill bytes that become the program's, and bytes that become part of a free block. */
void heap_fill_new(void *start, size_t size);
void heap_fill_free(void *start, size_t size);
#else
#define HEAP_GUARD_BYTES              0u
#define heap_check_used(block, call)  ((void)0)
#define heap_check_reuse(block, size) ((void)0)
#define heap_check_links(block)       ((void)0)
#define heap_seal_links(block)        ((void)0)
#define heap_mark_used(block, size)   ((void)(size))
#define heap_mark_free(block)         ((void)0)
#define heap_fill_new(start, size)    ((void)0)
#define heap_fill_free(start, size)   ((void)0)

/* Reports a pointer that is no used block, or a block whose end was overwritten. */
_Noreturn void heap_report_damage(const void *payload, const char *call);

/* Checks what two headers say about each other: enough for most double frees and overruns. Where a
 * range is gone, the look itself faults. */
static inline void heap_check_plainly(const void *payload, const char *call)
{
    const struct heap_block *block = heap_block_of(payload);
    if (!heap_used(block) || heap_next(block)->previous != heap_size(block))
        heap_report_damage(payload, call);
}
#endif

#endif
