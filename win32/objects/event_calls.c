/* Events. Calls of ntdll return the kernel's status; calls of Win32 make it the last error. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/new_object.h"

#include <synchapi.h>
#include <winternl.h>

HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES security, BOOL manual, BOOL set, LPCSTR name)
{
    uint32_t handle = 0;
    (void)security;
    uint32_t status = sys_event_create(&handle, name, manual != 0, set != 0);
    return new_named_object(status, handle, name);
}

HANDLE WINAPI CreateEventExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags, DWORD access)
{
    if (flags & ~(CREATE_EVENT_MANUAL_RESET | CREATE_EVENT_INITIAL_SET))
        return refuse_parameter();
    return with_rights(CreateEventA(security, (flags & CREATE_EVENT_MANUAL_RESET) != 0,
                                    (flags & CREATE_EVENT_INITIAL_SET) != 0, name),
                       access);
}

HANDLE WINAPI OpenEventA(DWORD access, BOOL inherit, LPCSTR name)
{
    (void)inherit;
    return open_object(name, OBJECT_EVENT, access);
}

NTSTATUS NTAPI NtSetEvent(HANDLE event, PLONG before)
{
    return (NTSTATUS)sys_event_change((uint32_t)event, EVENT_SET, (uint32_t *)before);
}

NTSTATUS NTAPI NtResetEvent(HANDLE event, PLONG before)
{
    return (NTSTATUS)sys_event_change((uint32_t)event, EVENT_RESET, (uint32_t *)before);
}

NTSTATUS NTAPI NtPulseEvent(HANDLE event, PLONG before)
{
    return (NTSTATUS)sys_event_change((uint32_t)event, EVENT_PULSE, (uint32_t *)before);
}

BOOL WINAPI SetEvent(HANDLE event)
{
    return error_if_failed((uint32_t)NtSetEvent(event, NULL));
}

BOOL WINAPI ResetEvent(HANDLE event)
{
    return error_if_failed((uint32_t)NtResetEvent(event, NULL));
}

BOOL WINAPI PulseEvent(HANDLE event)
{
    return error_if_failed((uint32_t)NtPulseEvent(event, NULL));
}
