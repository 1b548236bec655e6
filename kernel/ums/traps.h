/* How each trap of a scheduler thread begins and ends. In a trap that interrupted no other. */
#ifndef KERNEL_UMS_TRAPS_H
#define KERNEL_UMS_TRAPS_H

#include "kernel/call/branches.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/ums/kernel_ums.h"

/* Begins the trap: a worker that runs in the scheduler's place becomes the CPU's thread. */
static inline void ums_enter_trap(struct cpu *cpu, const struct trap_frame *frame)
{
    must_be_in_outer_trap();
    uint32_t fs = frame->fs;
    if (!ums_is_selector(fs))
        return;
    kernel_lock();
    struct ums *ums = ums_running(fs);
    if (!ums)
        return;
    struct thread *worker = ums->thread;
    ums->in_trap = true;
    worker->cpu = cpu;
    cpu->run.carrier = cpu->thread;
    cpu->thread = worker;
}

/* Ends it: the scheduler thread is the CPU's again. Returns the frame that it leaves through: this
 * one, or an activation's. */
static inline struct trap_frame *ums_leave_trap(struct cpu *cpu, struct trap_frame *frame)
{
    must_be_in_outer_trap();
    struct thread *worker = cpu->thread, *scheduler = cpu->run.carrier;
    if (!scheduler) {
        scheduler = worker;
    } else {
        cpu->run.carrier = NULL;
        cpu->thread = scheduler;
        if (worker->state == THREAD_HELD && !worker->decided)
            worker->ums->in_trap = false;
        else
            frame = ums_leave(worker, scheduler, frame);
    }
    if (scheduler->ums && RARELY(!list_is_empty(&scheduler->ums->to_stop)))
        frame = ums_stop_all(scheduler, frame);
    return frame;
}

#endif
