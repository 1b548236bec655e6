/* Free records of a frame are linked through their first word. */
#include "kernel/memory/slab.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/frames.h"

#include <string.h>

struct page {
    struct link link; /* in the slab's list while a record is free */
    void *free;
    uint32_t used;
} __attribute__((aligned(SLAB_ALIGNMENT)));

static struct page *make_page(const struct slab *slab)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return NULL;
    struct page *page = direct(frame);
    *page = (struct page){.free = NULL};
    for (char *at = (char *)page + PAGE_SIZE - slab->size; at >= (char *)(page + 1);
         at -= slab->size) {
        *(void **)at = page->free;
        page->free = at;
    }
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
