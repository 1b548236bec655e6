/* The use of stacks: the most bytes that a thread has used, and the check for room. A stack that
 * grows tells its use by its pages. Any other stack was zeroed, and tells it by its lowest word
 * that is not zero. */
#include "boot/layout.h"
#include "kernel/call/service.h"
#include "uthread/report/ut_report.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/switch/attention.h"

#include <memoryapi.h>

/* The lowest page with memory of a stack that grows: the page above its guard. A used-up stack has
 * no guard. */
static const char *lowest_page(uThd uthread)
{
    MEMORY_BASIC_INFORMATION reserved = {0}, lowest = {0};
    sys_region_query((uint32_t)uthread->owner, &reserved);
    const char *page = (const char *)uthread->owner + reserved.RegionSize;
    sys_region_query((uint32_t)page, &lowest);
    return lowest.Protect & PAGE_GUARD ? page + PAGE_SIZE : page;
}

static const char *lowest_word(uThd uthread)
{
    const DWORD *word = uthread->stack;
    if (!sys_paging_readable(word, (size_t)uthread->stackSize))
        return (const char *)uthread;
    if (uthread->flags & UT_PACKED) {
        if (pool_overflowed(uthread))
            return uthread->stack;
        word += POOL_CANARY_BYTES / sizeof *word;
    }
    while (word < (const DWORD *)(const void *)uthread && *word == 0)
        word++;
    return (const char *)word;
}

DWORD ut_stack_use(uThd uthread)
{
    const char *lowest = ut_grows(uthread) ? lowest_page(uthread) : lowest_word(uthread);
    bool known = lowest >= (const char *)uthread->stack && lowest <= (const char *)uthread;
    return known ? (DWORD)((const char *)uthread - lowest) : 0;
}

DWORD uThreadStackUse(uThd uthread)
{
    return ut_valid(ut_is_thread(uthread)) ? ut_stack_use(uthread) : 0;
}

/* Touches the stack bytes below esp, less than a page. Outside of present memory, that is the guard
 * page. */
void ut_need_stack_slowly(DWORD bytes)
{
    DWORD esp = (DWORD)__builtin_frame_address(0);
    uThd here = utCurrent();
    bool grows = !here || ut_grows(here);
    if (grows && esp >= tib_load(TIB_STACK_LIMIT) && esp < tib_load(TIB_STACK_BASE))
        *(volatile const char *)(esp - bytes);
}
