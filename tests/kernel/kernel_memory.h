/* Counts of pages and frames, for the tests of the kernel's memory. */
#ifndef TESTS_KERNEL_MEMORY_H
#define TESTS_KERNEL_MEMORY_H

#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stacks.h"
#include "tests/harness/locked.h"
#include "tests/harness/tap.h"

/* How many pages of [start, end) there are. */
static inline unsigned pages_present(uint32_t start, uint32_t end)
{
    unsigned count = 0;
    for (uint32_t at = start; at < end; at += PAGE_SIZE)
        count += paging_look((void *)at).present;
    return count;
}

/* Frames that are free or serve as tables, which stay once made. */
static inline uint32_t frames_left(void) { return frame_usage().free + paging_table_frames(); }

/* lowest: the stack's lowest usable byte. */
static inline void check_stack(const char *name, const void *lowest, const void *top)
{
    uint32_t start = (uint32_t)lowest;
    ok(start < (uint32_t)top, "the %s stack has %u KB", name, ((uint32_t)top - start) / 1024);
    ok(!paging_look((void *)(start - 1)).present, "below the %s stack no page is mapped", name);
    is_dec(pages_present(start & ~(PAGE_SIZE - 1), (uint32_t)top),
           ((uint32_t)top - (start & ~(PAGE_SIZE - 1)) + PAGE_SIZE - 1) / PAGE_SIZE,
           "the %s stack's own pages are", name);
}

#endif
