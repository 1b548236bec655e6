/* The end of a run that the runtime cannot go on with, and of one that the program gives up. */
#ifndef KERNEL_REPORT_PANIC_H
#define KERNEL_REPORT_PANIC_H

#include "kernel/call/report.h"

/* Exit status of a panic. */
#define PANIC_STATUS 125

/* Reports the reason (worded like printf), the caller's place, handler chain and backtrace, and
 * ends the run with PANIC_STATUS. Any context; a panic inside a panic is one line more. */
void panic(const char *reason, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The same for the function of this frame (its caller's ebp, its return address). The text is shown
 * as it is, so it says itself whether it is a panic. Ring 0; a service. */
_Noreturn void panic_from(const uint32_t frame[2], const char *text);

/* The same with a state that was saved elsewhere. */
void panic_at(const struct machine_state *state, const char *reason, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

#endif
