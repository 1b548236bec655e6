/* The events of the switches, which have no trace points: they need no kernel, and every
 * instruction counts. While events are recorded, activations come here first. */
#include "ums/traced.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/call/ums_context.h"

#include <ums.h>

void ums_trace_execute(PUMS_CONTEXT worker); /* called by ums_switch.S */

/* The worker that has left; the kernel notes one that has blocked. It may have been deleted. */
static uint32_t worker_of(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, uint32_t last)
{
    return reason == UmsSchedulerStartup ? 0 : reason == UmsSchedulerThreadBlocked ? last : payload;
}

static VOID NTAPI called(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    const struct ums_context *own = (const struct ums_context *)tib_load(TIB_UMS);
    trace(ums_called, reason, worker_of(reason, payload, own->last), payload, (uint32_t)parameter);
    ((PUMS_SCHEDULER_ENTRY_POINT)own->traced)(reason, payload, parameter);
}

void ums_trace_scheduler(struct ums_context *own)
{
    own->traced = own->procedure;
    own->procedure = (uint32_t)called;
    own->flags |= UMS_TRACED;
}

void ums_trace_execute(PUMS_CONTEXT worker)
{
    trace(ums_executed, (uint32_t)worker);
}
