/* Guard pages go off here. */
#include "kernel/page_fault.h"

#include "kernel/cpu.h"
#include "kernel/regions.h"

static uint32_t status;

/* Error code: bit 0 tells of a page that is there. */
#define PRESENT 1u

bool page_fault_resolve(const struct trap_frame *frame, bool runtime)
{
    bool guard = !(frame->error & PRESENT) && region_disarm((void *)cr2_read());
    status = guard ? STATUS_GUARD_PAGE_VIOLATION : STATUS_ACCESS_VIOLATION;
    return guard && runtime; /* nobody could be told */
}

uint32_t page_fault_status(void)
{
    return status;
}
