/* Conditions that functions of the kernel expect of the machine when they are called. Checking
 * builds look, and panic with the name of the function; other builds do not. Ring 0.
 */
#ifndef KERNEL_CPU_CONTRACTS_H
#define KERNEL_CPU_CONTRACTS_H

#include "kernel/call/eflags.h"
#include "kernel/cpu/cpu.h"

/* At the start one CPU has the machine for itself: it needs no lock, and its code is in no trap.
 * The end, a panic's or the program's, takes the machine as it is. */
enum run_phase { RUN_STARTS, RUN_HAS_THREADS, RUN_ENDS };
extern enum run_phase run_phase;

/* Panics: the function is called in this way. */
_Noreturn void contract_broken(const char *function, const char *way);

#define CONTRACT(holds, way)                                                                       \
    do {                                                                                           \
        if (CHECKED && run_phase != RUN_ENDS && !(holds))                                          \
            contract_broken(__func__, way);                                                        \
    } while (0)

/* To be the first statements of a function. kernel_must_be_locked: by this CPU (kernel_lock.h). */
#define interrupts_must_be_off() CONTRACT(!(eflags_read() & EFLAGS_IF), "with interrupts on")
#define kernel_must_be_locked()                                                                    \
    CONTRACT(run_phase == RUN_STARTS || this_cpu()->at_end & AT_END_UNLOCK,                        \
             "without the kernel's lock")
#define must_be_in_trap()                                                                          \
    CONTRACT(run_phase == RUN_STARTS || this_cpu()->in_trap, "outside of traps")
#define must_be_in_outer_trap() CONTRACT(this_cpu()->in_trap == 1, "in a trap inside of a trap")
#define must_not_be_in_trap()   CONTRACT(!this_cpu()->in_trap, "in a trap")

#endif
