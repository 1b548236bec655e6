/* A search begins at the range where one of this size was taken or given back last, which nearly
 * always has a free place. All ranges are looked at only when no new one can be had. */
#include "kernel/memory/stack_places.h"

#include "boot/layout.h"
#include "kernel/memory/paging.h"

_Static_assert(PLACES * PAGE_SIZE == SPACE_SLOT, "PLACES");

/* For each number of pages an address in that range, which may be gone. */
static char *latest[PLACE_PAGES_MOST + 1];

/* Pages of the places of a range; 0 when it has none. */
static uint32_t pages_of(const struct range *range)
{
    uint32_t pages = (uint32_t)range->tag - PLACES_TAG;
    return pages <= PLACE_PAGES_MOST ? pages : 0;
}

static bool in_use(const char *place, size_t size)
{
    return page_has_frame(paging_look(place + size - PAGE_SIZE));
}

/* A free place of the range that holds this address, if it has places of so many pages. */
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

/* The same of the ranges that start in (from, end). */
static char *find_between(char *from, const char *end, uint32_t pages)
{
    char *place = NULL;
    while (!place && (from = space_next(from)) < end)
        place = find_free(from, pages);
    return place;
}

char *place_take(uint32_t pages)
{
    char *from = latest[pages], *place = find_free(from, pages);
    if (!place && (place = space_reserve(pages * SPACE_SLOT)) != NULL)
        space_set_tag(place, (uint16_t)(PLACES_TAG + pages));
    if (!place)
        place = find_between(from, (char *)PROGRAMS_END, pages);
    if (!place)
        place = find_between(NULL, from + 1, pages);
    if (place)
        latest[pages] = place;
    return place;
}

bool place_give(char *base)
{
    struct range range;
    if (!space_find(base, &range) || !pages_of(&range))
        return false;
    uint32_t pages = pages_of(&range);
    space_decommit(base, pages * PAGE_SIZE);
    latest[pages] = range.base;
    bool others = false;
    for (uint32_t i = 0; i < PLACES; i++)
        others |= in_use(range.base + i * pages * PAGE_SIZE, pages * PAGE_SIZE);
    if (!others)
        space_release(range.base);
    return true;
}

bool place_find(const void *address, struct range *place)
{
    struct range range;
    if (!space_find(address, &range) || !pages_of(&range))
        return false;
    size_t size = pages_of(&range) * PAGE_SIZE;
    *place = range;
    place->base += (size_t)((const char *)address - range.base) / size * size;
    place->size = size;
    return in_use(place->base, size);
}
