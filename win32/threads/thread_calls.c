/* Threads of the machine: their end, and what is asked and set. */
#include "kernel/call/service.h"
#include "kernel/shared/reserves.h"
#include "seh_emul/error_codes.h"
#include "win32/threads/end.h"
#include "win32/threads/query.h"
#include "win32/threads/tss.h"

#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <nt.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <winternl.h>

void WINAPI ExitThread(DWORD code)
{
    tss_end_thread();
    thread_forget(DLL_THREAD_DETACH);
    reserves_end_thread();
    sys_thread_exit(code);
    exit((int)code); /* of the last thread */
}

void WINAPI FreeLibraryAndExitThread(HMODULE module, DWORD code)
{
    FreeLibrary(module);
    ExitThread(code);
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
    if (!thread_query(thread, &information))
        return FALSE;
    *code = information.exit_code;
    return TRUE;
}

DWORD WINAPI GetThreadId(HANDLE thread)
{
    struct thread_information information;
    return thread_query(thread, &information) ? information.id : 0;
}

DWORD WINAPI GetProcessIdOfThread(HANDLE thread)
{
    struct thread_information information;
    return thread_query(thread, &information) ? GetCurrentProcessId() : 0;
}

HANDLE WINAPI OpenThread(DWORD access, BOOL inherit, DWORD id)
{
    uint32_t handle;
    (void)inherit;
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

BOOL WINAPI SwitchToThread(void)
{
    return sys_thread_yield();
}
