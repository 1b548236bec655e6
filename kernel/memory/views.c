/* A page of a view is the view's own if its frame is not its source's. A page that is to be copied
 * on write has the protection to be written, and not the right. */
#include "kernel/memory/views.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/slab.h"
#include "kernel/memory/space.h"
#include "kernel/memory/user_memory.h"
#include "kernel/trap/service_entry.h"
#include "kernel/trap/trap.h"

#include <string.h>

struct view {
    struct link link;
    struct view_wanted is;
};

static struct slab views = SLAB_OF(views, struct view);
static struct link all = {&all, &all};
bool views_exist;

static struct view *view_find(const void *address)
{
    for (struct link *link = all.next; link != &all; link = link->next) {
        struct view *view = list_record(struct view, link, link);
        if ((uint32_t)address - view->is.base < view->is.size)
            return view;
    }
    return NULL;
}

/* ---------------------------------------------------------------- protections */

enum { MAY_READ = 1, MAY_WRITE = 2, MAY_EXECUTE = 4 };

/* The rights that each protection needs of its view. To copy on write needs no more than to
 * read. */
static const struct {
    uint32_t protect;
    unsigned needs;
} needs[] = {
    {PAGE_NOACCESS, 0},
    {PAGE_READONLY, MAY_READ},
    {PAGE_READWRITE, MAY_READ | MAY_WRITE},
    {PAGE_WRITECOPY, MAY_READ},
    {PAGE_EXECUTE, MAY_READ | MAY_EXECUTE},
    {PAGE_EXECUTE_READ, MAY_READ | MAY_EXECUTE},
    {PAGE_EXECUTE_READWRITE, MAY_READ | MAY_WRITE | MAY_EXECUTE},
    {PAGE_EXECUTE_WRITECOPY, MAY_READ | MAY_EXECUTE},
};

static unsigned needs_of(uint32_t protect)
{
    for (unsigned i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (needs[i].protect == (protect & ~PROTECTION_MODIFIERS))
            return needs[i].needs;
    return 0;
}

static uint32_t check_protection(const struct view *view, uint32_t protect)
{
    if (!protection_note(protection_without_copy(protect)))
        return STATUS_INVALID_PAGE_PROTECTION;
    return needs_of(protect) & ~needs_of(view->is.protect) ? STATUS_SECTION_PROTECTION
                                                           : STATUS_SUCCESS;
}

static char *source_of(const struct view *view, const char *page)
{
    return (char *)(view->is.source + ((uint32_t)page - view->is.base));
}

static bool is_views_own(const struct view *view, const char *page)
{
    return paging_look(page).physical != paging_look(source_of(view, page)).physical;
}

/* Returns the rights (PAGING_*) that a page of the view has with this protection. A view that is
 * not cached has no page that is. */
static unsigned rights_in(const struct view *view, uint32_t protect, bool own)
{
    uint32_t written = protection_without_copy(protect);
    bool not_cached = view->is.protect & PAGE_NOCACHE && protect != PAGE_NOACCESS;
    return (protection_rights(written) & ~(written != protect && !own ? PAGING_WRITE : 0)) |
           (not_cached ? PAGING_NO_CACHE : 0);
}

uint32_t view_protection(const void *address)
{
    kernel_must_be_locked();
    return view_find(address)->is.protect;
}

static void give_rights(const struct view *view, const char *start, const char *end,
                        uint32_t protect)
{
    for (const char *page = start; page < end; page += PAGE_SIZE) {
        service_pause_at(page);
        paging_protect(page, rights_in(view, protect, is_views_own(view, page)));
    }
    cpus_invalidate(start, (uint32_t)(end - start));
}

uint32_t view_protect(const char *start, const char *end, uint32_t protect)
{
    kernel_must_be_locked();
    const struct view *view = view_find(start);
    uint32_t status = check_protection(view, protect);
    if (status == STATUS_SUCCESS)
        give_rights(view, start, end, protect);
    return status;
}

/* ---------------------------------------------------------------- mapping */

/* Returns the page behind this one, or behind all that have no table either: a range that is only
 * reserved may be large. */
static const char *page_behind(const char *page)
{
    return paging_has_table(page) ? page + PAGE_SIZE : paging_next_table(page);
}

/* Maps the pages of [start, end) whose source has memory, and that are not mapped yet. Returns
 * false without memory for a table. */
static bool map_pages(const struct view *view, const char *start, const char *end)
{
    unsigned rights = rights_in(view, view->is.protect, false);
    const char *source;
    for (const char *page = start; page < end; page += page_behind(source) - source) {
        service_pause_at(page);
        source = source_of(view, page);
        if (!paging_has_frame(page) && paging_has_frame(source) &&
            !paging_map(page, paging_look(source).physical, rights))
            return false;
    }
    return true;
}

/* The CPUs forget the borrowed pages before their source may lose them. */
static void unmap_pages(const struct view *view)
{
    const char *start = (char *)view->is.base, *end = start + view->is.size;
    for (const char *page = start; page < end; page = page_behind(page)) {
        service_pause_at(page);
        if (paging_has_frame(page) && !is_views_own(view, page))
            paging_unmap(page);
    }
    cpus_invalidate(start, view->is.size);
    space_release((void *)view->is.base);
}

/* Tells whether the pages lie in one range of the runtime's, and ring 3 can have all of them. A
 * file's have memory. */
static bool is_source(const struct view_wanted *wanted, struct range *range)
{
    const char *start = (char *)wanted->source, *end = start + wanted->size;
    if (wanted->source % PAGE_SIZE || !space_find(start, range) ||
        (range->tag && range->tag != SOURCE_TAG) ||
        wanted->size > (uint32_t)(range->base + range->size - start))
        return false;
    for (const char *page = start; page < end; page = page_behind(page)) {
        service_pause_at(page);
        struct page look = paging_look(page);
        bool has_frame = look.present || look.hidden;
        if (has_frame ? !(look.rights & PAGING_USER) : wanted->of_file)
            return false;
    }
    return true;
}

static uint32_t take_addresses(struct view_wanted *is)
{
    if (is->base)
        return is->base % SPACE_SLOT == 0 && space_reserve_at((void *)is->base, is->size)
                   ? STATUS_SUCCESS
                   : STATUS_CONFLICTING_ADDRESSES;
    is->base = (uint32_t)space_reserve(is->size);
    return is->base ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

uint32_t view_map(struct view_wanted *wanted)
{
    kernel_must_be_locked();
    struct range range;
    if (!protection_note(protection_without_copy(wanted->protect)))
        return STATUS_INVALID_PAGE_PROTECTION;
    if (!wanted->size || wanted->size > PROGRAMS_END)
        return STATUS_INVALID_PARAMETER;
    wanted->size = PAGE_UP(wanted->size);
    if (!is_source(wanted, &range))
        return STATUS_INVALID_PARAMETER;
    struct view *view = slab_alloc(&views);
    if (!view)
        return STATUS_NO_MEMORY;
    uint32_t status = take_addresses(wanted);
    view->is = *wanted;
    if (status == STATUS_SUCCESS &&
        !map_pages(view, (char *)view->is.base, (char *)view->is.base + view->is.size)) {
        unmap_pages(view);
        status = STATUS_NO_MEMORY;
    }
    if (status != STATUS_SUCCESS) {
        slab_free(&views, view);
        return status;
    }
    space_set_tag((void *)view->is.base, VIEW_TAG);
    space_set_tag(range.base, SOURCE_TAG);
    list_append(&all, &view->link);
    views_exist = true;
    return STATUS_SUCCESS;
}

/* Tells whether a view has pages of this range. */
static bool has_views(const struct range *range)
{
    for (struct link *link = all.next; link != &all; link = link->next)
        if (list_record(struct view, link, link)->is.source - (uint32_t)range->base < range->size)
            return true;
    return false;
}

uint32_t view_unmap(uint32_t address)
{
    kernel_must_be_locked();
    struct view *view = view_find((void *)address);
    struct range source;
    if (!view)
        return STATUS_NOT_MAPPED_VIEW;
    unmap_pages(view);
    list_remove(&view->link);
    views_exist = !list_is_empty(&all);
    space_find((void *)view->is.source, &source);
    if (!has_views(&source))
        space_set_tag(source.base, 0);
    slab_free(&views, view);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- pages that come later */

static bool commit_source(const struct view *view, const char *start, const char *end)
{
    char *first = source_of(view, start);
    if (!space_fits(first, (size_t)(end - start)))
        return false;
    for (char *page = first; page < first + (end - start); page += PAGE_SIZE) {
        service_pause_at(page);
        if (!paging_has_frame(page) &&
            !space_commit(page, PAGE_SIZE, PAGING_WRITE | PAGING_USER | protection_of_data()))
            return false;
    }
    return true;
}

/* Maps what the source has got in all of its views. */
static bool map_everywhere(uint32_t source, uint32_t source_end)
{
    for (struct link *link = all.next; link != &all; link = link->next) {
        const struct view *view = list_record(struct view, link, link);
        uint32_t end = view->is.source + view->is.size;
        uint32_t from = source > view->is.source ? source : view->is.source,
                 to = source_end < end ? source_end : end;
        const char *start = (char *)view->is.base + (from - view->is.source);
        if (from < to && !map_pages(view, start, start + (to - from)))
            return false;
    }
    return true;
}

uint32_t view_commit(const char *start, const char *end, uint32_t protect)
{
    kernel_must_be_locked();
    const struct view *view = view_find(start);
    if (view->is.of_file)
        return STATUS_ALREADY_COMMITTED;
    uint32_t status = check_protection(view, protect);
    if (status != STATUS_SUCCESS)
        return status;
    uint32_t source = (uint32_t)source_of(view, start);
    if (!commit_source(view, start, end) ||
        !map_everywhere(source, source + (uint32_t)(end - start)))
        return STATUS_COMMITMENT_LIMIT;
    give_rights(view, start, end, protect);
    return STATUS_SUCCESS;
}

/* Returns whether a page is to be copied on write. */
static bool is_to_copy(struct page page)
{
    uint32_t protect = protection_of(page.rights);
    return page.present && !(page.rights & PAGING_WRITE) &&
           protection_told(protect, false) != protect;
}

uint32_t view_copy(uint32_t address)
{
    kernel_must_be_locked();
    const char *at = (char *)PAGE_DOWN(address);
    struct page page = paging_look(at);
    if (space_tag(at) != VIEW_TAG || !is_to_copy(page))
        return STATUS_ACCESS_VIOLATION;
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return STATUS_NO_MEMORY;
    memcpy(direct(frame), direct(page.physical), PAGE_SIZE);
    paging_map(at, frame, page.rights | PAGING_WRITE);
    cpus_invalidate(at, PAGE_SIZE);
    return STATUS_SUCCESS;
}

bool view_write(struct page_fault *fault)
{
    kernel_must_be_locked();
    uint32_t status = view_copy(fault->address);
    if (status == STATUS_NO_MEMORY) {
        fault->status = STATUS_IN_PAGE_ERROR;
        fault->underlying = status;
    }
    return status == STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- for programs */

uint32_t user_view_map(struct service_call *call)
{
    struct view_wanted wanted;
    if (!user_may_write(call, call->words[0], sizeof wanted) ||
        !user_read(call, &wanted, call->words[0], sizeof wanted))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status = view_map(&wanted);
    if (status == STATUS_SUCCESS)
        user_write(call, call->words[0], &wanted, sizeof wanted);
    return status;
}

uint32_t user_view_unmap(struct service_call *call)
{
    return view_unmap(call->words[0]);
}
