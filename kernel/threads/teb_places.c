/* A range has sixteen places, one a page. A place is free while its page has no memory. */
#include "kernel/threads/teb_places.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"

static char *latest; /* a range that has a free place, or NULL */

static char *find_free(char *range)
{
    for (char *page = range; range && page < range + SPACE_SLOT; page += PAGE_SIZE)
        if (!paging_has_frame(page))
            return page;
    return NULL;
}

TEB *teb_place_take(uint32_t *address)
{
    kernel_must_be_locked();
    char *page = find_free(latest);
    if (!page) {
        latest = page = space_reserve_high(SPACE_SLOT);
        if (!page)
            return NULL;
        space_set_tag(page, KERNEL_TAG);
    }
    if (!space_commit(page, PAGE_SIZE, PAGING_WRITE | PAGING_USER))
        return NULL;
    *address = (uint32_t)page;
    return direct(paging_look(page).physical);
}

void teb_place_give(uint32_t address)
{
    kernel_must_be_locked();
    char *range = (char *)(address & ~(SPACE_SLOT - 1u));
    bool used = false;
    space_decommit((void *)address, PAGE_SIZE);
    for (char *page = range; page < range + SPACE_SLOT; page += PAGE_SIZE)
        used |= paging_has_frame(page);
    if (used) {
        latest = range;
        return;
    }
    space_release(range);
    if (latest == range)
        latest = NULL;
}
