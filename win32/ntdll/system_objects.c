#include "win32/ntdll/system_objects.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/due_time.h"
#include "win32/threads/apc_calls.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>

NTSTATUS NTAPI NtClearEvent(HANDLE event)
{
    return NtResetEvent(event, NULL);
}

NTSTATUS NTAPI NtReleaseMutant(HANDLE mutant, PLONG before)
{
    return (NTSTATUS)sys_mutex_release((uint32_t)mutant, (int32_t *)before);
}

NTSTATUS NTAPI NtReleaseSemaphore(HANDLE semaphore, LONG count, PLONG before)
{
    return (NTSTATUS)sys_semaphore_release((uint32_t)semaphore, count, (int32_t *)before);
}

static NTSTATUS end_wait(uint32_t status)
{
    if (status == STATUS_USER_APC)
        apc_call_all();
    return (NTSTATUS)status;
}

static uint64_t end_of(const LARGE_INTEGER *time)
{
    return time ? due_time(time) : WAIT_FOREVER;
}

NTSTATUS NTAPI NtWaitForSingleObject(HANDLE object, BOOLEAN alertable, PLARGE_INTEGER time)
{
    return end_wait(
        sys_wait_for_one((uint32_t)object, alertable ? WAIT_ALERTABLE : 0, end_of(time)));
}

NTSTATUS NTAPI NtWaitForMultipleObjects(ULONG count, const HANDLE *objects, ULONG type,
                                        BOOLEAN alertable, PLARGE_INTEGER time)
{
    enum { ALL, ANY };
    if (type > ANY)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    return end_wait(sys_wait_for((const uint32_t *)objects, count,
                                 (type == ALL ? WAIT_ALL : 0) | (alertable ? WAIT_ALERTABLE : 0),
                                 end_of(time)));
}

NTSTATUS NTAPI NtSignalAndWaitForSingleObject(HANDLE signal, HANDLE object, BOOLEAN alertable,
                                              PLARGE_INTEGER time)
{
    return end_wait(sys_wait_signal_and((uint32_t)signal, (uint32_t)object,
                                        alertable ? WAIT_ALERTABLE : 0, end_of(time)));
}

NTSTATUS NTAPI NtSetEventBoostPriority(HANDLE event)
{
    return NtSetEvent(event, NULL);
}

NTSTATUS NTAPI NtOpenThread(PHANDLE thread, ULONG access, POBJECT_ATTRIBUTES attributes,
                            const CLIENT_ID *id)
{
    uint32_t handle = 0;
    (void)attributes;
    if (IsBadWritePtr(thread, sizeof *thread))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (id->UniqueProcess && (DWORD)id->UniqueProcess != GetCurrentProcessId())
        return (NTSTATUS)STATUS_INVALID_CID;
    uint32_t status = sys_thread_open(&handle, (uint32_t)id->UniqueThread, access);
    if (status == STATUS_SUCCESS)
        *thread = (HANDLE)handle;
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtSuspendThread(HANDLE thread, PULONG before)
{
    return (NTSTATUS)sys_thread_suspend((uint32_t)thread, (uint32_t *)before);
}

NTSTATUS NTAPI NtResumeThread(HANDLE thread, PULONG before)
{
    return (NTSTATUS)sys_thread_resume((uint32_t)thread, (uint32_t *)before);
}

/* ---------------------------------------------------------------- handles and processes */

NTSTATUS NTAPI NtDuplicateObject(HANDLE source, HANDLE object, HANDLE target, PHANDLE second,
                                 ULONG access, ULONG attributes, ULONG options)
{
    DWORD error = GetLastError();
    bool done = DuplicateHandle(source, object, target, second, access,
                                (attributes & OBJ_INHERIT) != 0, options);
    SetLastError(error);
    return (NTSTATUS)(done ? STATUS_SUCCESS : STATUS_INVALID_HANDLE);
}

NTSTATUS NTAPI NtOpenProcess(PHANDLE process, ULONG access, POBJECT_ATTRIBUTES attributes,
                             const CLIENT_ID *id)
{
    DWORD error = GetLastError();
    if (IsBadReadPtr(attributes, sizeof *attributes) || (id && IsBadReadPtr(id, sizeof *id)) ||
        IsBadWritePtr(process, sizeof *process))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    *process = NULL;
    if (!id) /* no process has a name */
        return (NTSTATUS)STATUS_INVALID_PARAMETER_MIX;
    bool inherits = attributes->Attributes & OBJ_INHERIT;
    HANDLE opened = OpenProcess(access, inherits, (DWORD)id->UniqueProcess);
    SetLastError(error);
    if (!opened)
        return (NTSTATUS)STATUS_INVALID_CID;
    *process = opened;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtFlushInstructionCache(HANDLE process, LPCVOID base, SIZE_T size)
{
    DWORD error = GetLastError();
    bool done = FlushInstructionCache(process, base, size);
    SetLastError(error);
    return (NTSTATUS)(done ? STATUS_SUCCESS : STATUS_INVALID_HANDLE);
}

BOOLEAN NTAPI RtlIsCriticalSectionLocked(PRTL_CRITICAL_SECTION section)
{
    return section->OwningThread != NULL;
}

BOOLEAN NTAPI RtlIsCriticalSectionLockedByThread(PRTL_CRITICAL_SECTION section)
{
    return section->OwningThread == (HANDLE)GetCurrentThreadId();
}
