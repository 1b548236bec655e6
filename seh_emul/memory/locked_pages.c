/* VirtualLock and VirtualUnlock. No page ever leaves memory, so a lock is only remembered: an
 * unlock without one fails, as on Windows.
 */
#include "seh_emul/memory/locked_pages.h"

#include "boot/layout.h"
#include "lib/lock.h"
#include "seh_emul/memory/touch.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <stdbool.h>

/* The pages of a program's smallest working set on Windows. */
#define MOST 50

static struct lock lock;      /* of the list */
static uint32_t locked[MOST]; /* addresses of pages, in no order; 0: none */

static uint32_t *locked_find(uint32_t page)
{
    for (uint32_t *entry = locked; entry < locked + MOST; entry++)
        if (*entry == page)
            return entry;
    return NULL;
}

static BOOL locked_refuse(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

/* Rounds to whole pages. Returns false for size 0 and for bytes beyond the address space. */
static bool to_pages(const void *address, DWORD size, uint32_t *start, uint32_t *end)
{
    uint32_t last = (uint32_t)address + size - 1;
    *start = PAGE_DOWN((uint32_t)address);
    *end = PAGE_DOWN(last) + PAGE_SIZE;
    return size > 0 && last >= (uint32_t)address && *end > *start;
}

/* Returns the error for the first page that cannot be locked, else ERROR_SUCCESS. Locking touches
 * the page, so a guard goes off. */
static DWORD why_not(uint32_t start, uint32_t end)
{
    MEMORY_BASIC_INFORMATION pages;
    for (uint32_t at = start; at < end; at = (uint32_t)pages.BaseAddress + pages.RegionSize) {
        if (!VirtualQuery((void *)at, &pages, sizeof pages))
            return ERROR_INVALID_PARAMETER;
        if (pages.State != MEM_COMMIT || pages.Protect & PAGE_NOACCESS)
            return ERROR_NOACCESS;
        if (pages.Protect & PAGE_GUARD) {
            touch_fails((void *)at, 1, false);
            return STATUS_GUARD_PAGE_VIOLATION;
        }
    }
    return ERROR_SUCCESS;
}

/* Adds the pages to the list, if there is room for all of them. */
static bool add(uint32_t start, uint32_t end)
{
    uint32_t wanted = 0, free = 0;
    for (uint32_t i = 0; i < MOST; i++)
        free += locked[i] == 0;
    for (uint32_t page = start; page < end && wanted <= free; page += PAGE_SIZE)
        wanted += !locked_find(page);
    if (wanted > free)
        return false;
    for (uint32_t page = start; page < end; page += PAGE_SIZE)
        if (!locked_find(page))
            *locked_find(0) = page;
    return true;
}

static void locked_forget(uint32_t start, uint32_t end)
{
    for (uint32_t *entry = locked; entry < locked + MOST; entry++)
        if (*entry >= start && *entry < end)
            *entry = 0;
}

/* Takes the pages off the list, if all of them are in it. */
static bool take_off(uint32_t start, uint32_t end)
{
    for (uint32_t page = start; page < end; page += PAGE_SIZE)
        if (!page || !locked_find(page))
            return false;
    locked_forget(start, end);
    return true;
}

BOOL WINAPI VirtualLock(PVOID address, DWORD size)
{
    uint32_t start, end;
    if (!to_pages(address, size, &start, &end))
        return locked_refuse(ERROR_INVALID_PARAMETER);
    DWORD error = why_not(start, end);
    if (error)
        return locked_refuse(error);
    lock_take(&lock);
    bool added = add(start, end);
    lock_release(&lock);
    return added ? TRUE : locked_refuse(ERROR_WORKING_SET_QUOTA);
}

BOOL WINAPI VirtualUnlock(PVOID address, DWORD size)
{
    uint32_t start, end;
    if (!to_pages(address, size, &start, &end))
        return locked_refuse(ERROR_INVALID_PARAMETER);
    lock_take(&lock);
    bool taken_off = take_off(start, end);
    lock_release(&lock);
    return taken_off ? TRUE : locked_refuse(ERROR_NOT_LOCKED);
}

void locked_pages_forget(uint32_t start, uint32_t end)
{
    lock_take(&lock);
    locked_forget(start, end);
    lock_release(&lock);
}
