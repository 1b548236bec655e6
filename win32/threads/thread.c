/* Threads of the machine: their end, and what is asked and set. */
#include "kernel/services/service.h"
#include "kernel/shared/reserves.h"
#include "kernel/threads/calls.h"
#include "seh_emul/error_codes.h"
#include "win32/threads/end.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <winternl.h>

void WINAPI ExitThread(DWORD code)
{
    thread_forget();
    reserves_end_thread();
    sys_thread_exit(code);
    exit((int)code); /* of the last thread */
}

static bool query(HANDLE thread, struct thread_information *information)
{
    return error_if_failed(sys_thread_query((uint32_t)thread, information));
}

BOOL WINAPI TerminateThread(HANDLE thread, DWORD code)
{
    uint32_t status = sys_thread_terminate((uint32_t)thread, code);
    if (status == STATUS_CANT_TERMINATE_SELF)
        ExitThread(code);
    return error_if_failed(status);
}

BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD code)
{
    struct thread_information information;
    if (!query(thread, &information))
        return FALSE;
    *code = information.exit_code;
    return TRUE;
}

DWORD WINAPI GetThreadId(HANDLE thread)
{
    struct thread_information information;
    return query(thread, &information) ? information.id : 0;
}

DWORD WINAPI GetProcessIdOfThread(HANDLE thread)
{
    struct thread_information information;
    return query(thread, &information) ? GetCurrentProcessId() : 0;
}

HANDLE WINAPI OpenThread(DWORD access, BOOL inherit, DWORD id)
{
    uint32_t handle;
    (void)inherit;
    if (access & (MAXIMUM_ALLOWED | GENERIC_ALL))
        access = THREAD_ALL_ACCESS;
    return error_if_failed(sys_thread_open(&handle, id, access)) ? (HANDLE)handle : NULL;
}

/* ---------------------------------------------------------------- how it runs */

DWORD WINAPI SuspendThread(HANDLE thread)
{
    uint32_t before;
    return error_if_failed(sys_thread_suspend((uint32_t)thread, &before)) ? before : (DWORD)-1;
}

DWORD WINAPI ResumeThread(HANDLE thread)
{
    uint32_t before;
    return error_if_failed(sys_thread_resume((uint32_t)thread, &before)) ? before : (DWORD)-1;
}

BOOL WINAPI SetThreadPriority(HANDLE thread, int priority)
{
    return error_if_failed(sys_thread_set_priority((uint32_t)thread, priority));
}

int WINAPI GetThreadPriority(HANDLE thread)
{
    struct thread_information information;
    return query(thread, &information) ? information.relative_priority
                                       : THREAD_PRIORITY_ERROR_RETURN;
}

BOOL WINAPI SetThreadPriorityBoost(HANDLE thread, BOOL disabled)
{
    return error_if_failed(sys_thread_set_boost((uint32_t)thread, !disabled));
}

BOOL WINAPI GetThreadPriorityBoost(HANDLE thread, PBOOL disabled)
{
    struct thread_information information;
    if (!query(thread, &information))
        return FALSE;
    *disabled = information.no_boost;
    return TRUE;
}

BOOL WINAPI SwitchToThread(void)
{
    return sys_thread_yield();
}
