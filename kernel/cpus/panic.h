/* The end of a run that the runtime cannot go on with, and of one that the program gives up. */
#ifndef KERNEL_CPUS_PANIC_H
#define KERNEL_CPUS_PANIC_H

#include "kernel/call/report.h"

/* Exit status of a panic. */
#define PANIC_STATUS    125

/* Bytes of a text, its end included: a longer one is cut. */
#define PANIC_TEXT_SIZE 200

/* Says the reason (worded like printf) in a line, and ends the run with PANIC_STATUS and a report
 * of the caller's place, handler chain and backtrace. Any context; a panic inside a panic is one
 * line more. */
void panic(const char *reason, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Like panic, for the function of this frame (its caller's ebp, its return address). The text is
 * shown as it is, so it says itself whether it is a panic. Ring 0; a service. */
_Noreturn void panic_from(const uint32_t frame[2], const char *text);

/* Like panic, with a state that was saved elsewhere. */
void panic_at(const struct machine_state *state, const char *reason, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* Like panic_at, without the word panic: the text itself says what it is. */
void panic_as_told(const struct machine_state *state, const char *text, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* At file level: function is called when the other CPUs have stopped. It says title and text in a
 * line, reports the state, and turns the machine off. A panic inside a panic has no state, and one
 * inside of that no text: then they are NULL. The layers that a report tells of lie above. */
typedef void panic_ending(const struct machine_state *state, const char *title, const char *text);
#define ON_PANIC(function)                                                                         \
    static panic_ending *const panic_ending_##function                                             \
        __attribute__((used, section(".panic_endings"))) = (function)

#endif
