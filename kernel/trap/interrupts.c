/* A CPU's own controller, and the interrupt that a double fault has met. */
#include "kernel/trap/trap.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/lapic.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/pic.h"
#include "kernel/trap/preempt.h"

/* A spurious interrupt is not in service, so it has no end. */
bool trap_local_interrupt(unsigned vector)
{
    interrupts_must_be_off();
    struct cpu *cpu = this_cpu();
    if (vector == VECTOR_SPURIOUS)
        return false;
    lapic_end_of_interrupt();
    if (vector == VECTOR_FORGET)
        cpus_answer();
    if (vector == VECTOR_TICK)
        return clock_tick_here(cpu);
    if (vector == VECTOR_WAKE) {
        cpu->wakes++;
        cpu->at_end |= AT_END_SCHEDULE;
    }
    return false;
}

/* The thread cannot be preempted now, so its slice ends with the next tick instead. */
bool trap_catch_up(void)
{
    struct cpu *cpu = this_cpu();
    int vector = cpus_running > 1 ? lapic_in_service() : -1;
    int irq = vector < 0 && cpu->number == 0 ? pic_in_service() : -1;
    if (vector >= 0 ? trap_local_interrupt((unsigned)vector) : irq >= 0 && irq_serve((unsigned)irq))
        preempt_later(cpu->thread);
    if (cpu->at_end & AT_END_SCHEDULE && cpu->number == 0)
        cpu->countdown = 1; /* no thread is switched to here, but after the next tick */
    return vector >= 0 || irq >= 0;
}
