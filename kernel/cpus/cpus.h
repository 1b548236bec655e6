/* The machine's CPUs together: what one asks of the others. Ring 0. */
#ifndef KERNEL_CPUS_CPUS_H
#define KERNEL_CPUS_CPUS_H

#include "kernel/cpu/cpu.h"
#include "kernel/trap/trap.h"

#include <stdbool.h>
#include <stdint.h>

/* The number of the CPU that runs the caller, also in the report of a trap. A service. */
uint32_t processor_number(void);

/* How often a CPU looks whether another one has answered, or has given a lock back, before a panic
 * names that one. It is seconds of a PC, and minutes of an emulator, whose host may be busy with
 * other work for that long. Tests are less patient. */
extern uint32_t cpus_patience;

/* Has another CPU interrupted, which then looks for a thread to run (kernel/threads/schedule.h). It
 * is, when this one gives the kernel's lock back, which the other would only wait for. With the
 * kernel's lock. */
void cpus_wake(uint32_t number);

/* Makes all CPUs forget their translations of the pages in [start, start + size), whose entries
 * have changed already, and returns when all have. Needed where rights shrink or a frame changes.
 * CPUs that idle are not asked, because they forget all translations before they do anything else.
 * Any context. A CPU that spins with interrupts off must call cpus_answer. */
void cpus_invalidate_all(const void *start, uint32_t size);
static inline void cpus_invalidate(const void *start, uint32_t size)
{
    if (cpus_running > 1)
        cpus_invalidate_all(start, size);
}

/* Does what cpus_invalidate on another CPU waits for, if anything. Interrupts off. */
void cpus_answer(void);

/* Stops the other CPUs for good, before the run ends. A CPU that is inside of an output completes
 * it first. Returns when all have stopped, or have not for too long. The first CPU that calls it
 * wins; calls of others do not return. A winner may call it again. Any context. */
void cpus_stop_others(void);

/* Called with the lock of an output: the stream of records, or a device that takes bytes. A CPU
 * that were stopped with such a lock would lose what it has taken and not yet handed over. Once the
 * run ends, no other CPU begins an output: then this does not return. Interrupts off. */
void cpus_begin_output(void);
void cpus_end_output(void);

/* The NMI of cpus_stop_others: notes the frame and halts. Returns where no CPU has called that. */
void cpus_stop_here(const struct trap_frame *frame);

#endif
