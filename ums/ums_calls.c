/* The calls of User-Mode Scheduling but for the switches (ums_switch.S). */
#include "kernel/call/calls.h"
#include "kernel/call/features.h"
#include "kernel/call/service.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/call/ums_context.h"
#include "seh_emul/error_codes.h"
#include "ums/errors.h"
#include "ums/traced.h"

#include <errhandlingapi.h>
#include <synchapi.h>
#include <ums.h>
#include <winternl.h>

_Static_assert(ERROR_NOT_SUPPORTED_ == ERROR_NOT_SUPPORTED &&
                   ERROR_INVALID_PARAMETER_ == ERROR_INVALID_PARAMETER &&
                   ERROR_RETRY_ == ERROR_RETRY && ERROR_INTERNAL_ERROR_ == ERROR_INTERNAL_ERROR,
               "errors.h");

START_CONSTANT bool ums_has_sse;

static void ums_start(void)
{
    ums_has_sse = cpu_features.sse;
}
ON_START(ums_start);

/* ums_switch.S */
void ums_enter(struct ums_context *own, void *parameter);
BOOL ums_refuse(DWORD error);
BOOL ums_refuse_status(uint32_t status);

BOOL ums_refuse(DWORD error)
{
    trace(ums_refused, error);
    SetLastError(error);
    return FALSE;
}

BOOL ums_refuse_status(uint32_t status)
{
    return ums_refuse(RtlNtStatusToDosError((NTSTATUS)status));
}

/* ---------------------------------------------------------------- completion lists */

BOOL WINAPI CreateUmsCompletionList(PUMS_COMPLETION_LIST *list)
{
    return error_if_failed(sys_ums_list_create((uint32_t *)list));
}

BOOL WINAPI DeleteUmsCompletionList(PUMS_COMPLETION_LIST list)
{
    return error_if_failed(sys_ums_list_delete((uint32_t)list));
}

BOOL WINAPI GetUmsCompletionListEvent(PUMS_COMPLETION_LIST list, PHANDLE event)
{
    return error_if_failed(sys_ums_list_event((uint32_t)list, (uint32_t *)event));
}

static PUMS_CONTEXT take_all(struct ums_list_words *words)
{
    return (PUMS_CONTEXT)__atomic_exchange_n(&words->head, 0, __ATOMIC_SEQ_CST);
}

/* The event may be set though another scheduler has taken what set it. */
BOOL WINAPI DequeueUmsCompletionListItems(PUMS_COMPLETION_LIST list, DWORD ms,
                                          PUMS_CONTEXT *workers)
{
    struct ums_list_words *words = list;
    if (!list || !workers)
        return ums_refuse(ERROR_INVALID_PARAMETER);
    *workers = take_all(words);
    if (*workers || ms == 0)
        return TRUE;
    uint64_t deadline = ms == INFINITE ? WAIT_FOREVER : GetTickCount64() + ms + 1;
    while (!*workers) {
        uint32_t status = sys_wait_for_one(words->event, 0, deadline);
        *workers = take_all(words);
        if (!*workers && status == STATUS_TIMEOUT)
            return ums_refuse(ERROR_TIMEOUT);
        if (!*workers && !error_if_failed(status))
            return FALSE;
    }
    return TRUE;
}

PUMS_CONTEXT WINAPI GetNextUmsListItem(PUMS_CONTEXT worker)
{
    struct ums_context *context = worker;
    if (!context)
        return NULL;
    PUMS_CONTEXT next = (PUMS_CONTEXT)context->next;
    context->next = 0;
    return next;
}

/* ---------------------------------------------------------------- contexts */

BOOL WINAPI CreateUmsThreadContext(PUMS_CONTEXT *worker)
{
    return error_if_failed(sys_ums_context_create((uint32_t *)worker));
}

BOOL WINAPI DeleteUmsThreadContext(PUMS_CONTEXT worker)
{
    return error_if_failed(sys_ums_context_delete((uint32_t)worker));
}

PUMS_CONTEXT WINAPI GetCurrentUmsThread(VOID)
{
    return (PUMS_CONTEXT)tib_load(TIB_UMS);
}

static ULONG size_of(UMS_THREAD_INFO_CLASS what)
{
    switch ((int)what) {
    case UmsThreadUserContext:
    case UmsThreadTeb:
        return sizeof(PVOID);
    case UmsThreadIsSuspended:
    case UmsThreadIsTerminated:
        return sizeof(BOOLEAN);
    default:
        return 0;
    }
}

BOOL WINAPI QueryUmsThreadInformation(PUMS_CONTEXT worker, UMS_THREAD_INFO_CLASS what, PVOID value,
                                      ULONG size, PULONG needed)
{
    const struct ums_context *context = worker;
    ULONG right = size_of(what);
    if (!context)
        return ums_refuse(ERROR_INVALID_PARAMETER);
    if (!right)
        return ums_refuse(ERROR_NOT_SUPPORTED);
    if (needed)
        *needed = right;
    if (size != right)
        return ums_refuse(ERROR_BAD_LENGTH);
    if (what == UmsThreadUserContext)
        *(DWORD *)value = context->user;
    else if (what == UmsThreadTeb)
        *(DWORD *)value = context->teb;
    else
        *(BOOLEAN *)value =
            (context->flags & (what == UmsThreadIsSuspended ? UMS_SUSPENDED : UMS_TERMINATED)) != 0;
    return TRUE;
}

BOOL WINAPI SetUmsThreadInformation(PUMS_CONTEXT worker, UMS_THREAD_INFO_CLASS what, PVOID value,
                                    ULONG size)
{
    struct ums_context *context = worker;
    if (!context)
        return ums_refuse(ERROR_INVALID_PARAMETER);
    if (what != UmsThreadUserContext)
        return ums_refuse(ERROR_NOT_SUPPORTED);
    if (size != size_of(what))
        return ums_refuse(ERROR_BAD_LENGTH);
    context->user = *(const DWORD *)value;
    return TRUE;
}

/* ---------------------------------------------------------------- schedulers */

BOOL WINAPI EnterUmsSchedulingMode(PUMS_SCHEDULER_STARTUP_INFO info)
{
    if (!info || info->UmsVersion != UMS_VERSION || !info->CompletionList || !info->SchedulerProc)
        return ums_refuse(ERROR_INVALID_PARAMETER);
    if (!error_if_failed(sys_ums_enter((uint32_t)info->CompletionList)))
        return FALSE;
    struct ums_context *own = GetCurrentUmsThread();
    own->procedure = (uint32_t)info->SchedulerProc;
    if (trace_on)
        ums_trace_scheduler(own);
    ums_enter(own, info->SchedulerParam);
    return TRUE;
}

BOOL WINAPI GetUmsSystemThreadInformation(HANDLE thread, PUMS_SYSTEM_THREAD_INFORMATION info)
{
    struct thread_information now;
    if (!info || info->UmsVersion != UMS_VERSION)
        return ums_refuse(ERROR_INVALID_PARAMETER);
    if (!error_if_failed(sys_thread_query((uint32_t)thread, &now)))
        return FALSE;
    ULONG asked = info->ThreadUmsFlags;
    info->ThreadUmsFlags = 0;
    info->IsUmsSchedulerThread = now.ums == UMS_SCHEDULER;
    info->IsUmsWorkerThread = now.ums == UMS_WORKER;
    return !asked || (info->ThreadUmsFlags & asked) == asked;
}
