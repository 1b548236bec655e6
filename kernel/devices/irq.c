/* The table of interrupt lines. */
#include "kernel/devices/irq.h"

#include "kernel/call/branches.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/pic.h"
#include "kernel/threads/given_schedule.h"
#include "kernel/threads/tick_way.h"

irq_function *irq_functions[PIC_LINES];

void irq_set_function(unsigned irq, irq_function *function)
{
    bool were_on = interrupts_save();
    irq_functions[irq] = function;
    tick_choose_way();
    pic_unmask(irq);
    interrupts_restore(were_on);
}

/* Under a schedule the clock decides nothing, and when it interrupts depends on how long the
 * machine's firmware has taken. */
static bool is_event(unsigned irq)
{
    return irq != CLOCK_IRQ || !schedule_is_given;
}

IN_REGISTERS bool irq_serve(unsigned irq)
{
    interrupts_must_be_off();
    if (pic_is_spurious(irq))
        return false;
    pic_end_of_interrupt(irq);
    if (RARELY(trace_on) && is_event(irq))
        trace(interrupt, PIC_VECTOR_BASE + irq);
    return irq_functions[irq] && irq_functions[irq]();
}
