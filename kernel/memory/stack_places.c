/* A search begins at the range where a place of this size was taken or given back last, and goes on
 * with the next ranges. A new range is made when no place is free. */
#include "kernel/memory/stack_places.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/paging.h"

_Static_assert(PLACES *PAGE_SIZE == SPACE_SLOT, "PLACES");

/* For each number of pages: an address in that range, and the number of all free places. Both
 * become wrong when the program itself takes memory from a stack; that costs a longer search or
 * some addresses, no more. */
static struct size {
    char *latest;
    uint32_t free;
} sizes[PLACE_PAGES_MOST + 1];

/* Returns the pages of each place of a range, 0 when it has no places. */
static uint32_t pages_of(const struct range *range)
{
    uint32_t pages = (uint32_t)range->tag - PLACES_TAG;
    return pages <= PLACE_PAGES_MOST ? pages : 0;
}

static bool in_use(const char *place, size_t size)
{
    return paging_has_frame(place + size - PAGE_SIZE);
}

/* Returns a free place of the range that holds this address, if its places have so many pages. */
static char *find_free(const char *address, uint32_t pages)
{
    struct range range;
    if (!space_find(address, &range) || pages_of(&range) != pages)
        return NULL;
    size_t size = pages * PAGE_SIZE;
    for (char *place = range.base; place < range.base + range.size; place += size)
        if (!in_use(place, size))
            return place;
    return NULL;
}

/* Like find_free, for the ranges that start in (from, end). */
static char *find_between(char *from, const char *end, uint32_t pages)
{
    char *place = NULL;
    while (!place && (from = space_next(from)) < end)
        place = find_free(from, pages);
    return place;
}

char *place_take(uint32_t pages)
{
    kernel_must_be_locked();
    struct size *size = &sizes[pages];
    char *from = size->latest, *place = find_free(from, pages);
    if (!place && size->free)
        place = find_between(from, (char *)PROGRAMS_END, pages);
    if (!place && size->free)
        place = find_between(NULL, from + 1, pages);
    if (place) {
        size->free -= size->free > 0;
    } else if ((place = space_reserve(pages * SPACE_SLOT)) != NULL) {
        space_set_tag(place, (uint16_t)(PLACES_TAG + pages));
        size->free = PLACES - 1;
    }
    if (place)
        size->latest = place;
    return place;
}

bool place_give(char *base)
{
    kernel_must_be_locked();
    struct range range;
    if (!space_find(base, &range) || !pages_of(&range))
        return false;
    uint32_t pages = pages_of(&range), used = 0;
    struct size *size = &sizes[pages];
    space_decommit(base, pages * PAGE_SIZE);
    for (uint32_t i = 0; i < PLACES; i++)
        used += in_use(range.base + i * pages * PAGE_SIZE, pages * PAGE_SIZE);
    size->latest = range.base;
    size->free++;
    if (!used) {
        space_release(range.base);
        size->free -= size->free < PLACES ? size->free : PLACES;
    }
    return true;
}

bool place_find(const void *address, struct range *place)
{
    kernel_must_be_locked();
    struct range range;
    if (!space_find(address, &range) || !pages_of(&range))
        return false;
    size_t size = pages_of(&range) * PAGE_SIZE;
    *place = range;
    place->base += (size_t)((const char *)address - range.base) / size * size;
    place->size = size;
    return in_use(place->base, size);
}
