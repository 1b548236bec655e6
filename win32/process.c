/* The one process by Windows' names: its handles, its number, its end. Its pseudo-handle takes no
 * way through the kernel. */
#include "win32/process_handle.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <winternl.h>

HANDLE WINAPI GetCurrentProcess(void)
{
    return NtCurrentProcess();
}

bool process_is_this(HANDLE process)
{
    struct process_information information;
    return process == GetCurrentProcess() ||
           error_if_failed(sys_process_query((uint32_t)process, &information));
}

HANDLE WINAPI OpenProcess(DWORD access, BOOL inherit, DWORD id)
{
    HANDLE process = NULL;
    if ((id & ~3u) != GetCurrentProcessId()) /* the low two bits of a number mean nothing */
        SetLastError(ERROR_INVALID_PARAMETER);
    else if (!access)
        SetLastError(ERROR_ACCESS_DENIED);
    else
        DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &process,
                        access, inherit, 0);
    return process;
}

DWORD WINAPI GetProcessId(HANDLE process)
{
    return process_is_this(process) ? GetCurrentProcessId() : 0;
}

void WINAPI ExitProcess(UINT status)
{
    _Exit((int)status);
}

BOOL WINAPI GetExitCodeProcess(HANDLE process, LPDWORD code)
{
    if (!process_is_this(process))
        return FALSE;
    if (IsBadWritePtr(code, sizeof *code)) {
        SetLastError(ERROR_NOACCESS);
        return FALSE;
    }
    *code = STILL_ACTIVE;
    return TRUE;
}

BOOL WINAPI TerminateProcess(HANDLE process, UINT status)
{
    if (process_is_this(process))
        ExitProcess(status);
    return FALSE;
}
