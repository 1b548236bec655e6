/* Guard pages go off here, and stacks grow. */
#include "kernel/trap/page_fault.h"

#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/stacks.h"

static uint32_t status, faulting;

/* Error code: bit 0 tells of a page that is there. */
#define PRESENT 1u

/* In ring 0 such a fault is a double fault, and double_fault.c does the same. */
static void note_lost_stack(uint32_t esp)
{
    enum stack_place place = stack_place(esp);
    if (place == STACK_AWAY || paging_look((void *)(esp - 1)).present)
        return;
    status = STATUS_STACK_OVERFLOW;
    if (place == STACK_INSIDE)
        stack_use_up(esp);
}

bool page_fault_resolve(const struct trap_frame *frame, bool runtime)
{
    uint32_t address = trap_cr2;
    if (!runtime) {
        status = STATUS_ACCESS_VIOLATION;
        faulting = address;
    }
    if (frame->error & PRESENT)
        return false;
    switch (stack_touch(address, runtime ? address + 1 : trap_esp(frame))) {
    case STACK_GROWN:
        return true;
    case STACK_USED_UP:
        if (runtime)
            stack_note_trouble(address, false);
        else
            status = STATUS_STACK_OVERFLOW;
        return runtime;
    default:
        if (paging_look((void *)address).present)
            return true; /* by now: the trap itself has made the stack grow */
        if (!region_disarm((void *)address)) {
            if (!runtime && trap_from_ring3(frame))
                note_lost_stack(trap_esp(frame));
            return false;
        }
        stack_note_guard(address);
        if (!runtime) /* else nobody could be told */
            status = STATUS_GUARD_PAGE_VIOLATION;
        return runtime;
    }
}

uint32_t page_fault_status(void)
{
    return status;
}

uint32_t page_fault_address(void)
{
    return faulting;
}
