/* Ticks go a way of their own, a short one, when only the clock needs them. */
#include "kernel/threads/tick_way.h"

#include "kernel/call/features.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/pic.h"
#include "kernel/trap/idt.h"
#include "kernel/trap/trap.h"

/* Breakpoints need the common way, because one may watch the words that the CPU pushes and pops
 * (debug_registers_leave). Several CPUs share their time in it, and the times of a process of
 * Windows are written there (clock.c). */
void tick_choose_way(void)
{
    void trap_stub_IRQ0(void);
    bool short_way = irq_has_function(CLOCK_IRQ, clock_tick) && !trace_on && !cpus_locking &&
                     !this_cpu()->unusual && !clock_shows_times;
    trap_stub *counts = cpu_features.tsc ? trap_tick : trap_tick_unstamped;
    idt_set_stub(VECTOR_IRQ0, short_way ? counts : trap_stub_IRQ0);
}
