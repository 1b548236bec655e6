/* Short waits by a schedule of several CPUs, in checking builds alone. They move the CPUs against
 * each other where one may notice what another one does.
 */
#ifndef KERNEL_CPUS_DELAYS_H
#define KERNEL_CPUS_DELAYS_H

#include "kernel/call/branches.h"
#include "kernel/call/start.h"

#include <stdbool.h>
#include <stdint.h>

START_CONSTANT extern bool delays_are_given;

/* Begins them. The seed is not 0. Called once at the start, interrupts off. */
void delays_start(uint32_t seed);

/* Waits for as long as chance has it, often not at all. Ring 0, interrupts off. */
void delay_wait(void);

/* Where a CPU takes a lock, interrupts another one, or leaves a trap. A service begins with a lock,
 * and so do most interrupts. */
static inline void delay_here(void)
{
    if (RARELY(CHECKED && delays_are_given))
        delay_wait();
}

#endif
