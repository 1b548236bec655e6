/* One panic for everything. */
#include "kernel/panic.h"

#include "kernel/cpu.h"
#include "kernel/cpu_block.h"
#include "kernel/power.h"
#include "kernel/selectors.h"

#include <stdarg.h>
#include <stdio.h>

/* Whoever panics may have lost FS and GS, and reporting itself may fault: such a fault comes back
 * here, because from now on every trap counts as one inside the runtime's own trap code. */
static _Noreturn void end(const struct machine_state *state, const char *reason, va_list args)
{
    static unsigned panics;
    interrupts_off();
    fs_load(SELECTOR_TIB0);
    gs_load(SELECTOR_CPU);
    this_cpu()->in_trap++;

    char text[200];
    switch (panics++) {
    case 0:
        vsnprintf(text, sizeof text, reason, args);
        report_line("panic: %s", text);
        report_state(state);
        break;
    case 1:
        vsnprintf(text, sizeof text, reason, args);
        report_line("panic inside a panic: %s", text);
        break;
    default:
        break;
    }
    power_off(PANIC_STATUS);
}

void panic(const char *reason, ...)
{
    const uint32_t *frame = frame_pointer(); /* ours: the caller's ebp, the return address */
    struct machine_state state = {
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
    va_list args;
    va_start(args, reason);
    end(&state, reason, args);
}

void panic_at(const struct machine_state *state, const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    end(state, reason, args);
}
