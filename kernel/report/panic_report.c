/* The report of a panic, after its line. A panic inside a panic has none, because the report itself
 * may have failed. */
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/power.h"
#include "kernel/report/report_state.h"
#include "kernel/threads/deadlock.h"

#include <stddef.h>

static void report_panic(const struct machine_state *state)
{
    if (state) {
        report_state(state);
        cpus_report_stopped();
        threads_report();
    }
    power_off(PANIC_STATUS);
}

ON_PANIC(report_panic);
