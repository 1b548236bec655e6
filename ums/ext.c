/* The calls of ums_ext.h but for the switch (ums_switch.S). */
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "kernel/call/ums_context.h"
#include "seh_emul/error_codes.h"
#include "ums/errors.h"

#include <errhandlingapi.h>
#include <ums_ext.h>

_Static_assert(UmsSchedulerStartup == UMS_REASON_STARTUP &&
                   UmsSchedulerThreadBlocked == UMS_REASON_BLOCKED &&
                   UmsSchedulerThreadYield == UMS_REASON_YIELD &&
                   UmsExtSchedulerThreadPreempted == UMS_REASON_PREEMPTED,
               "ums_context.h");

BOOL WINAPI UmsExtSetTimeSlice(DWORD milliseconds)
{
    return error_if_failed(sys_ums_slice(milliseconds)); /* a tick is one millisecond */
}

PUMS_CONTEXT WINAPI UmsExtLastRun(VOID)
{
    const struct ums_context *own = (const struct ums_context *)tib_load(TIB_UMS);
    return own ? (PUMS_CONTEXT)own->last : NULL; /* a worker's is always 0 */
}

/* The lock is read first: a worker that ends or is suspended has its flag before its lock
 * changes. */
BOOL WINAPI UmsExtGetState(PUMS_CONTEXT worker, UMS_EXT_STATE *state)
{
    const volatile struct ums_context *context = worker;
    if (!worker || !state || !(context->flags & UMS_WORKER)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    uint32_t lock = context->lock, flags = context->flags;
    *state = flags & UMS_TERMINATED    ? UmsExtEnded
             : flags & UMS_SUSPENDED   ? UmsExtSuspended
             : lock == UMS_LOCK_KERNEL ? UmsExtBlocked
             : lock                    ? UmsExtRunning
                                       : UmsExtReady;
    return TRUE;
}
