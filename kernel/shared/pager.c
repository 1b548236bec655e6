/* The program's half of memory that is not there yet: a thread for each range, which calls the
 * function. */
#include <pager.h>

#include "kernel/call/calls.h"
#include "kernel/call/service.h"

#include <memoryapi.h>
#include <string.h>

/* The data of the range's thread, in a page of their own, with the bytes of a page behind. */
struct pager {
    struct supply_made made;
    pager_function *function;
    void *argument;
    char bytes[PAGER_PAGE] __attribute__((aligned(PAGER_PAGE)));
};

static void pager_give_back(struct pager *pager)
{
    uint32_t base = (uint32_t)pager, size = 0;
    sys_region_free(&base, &size, MEM_RELEASE);
}

static void run(struct pager *pager)
{
    uint32_t page;
    while (sys_supply_next(pager->made.number, &page) == STATUS_SUCCESS) {
        memset(pager->bytes, 0, PAGER_PAGE);
        NTSTATUS status = pager->function(pager->argument, (void *)page, pager->bytes);
        sys_supply_give(pager->made.number, page, pager->bytes, (uint32_t)status);
    }
    pager_give_back(pager);
    sys_thread_exit(0);
}

static struct pager *make_pager(void)
{
    uint32_t base = 0, size = sizeof(struct pager);
    uint32_t status = sys_region_allocate(&base, &size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return status == STATUS_SUCCESS ? (struct pager *)base : NULL;
}

static bool pager_start(struct pager *pager)
{
    enum { STACK_SIZE = 64 * 1024 };
    const struct thread_creation creation = {
        (uint32_t)run, {(uint32_t)pager, 0}, STACK_SIZE, .serving = true};
    uint32_t handle;
    if (sys_thread_create(&handle, &creation, NULL) != STATUS_SUCCESS)
        return false;
    sys_handle_close(handle);
    return true;
}

void *pager_reserve(size_t size, DWORD protect, pager_function *function, void *argument)
{
    struct supply_made made;
    struct pager *pager = function ? make_pager() : NULL;
    if (function && !pager)
        return NULL;
    if (sys_supply_create(&made, size, protect, !function) == STATUS_SUCCESS) {
        if (!function)
            return (void *)made.base;
        pager->made = made;
        pager->function = function;
        pager->argument = argument;
        if (pager_start(pager))
            return (void *)made.base;
        sys_supply_end(made.base);
    }
    if (pager)
        pager_give_back(pager);
    return NULL;
}

bool pager_release(void *base)
{
    return sys_supply_end((uint32_t)base) == STATUS_SUCCESS;
}
