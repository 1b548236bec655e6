/* A sleep by ntdll's name. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/due_time.h"
#include "win32/threads/apc_calls.h"

#include <memoryapi.h>
#include <uthread.h>
#include <winternl.h>

NTSTATUS NTAPI NtDelayExecution(BOOLEAN alertable, PLARGE_INTEGER time)
{
    if (IsBadReadPtr(time, sizeof *time))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    uint64_t until = due_time(time);
    if (alertable && sys_wait_for(NULL, 0, WAIT_ALERTABLE, until) == STATUS_USER_APC) {
        apc_call_all();
        return STATUS_USER_APC;
    }
    if (time->QuadPart == 0)
        Sleep(0);
    else if (!alertable && utCurrent())
        utSleepUntil(until);
    else if (!alertable)
        sys_clock_wait_until(until);
    return STATUS_SUCCESS;
}
