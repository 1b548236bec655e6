/* Waitable timers. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/due_time.h"
#include "win32/objects/new_object.h"

#include <synchapi.h>

HANDLE WINAPI CreateWaitableTimerA(LPSECURITY_ATTRIBUTES security, BOOL manual, LPCSTR name)
{
    uint32_t handle = 0;
    (void)security;
    uint32_t status = sys_timer_create(&handle, name, manual != 0);
    return new_named_object(status, handle, name);
}

HANDLE WINAPI CreateWaitableTimerExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                                     DWORD access)
{
    if (flags & ~(CREATE_WAITABLE_TIMER_MANUAL_RESET | CREATE_WAITABLE_TIMER_HIGH_RESOLUTION))
        return refuse_parameter();
    return with_rights(
        CreateWaitableTimerA(security, (flags & CREATE_WAITABLE_TIMER_MANUAL_RESET) != 0, name),
        access);
}

HANDLE WINAPI OpenWaitableTimerA(DWORD access, BOOL inherit, LPCSTR name)
{
    (void)inherit;
    return open_object(name, OBJECT_TIMER, access);
}

BOOL WINAPI SetWaitableTimer(HANDLE timer, const LARGE_INTEGER *due, LONG period,
                             PTIMERAPCROUTINE routine, LPVOID argument, BOOL resume)
{
    (void)resume; /* the machine never sleeps */
    if (!due)
        return error_if_failed(STATUS_ACCESS_VIOLATION);
    return error_if_failed(sys_timer_set((uint32_t)timer, due_time(due), (uint32_t)period,
                                         (uint32_t)routine, (uint32_t)argument));
}

BOOL WINAPI SetWaitableTimerEx(HANDLE timer, const LARGE_INTEGER *due, LONG period,
                               PTIMERAPCROUTINE routine, LPVOID argument, PREASON_CONTEXT why,
                               ULONG tolerable_delay)
{
    (void)why, (void)tolerable_delay;
    return SetWaitableTimer(timer, due, period, routine, argument, FALSE);
}

BOOL WINAPI CancelWaitableTimer(HANDLE timer)
{
    return error_if_failed(sys_timer_cancel((uint32_t)timer));
}
