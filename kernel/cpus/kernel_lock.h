/* The one lock of the kernel: of threads and their objects, of the deadlines, and of all memory
 * that pages, ranges and frames describe.
 *
 * A trap takes it when it first needs it, and has it until it leaves. So everything that the trap
 * has looked at stays as it is until then, and a thread that the trap leaves is whole before
 * another CPU can run it. Interrupts off.
 */
#ifndef KERNEL_CPUS_KERNEL_LOCK_H
#define KERNEL_CPUS_KERNEL_LOCK_H

#include "kernel/call/branches.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/spinlock.h"

extern struct spinlock kernel_spinlock;

/* Interrupts the CPUs that cpus_wake has noted (calls.c). Interrupts off. */
void cpus_send_wakes(struct cpu *cpu);

/* Tells whether the lock is taken at all. Checking builds take it on one CPU, too: there it keeps
 * no CPU out, but shows where it is missing. */
static inline bool kernel_locks(void)
{
    return RARELY(CHECKED || cpus_locking);
}

/* Takes the lock unless this CPU has it. The end of the trap gives it back. */
static inline void kernel_lock(void)
{
    interrupts_must_be_off();
    if (kernel_locks() && !(this_cpu()->at_end & AT_END_UNLOCK)) {
        spin_lock(&kernel_spinlock);
        this_cpu()->at_end |= AT_END_UNLOCK;
    }
}

/* Gives it back if this CPU has it, and interrupts the CPUs that are to wake. */
static inline void kernel_unlock(void)
{
    interrupts_must_be_off();
    struct cpu *cpu = this_cpu();
    if (kernel_locks() && cpu->at_end & AT_END_UNLOCK) {
        cpu->at_end &= (uint8_t)~AT_END_UNLOCK;
        spin_unlock(&kernel_spinlock);
        if (cpu->to_wake)
            cpus_send_wakes(cpu);
    }
}

/* Like kernel_lock and kernel_unlock, for code outside of traps, interrupts off. The code counts as
 * a trap's meanwhile, so that a single step in it gets no handler: the end of the step's trap would
 * give the lock back. */
static inline void kernel_enter(void)
{
    this_cpu()->in_trap++;
    kernel_lock();
}

static inline void kernel_leave(void)
{
    kernel_unlock();
    this_cpu()->in_trap--;
}

#endif
