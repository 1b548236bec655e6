/* One panic for everything. */
#include "kernel/panic.h"

#include "kernel/cpu.h"
#include "kernel/power.h"

#include <stdarg.h>
#include <stdio.h>

static _Noreturn void end(const struct machine_state *state, const char *reason, va_list args)
{
    static bool panicking;
    interrupts_off();
    if (panicking)
        power_off(PANIC_STATUS);
    panicking = true;

    char text[200];
    vsnprintf(text, sizeof text, reason, args);
    report_line("panic: %s", text);
    report_state(state);
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
        .cr2 = cr2_read(),
        .cs = 0x08,
        .ss = 0x10,
        .ds = 0x10,
        .es = 0x10,
        .fs = 0x30,
        .gs = 0x60,
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
