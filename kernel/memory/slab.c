/* Free records of a frame are linked through their first word, once they have been in use. */
#include "kernel/memory/slab.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/frames.h"

#include <string.h>

struct page {
    struct link link; /* in the slab's list while a record is free */
    void *free;       /* NULL: none is */
    uint16_t used;
    uint16_t unused; /* the offset behind the records that are linked or in use */
} __attribute__((aligned(SLAB_ALIGNMENT)));

/* Links a record that has never been in use into the page's empty list, if there is one. */
static void extend(const struct slab *slab, struct page *page)
{
    char *record = (char *)page + page->unused;
    if (page->unused + slab->size > PAGE_SIZE)
        return;
    *(void **)record = NULL;
    page->free = record;
    page->unused = (uint16_t)(page->unused + slab->size);
}

static struct page *make_page(const struct slab *slab)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return NULL;
    struct page *page = direct(frame);
    *page = (struct page){.unused = sizeof *page};
    extend(slab, page);
    return page;
}

void *slab_alloc(struct slab *slab)
{
    kernel_must_be_locked();
    struct page *page;
    if (list_is_empty(&slab->pages)) {
        page = make_page(slab);
        if (!page)
            return NULL;
        list_append(&slab->pages, &page->link);
    } else {
        page = list_record(struct page, link, slab->pages.next);
    }
    void *record = page->free;
    page->free = *(void **)record;
    page->used++;
    if (!page->free)
        extend(slab, page);
    if (!page->free)
        list_remove(&page->link);
    return memset(record, 0, slab->zeroed);
}

void slab_free(struct slab *slab, void *record)
{
    kernel_must_be_locked();
    struct page *page = (struct page *)PAGE_DOWN((uint32_t)record);
    if (!page->free)
        list_append(&slab->pages, &page->link);
    *(void **)record = page->free;
    page->free = record;
    if (--page->used == 0) {
        list_remove(&page->link);
        frame_free((uint32_t)page - UPPER_HALF);
    }
}
