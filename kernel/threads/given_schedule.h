/* A schedule that was asked for (trapline:schedule=TEXT, given_points.h), in place of the clock's.
 *
 * The program's threads change where they wait, yield and end, and before those instructions of the
 * program's own code that the schedule names. Time passes by these instructions, too, and where all
 * threads wait. So a run depends on nothing but its image and its schedule. The machine has one
 * CPU.
 *
 * Each thread executes its code by single steps, which the program does not see. The runtime's own
 * code is stepped through and not counted, unless the schedule says so.
 */
#ifndef KERNEL_THREADS_GIVEN_SCHEDULE_H
#define KERNEL_THREADS_GIVEN_SCHEDULE_H

#include "kernel/call/eflags.h"
#include "kernel/cpu/contracts.h"
#include "kernel/threads/thread.h"

#include <stdbool.h>

/* Takes the clock's interrupt and the steps' traps over. tells_steps: each instruction before which
 * another thread could go on becomes an event; tells_sleepers: also where it would first have to
 * time out. Returns false for a text that is no schedule. At the start, behind the layers above;
 * interrupts off. */
bool given_schedule_start(const char *text, bool tells_steps, bool tells_sleepers);

/* Tells whether there is one. */
extern bool schedule_is_given;

/* Executes what follows at once and not by steps. Returns whether there were steps, for
 * given_schedule_step_on. Interrupts off, so none of it counts. */
static inline bool given_schedule_step_off(void)
{
    interrupts_must_be_off();
    uint32_t flags = schedule_is_given ? eflags_read() : 0;
    if (!(flags & EFLAGS_TF))
        return false;
    eflags_write(flags & ~EFLAGS_TF);
    return true;
}

static inline void given_schedule_step_on(bool stepped)
{
    if (stepped)
        eflags_write(eflags_read() | EFLAGS_TF);
}

/* Returns the thread that the schedule wants in place of the running one, NULL where it leaves the
 * choice to the queues. With the kernel's lock. */
struct thread *given_schedule_choice(struct cpu *cpu, const struct thread *running);

/* Makes a thread, which will run now, do so by steps, or up to what is held. In its trap. */
void given_schedule_goes_on(struct thread *next);

/* Tells what of the schedule was not reached. At the end of the run, interrupts off. */
void given_schedule_end(void);

#endif
