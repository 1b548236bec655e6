/* The heap's blocks: lists of free blocks, splitting, joining, and the ranges that blocks lie in.
 */
#include "lib/heap.h"

#include "lib/heap_impl.h"
#include "lib/host.h"

/* There is a list for each size that a free block in a common range can have, and a last list for
 * larger blocks. A coarser list would also hold blocks too small for a request. A program that
 * fills range after range leaves such a block in each range, so every search would meet all of
 * them. A bit of bin_map says that a list is not empty. A bit of word_map says that a word of
 * bin_map is not 0. */
#define BINS       (HEAP_RANGE / HEAP_ALIGN)
#define BIN_WORDS  (BINS / 32)
#define WORD_WORDS (BIN_WORDS / 32)

static struct heap_free *bins[BINS];
static uint32_t bin_map[BIN_WORDS];
static uint32_t word_map[WORD_WORDS];

_Static_assert(HEAP_COMMON_MAX / HEAP_ALIGN < BINS - 1, "the last list is for larger blocks only");

struct lock heap_lock;
struct heap_range *heap_ranges;

/* The one empty range that is kept. Without it, a program that allocates and frees one block in
 * turn would ask for a range each time. */
static struct heap_range *spare;

static unsigned bin_of(uint32_t size)
{
    return size <= HEAP_COMMON_MAX ? size / HEAP_ALIGN : BINS - 1;
}

static void map_set(uint32_t *map, unsigned bit)
{
    map[bit / 32] |= 1u << bit % 32;
}

/* Clears a bit. Returns whether the bit's word is 0 now. */
static bool map_clear(uint32_t *map, unsigned bit)
{
    map[bit / 32] &= ~(1u << bit % 32);
    return map[bit / 32] == 0;
}

/* Returns the first set bit from `bit` on in a map of so many words, or one past the map if none is
 * set. */
static unsigned map_from(const uint32_t *map, unsigned words, unsigned bit)
{
    for (unsigned word = bit / 32; word < words; word++, bit = word * 32) {
        uint32_t bits = map[word] & (UINT32_MAX << bit % 32);
        if (bits != 0)
            return word * 32 + (unsigned)__builtin_ctz(bits);
    }
    return words * 32;
}

static void bin_insert(struct heap_block *block)
{
    struct heap_free *node = (struct heap_free *)block;
    unsigned bin = bin_of(heap_size(block));
    node->previous = NULL;
    node->next = bins[bin];
    if (node->next) {
        heap_check_links(node->next);
        node->next->previous = node;
        heap_seal_links(node->next);
    }
    heap_seal_links(node);
    bins[bin] = node;
    map_set(bin_map, bin);
    map_set(word_map, bin / 32);
}

static void bin_remove(struct heap_block *block)
{
    struct heap_free *node = (struct heap_free *)block;
    unsigned bin = bin_of(heap_size(block));
    heap_check_links(node);
    if (node->next) {
        heap_check_links(node->next);
        node->next->previous = node->previous;
        heap_seal_links(node->next);
    }
    if (node->previous) {
        heap_check_links(node->previous);
        node->previous->next = node->next;
        heap_seal_links(node->previous);
    } else {
        bins[bin] = node->next;
        if (!node->next && map_clear(bin_map, bin))
            map_clear(word_map, bin / 32);
    }
}

/* Returns the first list from `bin` on that is not empty, or BINS if there is none. */
static unsigned bin_from(unsigned bin)
{
    unsigned word = bin / 32;
    bin = map_from(bin_map, word + 1, bin);
    if (bin / 32 == word)
        return bin;
    /* Else the first list of the next word that is not 0. */
    word = map_from(word_map, WORD_WORDS, word + 1);
    return map_from(bin_map, BIN_WORDS, word * 32);
}

/* Returns the last list's first block that is large enough. The list holds only the free part of a
 * large block's range in which another block is still used. Such a part is almost as long as two
 * common ranges, so there are few. */
static struct heap_block *find_large(uint32_t size)
{
    for (struct heap_free *node = bins[BINS - 1]; node; node = node->next) {
        heap_check_links(node);
        if (heap_size(&node->block) >= size)
            return &node->block;
    }
    return NULL;
}

/* Returns a block of at least `size` bytes that is still in its list, or NULL. Among common blocks
 * it is the smallest one. */
static struct heap_block *bin_find(uint32_t size)
{
    if (size > HEAP_COMMON_MAX)
        return find_large(size);
    unsigned bin = bin_from(bin_of(size));
    return bin < BINS ? &bins[bin]->block : NULL;
}

static void set_size(struct heap_block *block, uint32_t size, uint32_t used)
{
    block->size = size | used;
    heap_next(block)->previous = size;
}

/* Returns the range that a free block fills from end to end, or NULL. */
static struct heap_range *range_filled_by(struct heap_block *block)
{
    if (block->previous != 0 || !heap_is_end(heap_next(block)))
        return NULL;
    return (struct heap_range *)((char *)block - sizeof(struct heap_range));
}

/* Takes a range out of the heap, and returns it. */
static struct heap_range *range_leave(struct heap_range *range)
{
    if (range->next)
        range->next->previous = range->previous;
    if (range->previous)
        range->previous->next = range->next;
    else
        heap_ranges = range->next;
    return range;
}

bool heap_release_reserve(void)
{
    lock_take(&heap_lock);
    struct heap_range *range = spare;
    spare = NULL;
    if (range) {
        bin_remove(heap_first(range));
        range_leave(range);
    }
    lock_release(&heap_lock);
    if (range)
        lib_host.range_free(range);
    return range;
}

/* Cuts an unlisted block down to `size` bytes, if the rest is large enough for a block. The rest is
 * free memory already and the block behind it is in use, so only the rest's header is written. */
static void split(struct heap_block *block, uint32_t size)
{
    uint32_t whole = heap_size(block);
    if (whole - size < HEAP_BLOCK_MIN || whole > HEAP_COMMON_MAX)
        return; /* a large block keeps its whole range: a second block would pin it */
    set_size(block, size, block->size & HEAP_USED);
    struct heap_block *rest = heap_next(block);
    set_size(rest, whole - size, 0);
    heap_mark_free(rest);
    bin_insert(rest);
}

/* Takes a new range as one free block of at least `size` bytes, in no list. */
static struct heap_block *range_take(uint32_t size)
{
    size_t length = (size + HEAP_OVERHEAD + HEAP_RANGE - 1) / HEAP_RANGE * HEAP_RANGE;
    lock_release(&heap_lock);
    struct heap_range *range = lib_host.range_alloc(length);
    if (!range && heap_release_reserve())
        range = lib_host.range_alloc(length);
    lock_take(&heap_lock);
    if (!range)
        return NULL;

    *range = (struct heap_range){.next = heap_ranges, .size = length};
    if (heap_ranges)
        heap_ranges->previous = range;
    heap_ranges = range;

    struct heap_block *block = heap_first(range);
    struct heap_block *end = (struct heap_block *)((char *)range + length - sizeof *end);
    *end = (struct heap_block){.size = HEAP_USED};
    heap_fill_free(block, length - HEAP_OVERHEAD);
    *block = (struct heap_block){0};
    set_size(block, (uint32_t)(length - HEAP_OVERHEAD), 0);
    return block;
}

struct heap_block *heap_take(uint32_t size)
{
    struct heap_block *block = bin_find(size);
    if (block) {
        if (spare && block == heap_first(spare))
            spare = NULL;
        bin_remove(block);
        heap_check_reuse(block, size + HEAP_BLOCK_MIN);
    } else {
        block = range_take(size);
        if (!block)
            return NULL;
    }
    split(block, size);
    block->size |= HEAP_USED;
    return block;
}

void heap_trim(struct heap_block *block, uint32_t size)
{
    uint32_t whole = heap_size(block);
    if (whole - size < HEAP_BLOCK_MIN || whole > HEAP_COMMON_MAX)
        return;
    set_size(block, size, HEAP_USED);
    struct heap_block *rest = heap_next(block);
    set_size(rest, whole - size, HEAP_USED);
    heap_release(rest); /* the block itself keeps the range */
}

struct heap_block *heap_cut_front(struct heap_block *block, uint32_t gap)
{
    uint32_t whole = heap_size(block);
    set_size(block, gap, HEAP_USED);
    struct heap_block *rest = heap_next(block);
    set_size(rest, whole - gap, HEAP_USED);
    heap_release(block);
    return rest;
}

bool heap_grow(struct heap_block *block, uint32_t size)
{
    if (heap_size(block) >= size)
        return true;
    struct heap_block *next = heap_next(block);
    uint32_t both = heap_size(block) + heap_size(next);
    if (heap_used(next) || both < size)
        return false;
    bin_remove(next);
    heap_check_reuse(next, size - heap_size(block) + HEAP_BLOCK_MIN);
    heap_fill_free(next, HEAP_BLOCK_MIN);
    set_size(block, both, HEAP_USED);
    split(block, size);
    return true;
}

struct heap_range *heap_release(struct heap_block *block)
{
    struct heap_block *next = heap_next(block);
    set_size(block, heap_size(block), 0);
    heap_mark_free(block);
    heap_fill_free(heap_payload(block), heap_size(block) - sizeof *block);
    if (!heap_used(next)) {
        bin_remove(next);
        set_size(block, heap_size(block) + heap_size(next), 0);
        heap_fill_free(next, HEAP_BLOCK_MIN);
    }
    if (block->previous != 0) {
        struct heap_block *before = (struct heap_block *)((char *)block - block->previous);
        if (!heap_used(before)) {
            bin_remove(before);
            set_size(before, heap_size(before) + heap_size(block), 0);
            heap_fill_free(block, sizeof *block);
            block = before;
        }
    }

    struct heap_range *range = range_filled_by(block);
    if (range && (spare || range->size != HEAP_RANGE))
        return range_leave(range);
    if (range)
        spare = range;
    bin_insert(block);
    return NULL;
}
