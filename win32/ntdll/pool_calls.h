/* The thread pool by ntdll's calls (winternl.h has none of them): those of threadpoolapiset.h, with
 * statuses for results. Calls that differ in nothing are other names of those (win32/exports.h).
 * Ordinary code. */
#ifndef WIN32_NTDLL_POOL_CALLS_H
#define WIN32_NTDLL_POOL_CALLS_H

#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <winternl.h>

/* Objects: *made becomes the new one. STATUS_NO_MEMORY; STATUS_INVALID_PARAMETER for an environment
 * of no known version. */
NTSTATUS NTAPI TpAllocPool(PTP_POOL *made, PVOID reserved);
NTSTATUS NTAPI TpAllocCleanupGroup(PTP_CLEANUP_GROUP *made);
NTSTATUS NTAPI TpAllocWork(PTP_WORK *made, PTP_WORK_CALLBACK function, PVOID context,
                           PTP_CALLBACK_ENVIRON environment);
NTSTATUS NTAPI TpAllocTimer(PTP_TIMER *made, PTP_TIMER_CALLBACK function, PVOID context,
                            PTP_CALLBACK_ENVIRON environment);
NTSTATUS NTAPI TpAllocWait(PTP_WAIT *made, PTP_WAIT_CALLBACK function, PVOID context,
                           PTP_CALLBACK_ENVIRON environment);
NTSTATUS NTAPI TpSimpleTryPost(PTP_SIMPLE_CALLBACK function, PVOID context,
                               PTP_CALLBACK_ENVIRON environment);

NTSTATUS NTAPI TpSetPoolMinThreads(PTP_POOL pool, ULONG least);
NTSTATUS NTAPI TpSetPoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information);
NTSTATUS NTAPI TpQueryPoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information);

/* STATUS_TOO_MANY_THREADS: no thread can be made in this one's place. */
NTSTATUS NTAPI TpCallbackMayRunLong(PTP_CALLBACK_INSTANCE instance);

/* QueueUserWorkItem, RegisterWaitForSingleObject and UnregisterWait(Ex). A function's result is
 * ignored. STATUS_PENDING: a callback of the wait still runs. */
NTSTATUS NTAPI RtlQueueWorkItem(LPTHREAD_START_ROUTINE function, PVOID context, ULONG flags);
NTSTATUS NTAPI RtlRegisterWait(PHANDLE wait, HANDLE object, WAITORTIMERCALLBACK function,
                               PVOID context, ULONG milliseconds, ULONG flags);
NTSTATUS NTAPI RtlDeregisterWait(HANDLE wait);
NTSTATUS NTAPI RtlDeregisterWaitEx(HANDLE wait, HANDLE event);

/* CreateTimerQueue and its kin. STATUS_INVALID_PARAMETER_1: no timer. */
NTSTATUS NTAPI RtlCreateTimerQueue(PHANDLE queue);
NTSTATUS NTAPI RtlDeleteTimerQueue(HANDLE queue);
NTSTATUS NTAPI RtlDeleteTimerQueueEx(HANDLE queue, HANDLE event);
NTSTATUS NTAPI RtlCreateTimer(HANDLE queue, PHANDLE timer, WAITORTIMERCALLBACK function,
                              PVOID context, ULONG due, ULONG period, ULONG flags);
NTSTATUS NTAPI RtlUpdateTimer(HANDLE queue, HANDLE timer, ULONG due, ULONG period);
NTSTATUS NTAPI RtlDeleteTimer(HANDLE queue, HANDLE timer, HANDLE event);

#endif
