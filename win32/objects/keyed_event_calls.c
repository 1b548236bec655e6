/* Keyed events, which are the kernel's. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/due_time.h"
#include "win32/threads/apc_calls.h"

#include <winternl.h>

static uint64_t deadline_of(const LARGE_INTEGER *time)
{
    return time ? due_time(time) : WAIT_FOREVER;
}

static NTSTATUS result_of(uint32_t status)
{
    if (status == STATUS_USER_APC)
        apc_call_all();
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtCreateKeyedEvent(PHANDLE event, ULONG access, PVOID attributes, ULONG flags)
{
    (void)access;
    if (attributes || flags)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    return (NTSTATUS)sys_keyed_event_create((uint32_t *)event, NULL);
}

NTSTATUS NTAPI NtWaitForKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable, PLARGE_INTEGER time)
{
    return result_of(sys_keyed_event_wait((uint32_t)event, (uint32_t)key,
                                          alertable ? WAIT_ALERTABLE : 0, deadline_of(time)));
}

NTSTATUS NTAPI NtReleaseKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable, PLARGE_INTEGER time)
{
    return result_of(sys_keyed_event_release((uint32_t)event, (uint32_t)key,
                                             alertable ? WAIT_ALERTABLE : 0, deadline_of(time)));
}
