/* A tick that finds the end of a slice lets others of the thread's priority go first. */
#include "kernel/threads/slice.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/threads/deadlock.h"
#include "kernel/threads/placement.h"
#include "kernel/threads/ready.h"
#include "kernel/threads/starved.h"

void schedule_end_slice(void)
{
    interrupts_must_be_off();
    slice_begin(this_cpu(), this_thread(), clock_low());
}

uint32_t schedule_slice_used(const struct thread *thread)
{
    kernel_must_be_locked();
    bool runs = thread->state == THREAD_RUNNING && !thread->halting;
    return runs ? clock_low() + SLICE_TICKS - thread->cpu->run.slice_end : 0;
}

void schedule_tick(struct cpu *cpu, uint64_t now)
{
    struct thread *running = placement_occupant(cpu);
    if (cpu->number == 0) {
        kernel_lock();
        deadlines_pass(now);
        starved_look((uint32_t)now);
        if (running == cpu->run.idle_thread && !ready_some())
            deadlock_look();
    }
    if ((int32_t)(cpu->run.slice_end - (uint32_t)now) <= 0) {
        if (running->halting)
            cpu->run.slice_end = (uint32_t)now + SLICE_TICKS; /* nothing of it is used */
        slice_begin(cpu, running, (uint32_t)now);
        running->decided |= running->priority != running->base;
        schedule_let_others(cpu);
    }
    if (cpu->number == 0)
        slice_count_down(cpu);
}
