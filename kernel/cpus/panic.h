/* The end of a run that the runtime cannot go on with, and of one that the program gives up. */
#ifndef KERNEL_CPUS_PANIC_H
#define KERNEL_CPUS_PANIC_H

#include "kernel/call/report.h"

/* Exit status of a panic. */
#define PANIC_STATUS 125

/* Says the reason (worded like printf) in a line, and ends the run with PANIC_STATUS and a report
 * of the caller's place, handler chain and backtrace. Any context; a panic inside a panic is one
 * line more. */
void panic(const char *reason, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The same for the function of this frame (its caller's ebp, its return address). The text is shown
 * as it is, so it says itself whether it is a panic. Ring 0; a service. */
_Noreturn void panic_from(const uint32_t frame[2], const char *text);

/* The same with a state that was saved elsewhere. */
void panic_at(const struct machine_state *state, const char *reason, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* At file level: function is called when a panic has said its line and the other CPUs have stopped.
 * It reports the state, or nothing when that is NULL, and turns the machine off. The layers that it
 * reports of lie above a panic. */
typedef void panic_ending(const struct machine_state *state);
#define ON_PANIC(function)                                                                         \
    static panic_ending *const panic_ending_##function                                             \
        __attribute__((used, section(".panic_endings"))) = (function)

#endif
