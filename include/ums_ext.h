/* Beyond Windows: calls that its User-Mode Scheduling lacks. ums.h has everything else.
 *
 * A worker can lose its scheduler after a time slice, and hand it to another worker by itself. A
 * scheduler can ask which worker has blocked. The state of each worker can be seen at any time.
 *
 * BOOL results: FALSE has its reason in the last error. All calls: ordinary code, either ring.
 */
#ifndef UMS_EXT_H
#define UMS_EXT_H

#include <ums.h>

/* A further reason to call a scheduler's procedure: the worker has had its slice. The payload is
 * its context, the parameter NULL. The worker is in the program's hands, as after a yield. */
#define UmsExtSchedulerThreadPreempted ((UMS_SCHEDULER_REASON)3)

/* Gives the workers of the calling scheduler a slice, from now on: a worker that runs for so many
 * milliseconds without a pause is preempted, at most two milliseconds later. 0, as at first: never.
 * A worker that has yielded and is executed again between two ticks of the clock (1 ms) has had no
 * pause. A worker with a lock of the program's may be preempted, too. ERROR_NOT_SUPPORTED: the
 * caller is no scheduler in its procedure. */
BOOL WINAPI UmsExtSetTimeSlice(DWORD milliseconds);

/* Gives the calling worker's place to another worker, without a call of the scheduler's procedure.
 * The caller is in the program's hands then, as after a yield, and what executes it again makes
 * this call return TRUE. A failure, FALSE: ERROR_INVALID_PARAMETER, the caller or the other one is
 * no worker, or that is suspended or has ended; ERROR_INTERNAL_ERROR, a scheduler runs it;
 * ERROR_RETRY, it is locked for a moment, or waits. If that changes while the caller leaves, the
 * scheduler's procedure is called, as for a yield with this parameter. */
BOOL WINAPI UmsExtSwitchTo(PUMS_CONTEXT worker, PVOID parameter);

/* For a scheduler's procedure with the reason UmsSchedulerThreadBlocked, or
 * UmsExtSchedulerThreadPreempted: returns the context of the worker that has left. It may run
 * elsewhere by now, or have been deleted. NULL in other threads, and before the first one left. */
PUMS_CONTEXT WINAPI UmsExtLastRun(VOID);

typedef enum _UMS_EXT_STATE {
    UmsExtReady,     /* can be executed: in its completion list, or in the program's hands */
    UmsExtRunning,   /* in a scheduler's place */
    UmsExtBlocked,   /* waits, or is locked for a moment */
    UmsExtSuspended, /* does not go on before it is resumed */
    UmsExtEnded      /* or has no thread yet */
} UMS_EXT_STATE;

/* Stores what the worker does now. It may do something else when the call returns.
 * ERROR_INVALID_PARAMETER: it is no worker. */
BOOL WINAPI UmsExtGetState(PUMS_CONTEXT worker, UMS_EXT_STATE *state);

#endif
