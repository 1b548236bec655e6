/* A page has as many places as fit. Only the kernel knows which places are free. */
#include "kernel/ums/shared_records.h"

#include "boot/layout.h"
#include "kernel/call/ums_context.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/slab.h"
#include "kernel/threads/teb_places.h"
#include "lib/list.h"

#include <string.h>

#define PLACES   (PAGE_SIZE / UMS_SIZE)
#define ALL_FREE ((1ull << PLACES) - 1)
_Static_assert(PLACES < 64, "a bit for each place");

struct ums_page {
    struct link link; /* in the list of pages with a free place */
    char *direct;
    uint32_t address;
    uint64_t free; /* a bit for each place */
};

static struct slab pages = SLAB_OF(pages, struct ums_page);
static struct link some_free = {&some_free, &some_free};

static struct ums_page *make_page(void)
{
    struct ums_page *page = slab_alloc(&pages);
    if (!page)
        return NULL;
    page->direct = (char *)teb_place_take(&page->address);
    if (!page->direct) {
        slab_free(&pages, page);
        return NULL;
    }
    page->free = ALL_FREE;
    list_append(&some_free, &page->link);
    return page;
}

bool ums_place_take(struct ums_place *place)
{
    kernel_must_be_locked();
    struct ums_page *page = list_is_empty(&some_free)
                                ? make_page()
                                : list_record(struct ums_page, link, some_free.next);
    if (!page)
        return false;
    uint32_t offset = (uint32_t)__builtin_ctzll(page->free) * UMS_SIZE;
    page->free &= page->free - 1;
    if (!page->free)
        list_remove(&page->link);
    *place = (struct ums_place){page, page->direct + offset, page->address + offset};
    memset(place->direct, 0, UMS_SIZE);
    return true;
}

void ums_place_give(const struct ums_place *place)
{
    kernel_must_be_locked();
    struct ums_page *page = place->page;
    if (!page->free)
        list_append(&some_free, &page->link);
    page->free |= 1ull << (place->address - page->address) / UMS_SIZE;
    bool alone = page->link.next == page->link.previous;
    bool kept = alone && !CHECKED; /* for the next place. The report of leaks would count it */
    if (page->free == ALL_FREE && !kept) {
        list_remove(&page->link);
        teb_place_give(page->address);
        slab_free(&pages, page);
    }
}
