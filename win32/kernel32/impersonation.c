#include "win32/kernel32/impersonation.h"

#include "win32/fails.h"

#include <nt.h>
#include <processthreadsapi.h>
#include <winerror.h>
#include <winnt.h>
#include <winternl.h>

BOOL WINAPI ImpersonateSelf(ULONG level)
{
    enum { DELEGATION = 3 };
    if (level > DELEGATION)
        return fails(ERROR_INVALID_PARAMETER);
    NtCurrentTeb()->IsImpersonating = 1;
    return TRUE;
}

BOOL WINAPI OpenThreadToken(HANDLE thread, DWORD access, BOOL by_process, PHANDLE token)
{
    THREAD_BASIC_INFORMATION facts;
    (void)by_process;
    NTSTATUS status =
        NtQueryInformationThread(thread, ThreadBasicInformation, &facts, sizeof facts, NULL);
    if (status)
        return fails(RtlNtStatusToDosError(status));
    if (!((const TEB *)facts.TebBaseAddress)->IsImpersonating)
        return fails(ERROR_NO_TOKEN);
    return OpenProcessToken(GetCurrentProcess(), access, token);
}
