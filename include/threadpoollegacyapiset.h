/* The older calls of the thread pool, and timer queues: Windows' names and rules. Part of
 * windows.h.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef THREADPOOLLEGACYAPISET_H
#define THREADPOOLLEGACYAPISET_H

#include <minwinbase.h>

typedef WAITORTIMERCALLBACKFUNC WAITORTIMERCALLBACK;

/* How a callback is called. The threads for timers, for waits, and the one that never ends, are one
 * thread here, whose callbacks come one after the other. */
#define WT_EXECUTEDEFAULT            0x00000000u
#define WT_EXECUTEINIOTHREAD         0x00000001u
#define WT_EXECUTEINWAITTHREAD       0x00000004u
#define WT_EXECUTEONLYONCE           0x00000008u
#define WT_EXECUTELONGFUNCTION       0x00000010u
#define WT_EXECUTEINTIMERTHREAD      0x00000020u
#define WT_EXECUTEINPERSISTENTTHREAD 0x00000080u
#define WT_TRANSFER_IMPERSONATION    0x00000100u

/* Has a thread of the pool call function with context. FALSE: ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI QueueUserWorkItem(LPTHREAD_START_ROUTINE function, PVOID context, ULONG flags);

/* Has a thread call function when the object is signalled (timed_out is FALSE) or after ms
 * milliseconds (TRUE); again and again, unless flags have WT_EXECUTEONLYONCE. *wait is for
 * UnregisterWait alone. FALSE: ERROR_INVALID_HANDLE, ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI RegisterWaitForSingleObject(PHANDLE wait, HANDLE object, WAITORTIMERCALLBACK function,
                                        PVOID context, ULONG ms, ULONG flags);

/* Ends that. While a callback is pending or runs: FALSE and ERROR_IO_PENDING. event is set when the
 * last one has returned; with INVALID_HANDLE_VALUE the call waits for that itself. FALSE:
 * ERROR_INVALID_HANDLE. */
BOOL WINAPI UnregisterWait(HANDLE wait);
BOOL WINAPI UnregisterWaitEx(HANDLE wait, HANDLE event);

/* Makes a queue of timers. NULL as a queue means the one that is always there. NULL:
 * ERROR_NOT_ENOUGH_MEMORY. */
HANDLE WINAPI CreateTimerQueue(void);

/* Has a thread call function (timed_out is TRUE) in `due` milliseconds, then every period
 * milliseconds, unless that is 0 or flags have WT_EXECUTEONLYONCE. FALSE: ERROR_INVALID_HANDLE (no
 * such queue), ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI CreateTimerQueueTimer(PHANDLE timer, HANDLE queue, WAITORTIMERCALLBACK function,
                                  PVOID context, DWORD due, DWORD period, ULONG flags);

/* Gives a timer new times. Nothing changes for a timer that came once and has come. FALSE:
 * ERROR_INVALID_PARAMETER, the queue has no such timer. */
BOOL WINAPI ChangeTimerQueueTimer(HANDLE queue, HANDLE timer, ULONG due, ULONG period);

/* Delete one timer, or a queue with all of them; event as for UnregisterWaitEx. FALSE:
 * ERROR_INVALID_PARAMETER (no such timer), ERROR_INVALID_HANDLE (no such queue), ERROR_IO_PENDING.
 */
BOOL WINAPI DeleteTimerQueueTimer(HANDLE queue, HANDLE timer, HANDLE event);
BOOL WINAPI DeleteTimerQueue(HANDLE queue);
BOOL WINAPI DeleteTimerQueueEx(HANDLE queue, HANDLE event);

#endif
