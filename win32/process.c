/* The program's end by Windows' names. */
#include <errhandlingapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <winternl.h>

HANDLE WINAPI GetCurrentProcess(void)
{
    return NtCurrentProcess();
}

DWORD WINAPI GetProcessId(HANDLE process)
{
    if (process == GetCurrentProcess())
        return GetCurrentProcessId();
    SetLastError(ERROR_INVALID_HANDLE);
    return 0;
}

void WINAPI ExitProcess(UINT status)
{
    exit((int)status);
}

BOOL WINAPI GetExitCodeProcess(HANDLE process, LPDWORD code)
{
    if (process != GetCurrentProcess())
        SetLastError(ERROR_INVALID_HANDLE);
    else if (IsBadWritePtr(code, sizeof *code))
        SetLastError(ERROR_NOACCESS);
    else
        return *code = STILL_ACTIVE, TRUE;
    return FALSE;
}

BOOL WINAPI TerminateProcess(HANDLE process, UINT status)
{
    if (process == GetCurrentProcess())
        ExitProcess(status);
    SetLastError(ERROR_INVALID_HANDLE);
    return FALSE;
}
