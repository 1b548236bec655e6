/* The memory that is the same for all contenders that take the caller's stacks. */
#include "bench/native/native.h"

#include <stdlib.h>
#include <sys/mman.h>

/* An odd multiple of 128: the tops of the stacks then lie in all sets of the caches, where a power
 * of two would crowd them into a few. docs/bench.md has the figures. */
unsigned slot_stride = 896;
bool slots_are_huge = true;

enum { LARGE_PAGE = 2 << 20, MOST_REGIONS = 4 };

static struct {
    char *start;
    size_t size;
} regions[MOST_REGIONS];

static void note_region(char *start, size_t size)
{
    unsigned free = 0;
    while (regions[free].start)
        free++;
    regions[free].start = start;
    regions[free].size = size;
}

void *slots_map(size_t size)
{
    size = (size + LARGE_PAGE - 1) & -(size_t)LARGE_PAGE;
    size_t whole = size + LARGE_PAGE; /* some of which lies before the first large page */
    char *region = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)region % LARGE_PAGE;
    munmap(region + before + size, whole - before - size);
    if (before)
        munmap(region, before);
    if (slots_are_huge)
        madvise(region + before, size, MADV_HUGEPAGE);
    note_region(region + before, size);
    return region + before;
}

void slots_unmap(void *start)
{
    for (unsigned i = 0; i < MOST_REGIONS; i++) {
        if (regions[i].start == start) {
            munmap(start, regions[i].size);
            regions[i].start = NULL;
        }
    }
}

/* ---------------------------------------------------------------- guarded stacks */

enum { PAGE = 4096 };

static char *free_stacks; /* a list, linked through the first word of the block */

char *guarded_stack(void)
{
    char *top = free_stacks;
    if (top) {
        free_stacks = *(char **)(void *)top;
        return top;
    }
    char *region =
        mmap(NULL, GUARDED_SPACING, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *base = region + GUARDED_SPACING - GUARDED_SIZE;
    if (region == MAP_FAILED || mprotect(base + PAGE, GUARDED_SIZE - PAGE, PROT_READ | PROT_WRITE))
        return NULL;
    return base + GUARDED_SIZE - BLOCK_SIZE;
}

void guarded_stack_free(char *top)
{
    *(char **)(void *)top = free_stacks;
    free_stacks = top;
}

/* ---------------------------------------------------------------- slots */

bool slots_are_guarded;
static char **tops; /* of guarded stacks, */
static unsigned guarded;
static char *first; /* or of the first one of packed stacks */
static unsigned from_one_to_next;

static bool have_guarded(unsigned count)
{
    while (guarded)
        guarded_stack_free(tops[--guarded]);
    free(tops);
    tops = calloc(count, sizeof *tops);
    while (tops && guarded < count && (tops[guarded] = guarded_stack()))
        guarded++;
    return guarded == count;
}

bool slots(unsigned count, unsigned stride)
{
    static char *region;
    static size_t size;
    if (slots_are_guarded)
        return have_guarded(count);
    /* A block begins in the middle of a pair of cache lines, so that the top of the stack and the
     * first 64 bytes above it are fetched together. */
    size_t stack = stride - BLOCK_SIZE;
    size_t shift = (64 + 128 - stack % 128) % 128;
    size_t needed = (size_t)count * stride + 128;
    if (needed > size) {
        if (region)
            slots_unmap(region);
        size = needed;
        region = slots_map(size);
    }
    if (!region) {
        size = 0;
        return false;
    }
    first = region + shift + stack;
    from_one_to_next = stride;
    return true;
}

void *slot(unsigned i)
{
    return slots_are_guarded ? tops[i] : first + (size_t)i * from_one_to_next;
}

unsigned slot_size(void)
{
    return slots_are_guarded ? GUARDED_SIZE - PAGE - BLOCK_SIZE : from_one_to_next - BLOCK_SIZE;
}
