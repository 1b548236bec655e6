/* The time slice of the thread that a CPU runs. Interrupts off. */
#ifndef KERNEL_THREADS_SLICE_H
#define KERNEL_THREADS_SLICE_H

#include "kernel/cpu/contracts.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/clock.h"
#include "kernel/threads/schedule.h"

/* Counts down to the next deadline, or to the end of a slice if another thread may need the CPU
 * then: a thread that is ready, or becomes ready on another CPU. */
static inline void slice_count_down(struct cpu *cpu)
{
    interrupts_must_be_off();
    uint32_t ahead = deadlines_ahead(), left = cpu->run.slice_end - clock_low();
    bool alone = cpus_locking ? cpu->thread == cpu->run.idle_thread : !cpu->run.ready.some;
    cpu->countdown = alone || left - 1 >= ahead ? ahead : left;
}

/* The thread that had the CPU until now has used so much of its slice. */
static inline void slice_begin(struct cpu *cpu, struct thread *before, uint32_t now)
{
    interrupts_must_be_off();
    before->ran += now + SLICE_TICKS - cpu->run.slice_end;
    cpu->run.slice_end = now + SLICE_TICKS;
}

#endif
