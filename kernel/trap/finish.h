/* How a thread's trap ends. In a trap that interrupted no other. */
#ifndef KERNEL_TRAP_FINISH_H
#define KERNEL_TRAP_FINISH_H

#include "kernel/call/branches.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/delays.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"

/* Where the stack got another limit, or trouble, in the trap. */
struct trap_frame *trap_resume_after_growth(struct trap_frame *frame);

/* The way out of a trap that is no exception. Trouble with the stack inside the trap becomes one.
 * Returns the frame to leave through. */
static inline struct trap_frame *trap_resume(const struct cpu *cpu, struct trap_frame *frame)
{
    return cpu->thread->unsettled ? trap_resume_after_growth(frame) : frame;
}

/* Returns the frame to leave through, the same thread's or another's. */
static inline struct trap_frame *trap_finish(struct cpu *cpu, struct trap_frame *frame)
{
    must_be_in_outer_trap();
    if (RARELY(cpu->at_end))
        frame = schedule_at_end(cpu, frame);
    delay_here();
    return frame;
}

#endif
