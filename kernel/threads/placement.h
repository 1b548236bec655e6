/* The choice of the CPU on which a thread goes on. All calls: with the kernel's lock. */
#ifndef KERNEL_THREADS_PLACEMENT_H
#define KERNEL_THREADS_PLACEMENT_H

#include "kernel/call/branches.h"
#include "kernel/call/in_registers.h"
#include "kernel/threads/thread.h"

/* Among several CPUs, puts a thread that is ready into the queue of the CPU that is best for it:
 * behind the others of its priority, or before them. */
IN_REGISTERS void placement_put(struct thread *thread, bool before);

/* Makes a CPU look for another thread soon. */
IN_REGISTERS void placement_call(struct cpu *cpu);

/* Returns the thread that a CPU has been given to. While it serves a trap of a worker, that is the
 * worker's scheduler. Also without the lock, for this CPU. */
static inline struct thread *placement_occupant(const struct cpu *cpu)
{
    return RARELY(cpu->run.carrier != NULL) ? cpu->run.carrier : cpu->thread;
}

#endif
