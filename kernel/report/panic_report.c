/* The report of a panic, and its end. */
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/power.h"
#include "kernel/memory/user_memory.h"
#include "kernel/report/report_state.h"
#include "kernel/threads/deadlock.h"
#include "kernel/trap/service_entry.h"
#include "kernel/trap/trap.h"

#include <nt.h>

/* Prints a line for each stopped CPU: where it was. */
static void report_stopped(void)
{
    for (uint32_t i = 0; i < cpus_running; i++) {
        const struct trap_frame *frame = cpus[i].stopped;
        if (&cpus[i] == this_cpu())
            continue;
        if (frame)
            report_line("CPU %u was stopped at %s", (unsigned)i, report_address(frame->eip));
        else
            report_line("CPU %u did not stop", (unsigned)i);
    }
}

/* A panic inside a panic has no report, because the report itself may have failed. */
static void report_panic(const struct machine_state *state, const char *title, const char *text)
{
    if (state && cpus_running > 1)
        report_line("%s%s (CPU %u)", title, text, (unsigned)this_cpu()->number);
    else if (title)
        report_line("%s%s", title, text);
    if (state) {
        report_state(state);
        report_stopped();
        threads_report();
    }
    power_off(PANIC_STATUS);
}

ON_PANIC(report_panic);

/* The reported state is that of the call of the service, except that ebp, eip and esp come from the
 * frame. */
uint32_t user_panic_from(struct service_call *call)
{
    uint32_t frame[2];
    char text[PANIC_TEXT_SIZE];
    struct machine_state state;
    if (!user_read(call, frame, call->words[0], sizeof frame) ||
        !user_read_string(call, text, call->words[1], sizeof text))
        return STATUS_ACCESS_VIOLATION;
    trap_state(call->frame, &state);
    state.ebp = frame[0];
    state.eip = frame[1];
    state.esp = call->words[0] + sizeof frame;
    state.known = 0;
    panic_as_told(&state, "%s", text);
}
