/* Sets and remembers the debug registers. */
#include "kernel/threads/debug_registers.h"

#include "boot/layout.h"
#include "kernel/call/numbers.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/placement.h"
#include "kernel/threads/tick_way.h"
#include "kernel/trap/service_entry.h"
#include "kernel/trap/trap.h"

#include <nt.h>

/* Dr7 has two fields for breakpoint i: its condition, and its width in bytes less one. */
enum condition { EXECUTE, WRITE, PORT, ACCESS }; /* PORT: with CR4.DE only */

static enum condition condition_of(uint32_t control, unsigned i)
{
    return control >> (16 + 4 * i) & 3;
}

static uint32_t width_less_one(uint32_t control, unsigned i)
{
    return control >> (18 + 4 * i) & 3;
}

static uint32_t without(uint32_t control, unsigned i)
{
    return control & ~(1u << 2 * i);
}

static uint32_t legal_control(uint32_t control)
{
    control &= DR7_LEGAL;
    for (unsigned i = 0; i < 4; i++)
        if (condition_of(control, i) == PORT)
            control = without(control, i);
    return control;
}

static uint32_t legal_address(uint32_t address, bool ring3)
{
    if (!ring3 || address < UPPER_HALF)
        return address;
    struct page page = paging_look((const void *)address);
    return page.present && page.rights & PAGING_USER ? address : 0;
}

/* Sets the global bits, too, because a switch of tasks clears the local ones, and a stack may grow
 * by such a switch. */
static void arm_as(uint32_t control)
{
    dr7_write(control | (control & DR7_ENABLES) << 1);
}

/* Workers use the breakpoints of the scheduler in whose place they run. */
static struct thread *owner(void)
{
    return placement_occupant(this_cpu());
}

/* Nothing fires half set. */
static void load(const struct thread *thread)
{
    const struct debug_registers *set = &thread->breakpoints;
    dr7_write(0);
    this_cpu()->unusual = thread->unusual;
    tick_choose_way();
    if (!set->control)
        return;
    dr0_write(set->address[0]);
    dr1_write(set->address[1]);
    dr2_write(set->address[2]);
    dr3_write(set->address[3]);
    arm_as(set->control);
}

void debug_registers_set(const struct debug_registers *wanted, bool ring3)
{
    bool were_on = interrupts_save(); /* an interrupt arms the set ones when it leaves */
    struct thread *thread = owner();
    if (wanted->control & DR7_ENABLES || thread->breakpoints.control) {
        debug_registers_set_of(thread, wanted, ring3);
        load(thread);
    }
    interrupts_restore(were_on);
}

/* All registers are zero where none is armed. */
void debug_registers_set_of(struct thread *thread, const struct debug_registers *wanted, bool ring3)
{
    struct debug_registers set = {{0}, 0, 0};
    uint32_t control = legal_control(wanted->control);
    uint8_t others = thread->unusual & ~UNUSUAL_BREAKPOINTS;
    thread->unusual = others;
    if (control & DR7_ENABLES) {
        for (unsigned i = 0; i < 4; i++)
            set.address[i] = legal_address(wanted->address[i], ring3);
        set.status = wanted->status & DR6_LEGAL;
        set.control = control;
        thread->unusual = others | UNUSUAL_BREAKPOINTS;
        clock_page.longs[SHARED_BREAKPOINTS / sizeof clock_page.longs[0]] = 1;
    }
    thread->breakpoints = set;
}

void debug_registers_switch(const struct thread *thread)
{
    must_be_in_trap();
    load(thread);
    debug_registers_leave(trap_from_ring3(thread->frame) ? 0 : trap_esp(thread->frame));
}

void debug_registers_get(struct debug_registers *now)
{
    *now = owner()->breakpoints;
}

uint32_t user_debug_registers_get(struct service_call *call)
{
    const struct debug_registers *set = &owner()->breakpoints;
    return user_write(call, call->words[0], set, sizeof *set) ? STATUS_SUCCESS
                                                              : STATUS_ACCESS_VIOLATION;
}

void debug_registers_pause(void)
{
    if (debug_registers_armed_here())
        dr7_write(0);
}

void debug_registers_leave(uint32_t esp)
{
    enum { IRET_READS = 12 };
    if (!debug_registers_armed_here())
        return;
    const struct debug_registers *set = &owner()->breakpoints;
    uint32_t control = set->control, first = esp - IRET_READS;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t address = set->address[i], last = address + width_less_one(control, i);
        if (condition_of(control, i) == ACCESS && last >= first && address < esp)
            control = without(control, i);
    }
    arm_as(control);
}

void debug_registers_forget_status(void)
{
    dr6_write(DR6_CLEAR);
}
