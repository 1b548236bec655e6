/* The panic: it stops the other CPUs and ends the run. */
#include "kernel/cpus/panic.h"

#include "kernel/call/selectors.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/segment_loads.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/firmware.h"

#include <nt.h>
#include <stdarg.h>
#include <stdio.h>

#define PANIC "panic: "

/* The list has one row in every image: kernel/report/panic_report.c. */
static _Noreturn void end_with(const struct machine_state *state, const char *title,
                               const char *text)
{
    extern panic_ending *const panic_endings[], *const panic_endings_end[];
    for (panic_ending *const *ending = panic_endings; ending < panic_endings_end; ending++)
        (*ending)(state, title, text);
    firmware_end();
}

/* Stops the other CPUs and ends the run. FS and GS are loaded anew, because the panicking code may
 * have lost them. A fault of the report itself comes back here, because from now on every trap
 * counts as one inside the runtime's own trap code. */
static _Noreturn void panic_end(const struct machine_state *state, const char *title,
                                const char *reason, va_list args)
{
    static unsigned panics;
    interrupts_off();
    fs_load(SELECTOR_TIB0);
    gs_load(SELECTOR_CPU);
    this_cpu()->in_trap++;
    cpus_stop_others();

    char text[PANIC_TEXT_SIZE];
    switch (panics++) {
    case 0:
        vsnprintf(text, sizeof text, reason, args);
        end_with(state, title, text);
    case 1:
        vsnprintf(text, sizeof text, reason, args);
        end_with(NULL, "panic inside a panic: ", text);
    default:
        end_with(NULL, NULL, NULL);
    }
}

static struct machine_state state_of_caller(const uint32_t frame[2])
{
    return (struct machine_state){
        .ebp = frame[0],
        .esp = (uint32_t)(frame + 2),
        .eip = frame[1],
        .eflags = eflags_read(),
        .cs = SELECTOR_CODE0,
        .ss = SELECTOR_DATA0,
        .ds = SELECTOR_DATA0,
        .es = SELECTOR_DATA0,
        .fs = SELECTOR_TIB0,
        .gs = SELECTOR_CPU,
    };
}

void panic(const char *reason, ...)
{
    struct machine_state state = state_of_caller(__builtin_frame_address(0));
    va_list args;
    va_start(args, reason);
    panic_end(&state, PANIC, reason, args);
}

void panic_as_told(const struct machine_state *state, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    panic_end(state, "", text, args);
}

void panic_from(const uint32_t frame[2], const char *text)
{
    struct machine_state state = state_of_caller(frame);
    panic_as_told(&state, "%s", text);
}

void panic_at(const struct machine_state *state, const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    panic_end(state, PANIC, reason, args);
}
