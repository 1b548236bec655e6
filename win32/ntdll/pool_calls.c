#include "win32/ntdll/pool_calls.h"

#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>

/* Tells the object that a call of kernel32 has made. */
#define MAKE(made, call)                                                                           \
    DWORD before = GetLastError();                                                                 \
    *(made) = (call);                                                                              \
    return nt_result(*(made) != NULL, before)

NTSTATUS NTAPI TpAllocPool(PTP_POOL *made, PVOID reserved)
{
    MAKE(made, CreateThreadpool(reserved));
}

NTSTATUS NTAPI TpAllocCleanupGroup(PTP_CLEANUP_GROUP *made)
{
    MAKE(made, CreateThreadpoolCleanupGroup());
}

NTSTATUS NTAPI TpAllocWork(PTP_WORK *made, PTP_WORK_CALLBACK function, PVOID context,
                           PTP_CALLBACK_ENVIRON environment)
{
    MAKE(made, CreateThreadpoolWork(function, context, environment));
}

NTSTATUS NTAPI TpAllocTimer(PTP_TIMER *made, PTP_TIMER_CALLBACK function, PVOID context,
                            PTP_CALLBACK_ENVIRON environment)
{
    MAKE(made, CreateThreadpoolTimer(function, context, environment));
}

NTSTATUS NTAPI TpAllocWait(PTP_WAIT *made, PTP_WAIT_CALLBACK function, PVOID context,
                           PTP_CALLBACK_ENVIRON environment)
{
    MAKE(made, CreateThreadpoolWait(function, context, environment));
}

/* The status of a call that tells success. */
#define TELL(call)                                                                                 \
    DWORD before = GetLastError();                                                                 \
    return nt_result(call, before)

NTSTATUS NTAPI TpSimpleTryPost(PTP_SIMPLE_CALLBACK function, PVOID context,
                               PTP_CALLBACK_ENVIRON environment)
{
    TELL(TrySubmitThreadpoolCallback(function, context, environment));
}

NTSTATUS NTAPI TpSetPoolMinThreads(PTP_POOL pool, ULONG least)
{
    TELL(SetThreadpoolThreadMinimum(pool, least));
}

NTSTATUS NTAPI TpSetPoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information)
{
    TELL(SetThreadpoolStackInformation(pool, information));
}

NTSTATUS NTAPI TpQueryPoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information)
{
    TELL(QueryThreadpoolStackInformation(pool, information));
}

NTSTATUS NTAPI TpCallbackMayRunLong(PTP_CALLBACK_INSTANCE instance)
{
    return (NTSTATUS)(CallbackMayRunLong(instance) ? STATUS_SUCCESS : STATUS_TOO_MANY_THREADS);
}

NTSTATUS NTAPI RtlQueueWorkItem(LPTHREAD_START_ROUTINE function, PVOID context, ULONG flags)
{
    TELL(QueueUserWorkItem(function, context, flags));
}

NTSTATUS NTAPI RtlRegisterWait(PHANDLE wait, HANDLE object, WAITORTIMERCALLBACK function,
                               PVOID context, ULONG milliseconds, ULONG flags)
{
    TELL(RegisterWaitForSingleObject(wait, object, function, context, milliseconds, flags));
}

NTSTATUS NTAPI RtlDeregisterWait(HANDLE wait)
{
    return RtlDeregisterWaitEx(wait, NULL);
}

NTSTATUS NTAPI RtlDeregisterWaitEx(HANDLE wait, HANDLE event)
{
    TELL(UnregisterWaitEx(wait, event));
}

NTSTATUS NTAPI RtlCreateTimerQueue(PHANDLE queue)
{
    MAKE(queue, CreateTimerQueue());
}

NTSTATUS NTAPI RtlDeleteTimerQueue(HANDLE queue)
{
    return RtlDeleteTimerQueueEx(queue, NULL);
}

NTSTATUS NTAPI RtlDeleteTimerQueueEx(HANDLE queue, HANDLE event)
{
    TELL(DeleteTimerQueueEx(queue, event));
}

NTSTATUS NTAPI RtlCreateTimer(HANDLE queue, PHANDLE timer, WAITORTIMERCALLBACK function,
                              PVOID context, ULONG due, ULONG period, ULONG flags)
{
    TELL(CreateTimerQueueTimer(timer, queue, function, context, due, period, flags));
}

NTSTATUS NTAPI RtlUpdateTimer(HANDLE queue, HANDLE timer, ULONG due, ULONG period)
{
    TELL(ChangeTimerQueueTimer(queue, timer, due, period));
}

NTSTATUS NTAPI RtlDeleteTimer(HANDLE queue, HANDLE timer, HANDLE event)
{
    if (!timer)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_1;
    TELL(DeleteTimerQueueTimer(queue, timer, event));
}
