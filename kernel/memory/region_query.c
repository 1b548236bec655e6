/* The facts that VirtualQuery tells of an address. */
#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/image.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stack_places.h"
#include "kernel/memory/stacks.h"
#include "kernel/memory/supply.h"
#include "kernel/memory/user_memory.h"
#include "kernel/memory/views.h"
#include "kernel/trap/service_entry.h"
#include "kernel/trap/trap.h"

/* Memory outside of all ranges: the blocks that Windows has above them. */
static const struct {
    uint32_t start, end;
    DWORD state, protect;
    uint32_t allocation;
    DWORD allocation_protect;
} fixed[] = {
    {TEB_PAGE, TEB_PAGE + PAGE_SIZE, MEM_COMMIT, PAGE_READWRITE, TEB_PAGE, PAGE_READWRITE},
    {PEB_PAGE, PEB_PAGE + PAGE_SIZE, MEM_COMMIT, PAGE_READWRITE, PEB_PAGE, PAGE_READWRITE},
    {SHARED_PAGE, SHARED_PAGE + PAGE_SIZE, MEM_COMMIT, PAGE_READONLY, SHARED_PAGE, PAGE_READONLY},
    {SHARED_PAGE + PAGE_SIZE, REGION_HIGHEST + 1, MEM_RESERVE, PAGE_NOACCESS, SHARED_PAGE,
     PAGE_READONLY},
};

/* Describes the page if it is in one of these blocks. Returns whether it is. */
static bool query_fixed(uint32_t page, MEMORY_BASIC_INFORMATION *information)
{
    for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (page < fixed[i].start || page >= fixed[i].end)
            continue;
        information->AllocationBase = (PVOID)fixed[i].allocation;
        information->AllocationProtect = fixed[i].allocation_protect;
        information->RegionSize = fixed[i].end - page;
        information->State = fixed[i].state;
        information->Protect = fixed[i].protect;
        information->Type = MEM_PRIVATE;
        return true;
    }
    return false;
}

static DWORD allocation_protect(const struct range *range)
{
    bool stacks = range->tag == STACK_TAG || range->tag == KERNEL_TAG || range->tag == SUPPLY_TAG ||
                  range->tag == SOURCE_TAG || range->tag >= PLACES_TAG;
    if (range->tag == 0 || stacks) /* the runtime's own */
        return PAGE_READWRITE;
    if (range->tag == IMAGE_TAG)
        return PAGE_EXECUTE_WRITECOPY;
    if (range->tag == VIEW_TAG)
        return view_protection(range->base);
    return protection_note(range->tag) ? range->tag : PAGE_NOACCESS;
}

/* Returns a committed page's protection, for ring 3 only what it may do there. */
static uint32_t protect_at(const char *page, uint16_t tag, bool ring3)
{
    struct page look = paging_look(page);
    return ring3 && !(look.rights & PAGING_USER) ? PAGE_NOACCESS : protection_in(tag, look);
}

/* ring3: the call comes from there. STATUS_INVALID_PARAMETER for addresses that no program can
 * have. */
static uint32_t query(uint32_t address, MEMORY_BASIC_INFORMATION *information, bool ring3)
{
    kernel_must_be_locked();
    struct range range;
    char *page = (char *)PAGE_DOWN(address);
    bool of_image = image_holds(page);
    if (address > REGION_HIGHEST && !of_image)
        return STATUS_INVALID_PARAMETER;
    *information = (MEMORY_BASIC_INFORMATION){.BaseAddress = page};
    if (query_fixed((uint32_t)page, information))
        return STATUS_SUCCESS;
    if (of_image) {
        range = (struct range){.base = direct(IMAGE_PHYSICAL), .size = image_size(), .tag = 0};
    } else if (!stack_find(page, &range) && !space_find(page, &range)) {
        char *end = address < PROGRAMS_END ? space_next(page) : (char *)TEB_PAGE;
        information->RegionSize = (DWORD)(end - page);
        information->State = MEM_FREE;
        information->Protect = PAGE_NOACCESS;
        return STATUS_SUCCESS;
    }
    bool committed = paging_has_frame(page);
    uint32_t protect = committed ? protect_at(page, range.tag, ring3) : 0;
    char *end = page + PAGE_SIZE;
    while (end < range.base + range.size && paging_has_frame(end) == committed &&
           (!committed || protect_at(end, range.tag, ring3) == protect))
        end += PAGE_SIZE;
    information->AllocationBase = range.base;
    information->AllocationProtect = of_image ? PAGE_EXECUTE_WRITECOPY : allocation_protect(&range);
    information->RegionSize = (DWORD)(end - page);
    information->State = committed ? MEM_COMMIT : MEM_RESERVE;
    information->Protect = protect;
    information->Type = of_image || range.tag == IMAGE_TAG ? MEM_IMAGE
                        : range.tag == VIEW_TAG            ? MEM_MAPPED
                                                           : MEM_PRIVATE;
    return STATUS_SUCCESS;
}

uint32_t user_region_query(struct service_call *call)
{
    MEMORY_BASIC_INFORMATION information;
    uint32_t status = query(call->words[0], &information, trap_from_ring3(call->frame));
    return status != STATUS_SUCCESS ||
                   user_write(call, call->words[1], &information, sizeof information)
               ? status
               : STATUS_ACCESS_VIOLATION;
}
