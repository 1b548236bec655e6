/* One word a slot: the first slot of the range that holds it. */
#include "kernel/space.h"

#include "boot/layout.h"
#include "kernel/frames.h"
#include "kernel/paging.h"
#include "kernel/panic.h"
#include "kernel/service.h"
#include "kernel/user_memory.h"

#include <nt.h>
#include <stdint.h>
#include <string.h>

#define SLOT_COUNT (PROGRAMS_END / SPACE_SLOT)
#define FIRST_SLOT (RANGES_START / SPACE_SLOT)

static uint16_t owner[SLOT_COUNT]; /* 0: free; slot 0 is never handed out */
static uint32_t search_slot = FIRST_SLOT;

static uint32_t slots_for(size_t size)
{
    return (uint32_t)(((uint64_t)size + SPACE_SLOT - 1) / SPACE_SLOT) + CHECKED;
}

/* The first run of count free slots in [from, to), or 0. */
static uint32_t find_run(uint32_t from, uint32_t to, uint32_t count)
{
    uint32_t run = 0;
    for (uint32_t slot = from; slot < to; slot++) {
        run = owner[slot] ? 0 : run + 1;
        if (run == count)
            return slot + 1 - count;
    }
    return 0;
}

void *space_reserve(size_t size)
{
    uint32_t count = slots_for(size);
    uint32_t first = find_run(search_slot, SLOT_COUNT, count);
    if (!first)
        first = find_run(FIRST_SLOT, SLOT_COUNT, count);
    if (!first)
        return NULL;
    for (uint32_t slot = first; slot < first + count; slot++)
        owner[slot] = (uint16_t)first;
    search_slot = first + count;
    return (void *)(first * SPACE_SLOT);
}

static void decommit(char *start, char *end)
{
    for (char *page = start; page < end; page += PAGE_SIZE) {
        uint32_t frame = paging_unmap(page);
        if (frame != FRAME_NONE)
            frame_free(frame);
    }
}

static bool commit_page(char *page, unsigned rights)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return false;
    memset(direct(frame), 0, PAGE_SIZE);
    if (paging_map(page, frame, rights))
        return true;
    frame_free(frame);
    return false;
}

bool space_commit(void *address, size_t size, unsigned rights)
{
    char *start = address;
    for (char *page = start; page < start + size; page += PAGE_SIZE) {
        if (!commit_page(page, rights)) {
            decommit(start, page);
            return false;
        }
    }
    return true;
}

static bool is_range(const void *base)
{
    uint32_t slot = (uint32_t)base / SPACE_SLOT;
    return (uint32_t)base % SPACE_SLOT == 0 && slot && slot < SLOT_COUNT && owner[slot] == slot;
}

void space_release(void *base)
{
    uint32_t first = (uint32_t)base / SPACE_SLOT;
    if (!is_range(base))
        panic("space_release: %p is not the start of a range in use", base);
    uint32_t slot = first;
    for (; slot < SLOT_COUNT && owner[slot] == first; slot++)
        owner[slot] = 0;
    decommit(base, (char *)(slot * SPACE_SLOT));
}

void *space_alloc(size_t size)
{
    void *base = space_reserve(size);
    if (base && !space_commit(base, size, PAGE_WRITE | PAGE_USER)) {
        space_release(base);
        return NULL;
    }
    return base;
}

void *space_alloc_stack(size_t *size)
{
    if (*size > PROGRAMS_END) /* rounding up would wrap */
        return NULL;
    *size = (*size + SPACE_SLOT - 1) & ~(SPACE_SLOT - 1);
    char *base = space_reserve(*size);
    if (base && !space_commit(base + PAGE_SIZE, *size - PAGE_SIZE, PAGE_WRITE | PAGE_USER)) {
        space_release(base);
        return NULL;
    }
    return base;
}

uint32_t user_space_alloc(const uint32_t *words)
{
    return words[0] ? (uint32_t)space_alloc(words[0]) : 0;
}

uint32_t user_space_alloc_stack(const uint32_t *words)
{
    size_t *size = (size_t *)words[0];
    return user_writable(size, sizeof *size) && *size ? (uint32_t)space_alloc_stack(size) : 0;
}

uint32_t user_space_release(const uint32_t *words)
{
    if (!is_range((void *)words[0]))
        return STATUS_INVALID_PARAMETER;
    space_release((void *)words[0]);
    return STATUS_SUCCESS;
}
