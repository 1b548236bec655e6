/* The order of the checks is Windows', because it decides which error is returned. */
#include "kernel/memory/regions.h"

#include "boot/layout.h"
#include "kernel/call/branches.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/memory/image.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/space.h"
#include "kernel/memory/supply.h"
#include "kernel/memory/user_memory.h"
#include "kernel/memory/views.h"
#include "kernel/trap/service_entry.h"
#include "kernel/trap/trap.h"

/* The note of pages that are being committed, until all have memory: no protection has it. */
#define NOTE_NEW PROTECTION_NOTES

/* ---------------------------------------------------------------- pages of a range */

/* [start, end) of whole pages inside one range. */
struct pages {
    struct range range;
    char *start, *end;
};

/* Tells whether [base, base + size) is not empty, and a program can have all of it. */
static bool is_possible(uint32_t base, uint32_t size)
{
    return base <= REGION_HIGHEST && size > 0 && size <= REGION_HIGHEST + 1 - base;
}

/* Finds the pages that [base, base + size) touches. */
static uint32_t find_pages(uint32_t base, uint32_t size, struct pages *pages)
{
    if (!is_possible(base, size))
        return STATUS_INVALID_PARAMETER;
    pages->start = (char *)PAGE_DOWN(base);
    pages->end = (char *)PAGE_UP(base + size);
    if (!space_find(pages->start, &pages->range) || pages->range.tag == KERNEL_TAG)
        return STATUS_MEMORY_NOT_ALLOCATED;
    return pages->end <= pages->range.base + pages->range.size ? STATUS_SUCCESS
                                                               : STATUS_CONFLICTING_ADDRESSES;
}

static bool is_image(const struct pages *pages)
{
    return pages->range.tag == IMAGE_TAG;
}

static void answer(const struct pages *pages, uint32_t *base, uint32_t *size)
{
    *base = (uint32_t)pages->start;
    *size = (uint32_t)(pages->end - pages->start);
}

/* No CPU knows a translation of a page that was not present. */
static void protect(const struct pages *pages, unsigned rights)
{
    bool known = false;
    for (char *page = pages->start; page < pages->end; page += PAGE_SIZE) {
        service_pause_at(page);
        known |= paging_protect(page, rights);
    }
    if (known)
        cpus_invalidate(pages->start, (uint32_t)(pages->end - pages->start));
}

/* Takes the memory back that pages before the end have got. */
static void undo_commit(char *start, const char *end)
{
    space_begin_together();
    for (char *page = start; page < end; page += PAGE_SIZE) {
        service_pause_at(page);
        if (PAGING_NOTE_OF(paging_look(page).rights) == NOTE_NEW)
            space_decommit(page, PAGE_SIZE);
    }
    space_end_together();
}

/* Gives memory to the pages that have none. When it does not suffice, nothing changes, and it
 * returns false. That is known before, but for a stack that grows in a pause. */
static bool commit(const struct pages *pages, unsigned rights)
{
    if (!space_fits(pages->start, (size_t)(pages->end - pages->start)))
        return false;
    for (char *page = pages->start; page < pages->end; page += PAGE_SIZE) {
        service_pause_at(page);
        if (paging_has_frame(page) ||
            space_commit(page, PAGE_SIZE, PAGING_NOTE(NOTE_NEW) | PAGING_HIDDEN))
            continue;
        undo_commit(pages->start, page);
        return false;
    }
    protect(pages, rights);
    return true;
}

/* Gives memory and a protection to pages of any range. STATUS_COMMITMENT_LIMIT; of a view
 * view_commit's. */
static uint32_t commit_any(const struct pages *pages, uint32_t protect)
{
    if (RARELY(pages->range.tag == VIEW_TAG))
        return view_commit(pages->start, pages->end, protect);
    return commit(pages, protection_rights(protect)) ? STATUS_SUCCESS : STATUS_COMMITMENT_LIMIT;
}

/* ---------------------------------------------------------------- the three calls */

static uint32_t region_reserve(uint32_t *base, uint32_t *size, uint32_t type, uint32_t protect)
{
    uint32_t start = *base & ~(SPACE_SLOT - 1), bytes = *size;
    if (*base) {
        bytes = PAGE_UP(*base + *size) - start;
        if (!space_reserve_at((void *)start, bytes))
            return STATUS_CONFLICTING_ADDRESSES;
    } else {
        bytes = PAGE_UP(bytes);
        start = (uint32_t)(type & MEM_TOP_DOWN ? space_reserve_high(bytes) : space_reserve(bytes));
        if (!start)
            return STATUS_NO_MEMORY;
    }
    struct pages pages = {.start = (char *)start, .end = (char *)start + bytes};
    if (type & MEM_COMMIT && !commit(&pages, protection_rights(protect))) {
        space_release(pages.start);
        return STATUS_COMMITMENT_LIMIT;
    }
    space_set_tag(pages.start, (uint16_t)(type & MEM_IMAGE ? IMAGE_TAG : protect));
    answer(&pages, base, size);
    return STATUS_SUCCESS;
}

/* Tells whether a page of a view is to have a protection that private memory cannot have. */
static bool is_for_view(uint32_t base, uint32_t protect)
{
    return space_tag((void *)base) == VIEW_TAG && protection_note(protection_without_copy(protect));
}

uint32_t region_allocate(uint32_t *base, uint32_t *size, uint32_t type, uint32_t protect)
{
    kernel_must_be_locked();
    struct pages pages;
    if (type & ~(MEM_COMMIT | MEM_RESERVE | MEM_RESET | MEM_TOP_DOWN | MEM_IMAGE) ||
        !(type & (MEM_COMMIT | MEM_RESERVE | MEM_RESET)) || (type & MEM_RESET && type != MEM_RESET))
        return STATUS_INVALID_PARAMETER;
    if (!protection_note(protect) && !is_for_view(*base, protect))
        return STATUS_INVALID_PAGE_PROTECTION;
    if (!is_possible(*base, *size))
        return STATUS_INVALID_PARAMETER;
    if (type & MEM_RESERVE || (*base == 0 && type != MEM_RESET))
        return region_reserve(base, size, type, protect);
    if (find_pages(*base, *size, &pages) != STATUS_SUCCESS ||
        is_image(&pages) != !!(type & MEM_IMAGE))
        return STATUS_CONFLICTING_ADDRESSES;
    uint32_t status = type & MEM_COMMIT ? commit_any(&pages, protect) : STATUS_SUCCESS;
    if (status == STATUS_SUCCESS)
        answer(&pages, base, size);
    return status;
}

bool region_commit(void *start, size_t size, uint32_t protect)
{
    kernel_must_be_locked();
    struct pages pages;
    uint32_t status = find_pages((uint32_t)start, size, &pages);
    if (status == STATUS_SUCCESS)
        status = commit_any(&pages, protect);
    return status == STATUS_SUCCESS || status == STATUS_ALREADY_COMMITTED;
}

uint32_t region_lend(uint32_t base, const char *from, uint32_t size, bool ring3)
{
    kernel_must_be_locked();
    struct pages pages;
    if ((base | (uint32_t)from | size) % PAGE_SIZE)
        return STATUS_INVALID_PARAMETER;
    uint32_t status = find_pages(base, size, &pages);
    if (status == STATUS_SUCCESS && !is_image(&pages))
        status = STATUS_CONFLICTING_ADDRESSES;
    if (status != STATUS_SUCCESS)
        return status;
    if (!image_holds(from) || size > image_size() ||
        !image_may_protect(from, from + size, PAGE_READWRITE, ring3))
        return STATUS_ACCESS_DENIED;
    for (char *page = pages.start; page < pages.end; page += PAGE_SIZE, from += PAGE_SIZE) {
        service_pause_at(page);
        bool has_memory = paging_has_frame(page);
        if (!has_memory &&
            paging_map(page, paging_look(from).physical, protection_rights(PAGE_READWRITE)))
            continue;
        space_decommit(pages.start, (size_t)(page - pages.start));
        return has_memory ? STATUS_CONFLICTING_ADDRESSES : STATUS_NO_MEMORY;
    }
    return STATUS_SUCCESS;
}

uint32_t region_free(uint32_t *base, uint32_t *size, uint32_t type)
{
    kernel_must_be_locked();
    struct pages pages;
    uint32_t what = type & ~MEM_IMAGE;
    if (what != MEM_DECOMMIT && what != MEM_RELEASE)
        return STATUS_INVALID_PARAMETER;
    uint32_t status = find_pages(*base, *size ? *size : 1, &pages);
    if (status == STATUS_CONFLICTING_ADDRESSES)
        return STATUS_UNABLE_TO_FREE_VM;
    if (status != STATUS_SUCCESS)
        return status;
    if (pages.range.tag == VIEW_TAG)
        return STATUS_UNABLE_TO_DELETE_SECTION;
    if (*size == 0) {
        if (pages.start != pages.range.base)
            return STATUS_FREE_VM_NOT_AT_BASE;
        pages.end = pages.range.base + pages.range.size;
    }
    if (is_image(&pages) != !!(type & MEM_IMAGE) || pages.range.tag == SOURCE_TAG)
        return STATUS_UNABLE_TO_FREE_VM;
    if (what == MEM_RELEASE && pages.range.tag == SUPPLY_TAG)
        return STATUS_UNABLE_TO_FREE_VM; /* supply_end does that */
    if (what == MEM_RELEASE && pages.end - pages.start != (long)pages.range.size)
        return STATUS_UNABLE_TO_FREE_VM; /* Windows would split the range */
    answer(&pages, base, size);
    if (what == MEM_RELEASE)
        space_release(pages.start);
    else
        space_decommit(pages.start, *size);
    return STATUS_SUCCESS;
}

/* Finds the pages of the image that may get this protection. */
static uint32_t find_image_pages(uint32_t base, uint32_t size, uint32_t protection, bool ring3,
                                 struct pages *pages)
{
    if (size == 0 || size > -base)
        return STATUS_INVALID_PARAMETER;
    pages->start = (char *)PAGE_DOWN(base);
    pages->end = (char *)PAGE_UP(base + size);
    return image_may_protect(pages->start, pages->end, protection, ring3) ? STATUS_SUCCESS
                                                                          : STATUS_ACCESS_DENIED;
}

/* *old becomes the first page's protection. With MEM_IMAGE in it, the pages of a PE file's range
 * count as not written to from now on. ring3: the call comes from there.
 * STATUS_INVALID_PARAMETER, STATUS_INVALID_PAGE_PROTECTION, STATUS_CONFLICTING_ADDRESSES (not in
 * one range), STATUS_NOT_COMMITTED, STATUS_ACCESS_DENIED (the runtime's part of the image),
 * STATUS_SECTION_PROTECTION (more than its view allows). */
static uint32_t change_rights(uint32_t *base, uint32_t *size, uint32_t protection, uint32_t *old,
                              bool ring3)
{
    kernel_must_be_locked();
    struct pages pages;
    uint16_t tag = space_tag((void *)*base);
    bool of_image = image_holds((void *)*base), of_file = tag == IMAGE_TAG;
    bool is_new = protection & MEM_IMAGE && of_file;
    if (is_new)
        protection &= ~MEM_IMAGE;
    if (of_image || of_file)
        protection = protection_without_copy(protection);
    if (!protection_note(protection) && !is_for_view(*base, protection))
        return STATUS_INVALID_PAGE_PROTECTION;
    uint32_t status = of_image ? find_image_pages(*base, *size, protection, ring3, &pages)
                               : find_pages(*base, *size, &pages);
    if (status == STATUS_MEMORY_NOT_ALLOCATED)
        return STATUS_CONFLICTING_ADDRESSES;
    if (status != STATUS_SUCCESS)
        return status;
    for (char *page = pages.start; page < pages.end; page += PAGE_SIZE)
        if (!paging_has_frame(page))
            return STATUS_NOT_COMMITTED;
    struct page first = paging_look(pages.start);
    *old = protection_in(tag, first);
    for (char *page = pages.start; is_new && page < pages.end; page += PAGE_SIZE)
        paging_forget_writes(page);
    if (tag == VIEW_TAG)
        status = view_protect(pages.start, pages.end, protection);
    else
        protect(&pages, protection_rights(protection));
    answer(&pages, base, size);
    return status;
}

uint32_t protection_in(uint16_t tag, struct page page)
{
    bool is_written = tag == IMAGE_TAG  ? page.written
                      : tag == VIEW_TAG ? page.rights & PAGING_WRITE
                                        : true;
    return protection_told(protection_of(page.rights), is_written);
}

bool region_disarm(const void *address)
{
    kernel_must_be_locked();
    struct page page = paging_look(address);
    if (!page.hidden || !(page.rights & PAGING_GUARD))
        return false;
    paging_protect(address, page.rights & ~(PAGING_GUARD | PAGING_HIDDEN));
    return true;
}

/* ---------------------------------------------------------------- for programs */

/* Reads base and size, to which the first two words of each of the three calls point. */
static bool take_range(const struct service_call *call, uint32_t *base, uint32_t *size)
{
    return user_may_write(call, call->words[0], sizeof *base) &&
           user_may_write(call, call->words[1], sizeof *size) &&
           user_read(call, base, call->words[0], sizeof *base) &&
           user_read(call, size, call->words[1], sizeof *size);
}

/* The call may have released the memory for its own answer; then there is none. */
static void answer_range(const struct service_call *call, uint32_t base, uint32_t size)
{
    if (user_write(call, call->words[0], &base, sizeof base))
        user_write(call, call->words[1], &size, sizeof size);
}

uint32_t user_region_allocate(struct service_call *call)
{
    uint32_t base, size;
    if (!take_range(call, &base, &size))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status = region_allocate(&base, &size, call->words[2], call->words[3]);
    answer_range(call, base, size);
    return status;
}

uint32_t user_region_lend(struct service_call *call)
{
    return region_lend(call->words[0], (const char *)call->words[1], call->words[2],
                       trap_from_ring3(call->frame));
}

uint32_t user_region_free(struct service_call *call)
{
    uint32_t base, size;
    if (!take_range(call, &base, &size))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status = region_free(&base, &size, call->words[2]);
    answer_range(call, base, size);
    return status;
}

uint32_t user_region_protect(struct service_call *call)
{
    uint32_t base, size, old = 0;
    if (!user_may_write(call, call->words[3], sizeof old) || !take_range(call, &base, &size))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status =
        change_rights(&base, &size, call->words[2], &old, trap_from_ring3(call->frame));
    answer_range(call, base, size);
    if (status == STATUS_SUCCESS)
        user_write(call, call->words[3], &old, sizeof old);
    return status;
}
