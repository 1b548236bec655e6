/* Two words a slot: the number of its range's first slot, and in a first slot the rest that is kept
 * of the range. */
#include "kernel/memory/space.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/panic.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/page_clear.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/user_memory.h"
#include "kernel/trap/service_entry.h"

#include <nt.h>
#include <stdint.h>
#include <string.h>

#define SLOT_COUNT  (PROGRAMS_END / SPACE_SLOT)
#define FIRST_SLOT  (RANGES_START / SPACE_SLOT)

/* No table of pages has fewer entries. */
#define TABLE_LEAST 512u

static struct {
    uint16_t owner;         /* 0: free; slot 0 is never handed out */
    uint16_t last_page : 4; /* in a first slot: the number of the last page in the last slot */
    uint16_t tag : 12;
} slots[SLOT_COUNT];
static uint32_t search_slot = FIRST_SLOT;

static uint32_t slots_for(size_t size)
{
    return (uint32_t)(((uint64_t)size + SPACE_SLOT - 1) / SPACE_SLOT);
}

/* Returns the start of the lowest run of count free slots in [from, to), or of the highest if last;
 * 0 when there is none. In checking builds the slots on either side must be free, too. */
static uint32_t find_run(uint32_t from, uint32_t to, uint32_t count, bool last)
{
    uint32_t run = 0;
    for (uint32_t i = 0; i < to - from; i++) {
        uint32_t slot = last ? to - 1 - i : from + i;
        run = slots[slot].owner ? 0 : run + 1;
        if (run == count + 2 * CHECKED)
            return last ? slot + CHECKED : slot + 1 - count - CHECKED;
    }
    return 0;
}

static void *space_take(uint32_t first, uint32_t count, size_t size)
{
    for (uint32_t slot = first; slot < first + count; slot++)
        slots[slot].owner = (uint16_t)first;
    slots[first].last_page = (size - 1) % SPACE_SLOT / PAGE_SIZE & 15;
    slots[first].tag = 0;
    return (void *)(first * SPACE_SLOT);
}

void *space_reserve(size_t size)
{
    kernel_must_be_locked();
    uint32_t count = slots_for(size);
    uint32_t first = find_run(search_slot - CHECKED, SLOT_COUNT, count, false);
    if (!first)
        first = find_run(FIRST_SLOT - CHECKED, SLOT_COUNT, count, false);
    if (!first)
        return NULL;
    search_slot = first + count;
    return space_take(first, count, size);
}

void *space_reserve_high(size_t size)
{
    kernel_must_be_locked();
    uint32_t count = slots_for(size);
    uint32_t first = find_run(FIRST_SLOT - CHECKED, SLOT_COUNT, count, true);
    return first ? space_take(first, count, size) : NULL;
}

bool space_reserve_at(void *base, size_t size)
{
    kernel_must_be_locked();
    uint32_t first = (uint32_t)base / SPACE_SLOT, count = slots_for(size);
    if (first == 0 || first >= SLOT_COUNT || count > SLOT_COUNT - first)
        return false;
    for (uint32_t slot = first; slot < first + count; slot++)
        if (slots[slot].owner)
            return false;
    space_take(first, count, size);
    return true;
}

/* Returns the slot behind a range's last one. */
static uint32_t end_of(uint32_t first)
{
    uint32_t slot = first;
    while (slot < SLOT_COUNT && slots[slot].owner == first)
        slot++;
    return slot;
}

void space_split(void *base, size_t size)
{
    kernel_must_be_locked();
    uint32_t first = (uint32_t)base / SPACE_SLOT, second = first + slots_for(size),
             end = end_of(first);
    for (uint32_t slot = second; slot < end; slot++)
        slots[slot].owner = (uint16_t)second;
    slots[second].last_page = slots[first].last_page;
    slots[second].tag = 0;
    slots[first].last_page = SPACE_SLOT / PAGE_SIZE - 1;
}

bool space_find(const void *address, struct range *range)
{
    kernel_must_be_locked();
    uint32_t slot = (uint32_t)address / SPACE_SLOT;
    uint32_t first = slot < SLOT_COUNT ? slots[slot].owner : 0;
    if (!first)
        return false;
    range->base = (char *)(first * SPACE_SLOT);
    range->size =
        (end_of(first) - 1 - first) * SPACE_SLOT + (slots[first].last_page + 1u) * PAGE_SIZE;
    range->tag = slots[first].tag;
    return (const char *)address < range->base + range->size;
}

char *space_next(const void *address)
{
    kernel_must_be_locked();
    uint32_t slot = (uint32_t)address / SPACE_SLOT + 1;
    while (slot < SLOT_COUNT && slots[slot].owner != slot)
        slot++;
    return (char *)(slot < SLOT_COUNT ? slot * SPACE_SLOT : PROGRAMS_END);
}

uint16_t space_tag(const void *address)
{
    kernel_must_be_locked();
    uint32_t slot = (uint32_t)address / SPACE_SLOT;
    return slot < SLOT_COUNT ? slots[slots[slot].owner].tag : 0;
}

void space_set_tag(void *base, uint16_t tag)
{
    kernel_must_be_locked();
    slots[(uint32_t)base / SPACE_SLOT].tag = tag & 0xFFF;
}

/* Pages whose frames are retired: no CPU may reach a frame that is handed out, so all CPUs forget
 * the pages first. */
static struct {
    bool together;
    uint32_t start, end; /* their addresses lie in between; end is 0 when there are none */
} going = {.start = UINT32_MAX};

static void let_go(void)
{
    if (!going.end)
        return;
    cpus_invalidate((void *)going.start, going.end - going.start);
    frames_let_go();
    going.start = UINT32_MAX;
    going.end = 0;
}

/* Returns whether the page had memory. */
static bool decommit_page(char *page)
{
    uint32_t frame = paging_unmap(page), address = (uint32_t)page;
    if (frame == FRAME_NONE)
        return false;
    frame_retire(frame);
    going.start = address < going.start ? address : going.start;
    going.end = address + PAGE_SIZE > going.end ? address + PAGE_SIZE : going.end;
    return true;
}

static void decommit_pages(char *page, const char *end)
{
    while (page < end) {
        bool had_memory = decommit_page(page);
        if (!going.together)
            service_pause_at(page);
        page = had_memory ? page + PAGE_SIZE : paging_next_mapped(page, end);
    }
}

void space_decommit(void *address, size_t size)
{
    kernel_must_be_locked();
    char *end = (char *)address + size;
    for (char *page = address, *next; page < end; page = next) {
        next = paging_next_table(page);
        if (paging_has_table(page))
            decommit_pages(page, next < end ? next : end);
    }
    if (!going.together)
        let_go();
}

void space_begin_together(void)
{
    kernel_must_be_locked();
    going.together = true;
}

void space_end_together(void)
{
    kernel_must_be_locked();
    going.together = false;
    let_go();
}

static bool commit_page(char *page, unsigned rights)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return false;
    page_clear(direct(frame));
    if (paging_map(page, frame, rights))
        return true;
    frame_free(frame);
    return false;
}

bool space_fits(const void *address, size_t size)
{
    kernel_must_be_locked();
    uint32_t free = frame_usage().free,
             pages = (uint32_t)(((uint64_t)size + PAGE_SIZE - 1) / PAGE_SIZE);
    uint32_t tables = pages / TABLE_LEAST + 2;
    const char *start = address;
    return pages + tables <= free || paging_suffices(free, start, start + size);
}

/* A single page needs no look: its failure changes nothing. */
bool space_commit(void *address, size_t size, unsigned rights)
{
    kernel_must_be_locked();
    char *start = address;
    if (size > PAGE_SIZE && !space_fits(address, size))
        return false;
    for (char *page = start; page < start + size; page += PAGE_SIZE) {
        service_pause_at(page);
        if (!commit_page(page, rights)) {
            space_decommit(start, (size_t)(page - start));
            return false;
        }
    }
    return true;
}

bool space_is_range(const void *base)
{
    kernel_must_be_locked();
    uint32_t slot = (uint32_t)base / SPACE_SLOT;
    return (uint32_t)base % SPACE_SLOT == 0 && slot && slot < SLOT_COUNT &&
           slots[slot].owner == slot;
}

void space_release(void *base)
{
    kernel_must_be_locked();
    uint32_t first = (uint32_t)base / SPACE_SLOT;
    if (!space_is_range(base))
        panic("space_release: %p is not the start of a range in use", base);
    uint32_t end = end_of(first);
    for (uint32_t slot = first; slot < end; slot++)
        slots[slot].owner = 0;
    space_decommit(base, (end - first) * SPACE_SLOT);
}

void *space_alloc(size_t size)
{
    kernel_must_be_locked();
    void *base = space_reserve(size);
    if (base && !space_commit(base, size, PAGING_WRITE | PAGING_USER | protection_of_data())) {
        space_release(base);
        return NULL;
    }
    return base;
}

uint32_t user_space_alloc(struct service_call *call)
{
    return call->words[0] ? (uint32_t)space_alloc(call->words[0]) : 0;
}

uint32_t user_space_reserve(struct service_call *call)
{
    return call->words[0] ? (uint32_t)space_reserve(call->words[0]) : 0;
}

uint32_t user_space_release(struct service_call *call)
{
    struct range range;
    if (!space_is_range((void *)call->words[0]) || !space_find((void *)call->words[0], &range) ||
        range.tag)
        return STATUS_INVALID_PARAMETER;
    space_release((void *)call->words[0]);
    return STATUS_SUCCESS;
}
