/* Resolves page faults: guard pages go off, and stacks grow. */
#include "kernel/trap/page_fault.h"

#include "kernel/call/branches.h"
#include "kernel/call/eflags.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/memory/supply.h"
#include "kernel/memory/user_memory.h"
#include "kernel/memory/views.h"
#include "kernel/threads/thread.h"

/* Bits of the error code. RESERVED: an entry that the CPU does not know. */
enum { PRESENT = 1, WRITE = 2, USER = 4, RESERVED = 8, FETCH = 16 };

/* Tells whether ring 3's stack can take nothing more. In ring 0 that is a double fault, which
 * double_fault.c handles alike. */
static bool is_lost_stack(struct thread *thread, uint32_t esp)
{
    enum stack_place place = stack_place(thread, esp);
    if (place == STACK_AWAY || paging_look((void *)(esp - 1)).present)
        return false;
    if (place == STACK_INSIDE)
        stack_use_up(thread, esp);
    return true;
}

/* Another CPU may have allowed the access since it faulted. */
static bool is_allowed_now(uint32_t error, uint32_t address)
{
    struct page page = paging_look((void *)address);
    unsigned needed = (error & WRITE ? PAGING_WRITE : 0) | (error & USER ? PAGING_USER : 0) |
                      (error & FETCH ? PAGING_EXECUTE : 0);
    return page.present && (page.rights & needed) == needed && !(error & RESERVED);
}

bool page_fault_resolve(struct thread *thread, const struct trap_frame *frame,
                        struct page_fault *fault, bool runtime)
{
    kernel_must_be_locked();
    uint32_t address = fault->address;
    bool copying = runtime && user_is_copying(frame->eip);
    uint32_t esp = copying ? trap_esp(thread->frame) : runtime ? address + 1 : trap_esp(frame);
    fault->status = STATUS_ACCESS_VIOLATION;
    if (frame->error & PRESENT)
        return (cpus_locking && is_allowed_now(frame->error, address)) ||
               (RARELY(views_exist) && frame->error & WRITE && view_write(fault));
    if (RARELY(supply_exists)) {
        bool waits = !runtime && frame->eflags & EFLAGS_IF;
        enum supply_touch touch = supply_touch(thread, fault, copying, waits);
        if (touch != SUPPLY_NONE)
            return touch == SUPPLY_GIVEN || (touch == SUPPLY_AWAITED && !copying);
    }
    switch (stack_touch(thread, address, esp)) {
    case STACK_GROWN:
        return true;
    case STACK_USED_UP:
        fault->status = STATUS_STACK_OVERFLOW;
        if (runtime)
            stack_note_trouble(thread, address, false);
        return runtime;
    default:
        if (paging_look((void *)address).present)
            return true; /* the trap itself has made the stack grow */
        if (copying)
            return false; /* a guard that is not the running stack's stays */
        if (!region_disarm((void *)address)) {
            if (!runtime && trap_from_ring3(frame) && is_lost_stack(thread, trap_esp(frame)))
                fault->status = STATUS_STACK_OVERFLOW;
            return false;
        }
        stack_note_guard(thread, address);
        fault->status = STATUS_GUARD_PAGE_VIOLATION;
        return runtime; /* the runtime's own code gets no exception */
    }
}
