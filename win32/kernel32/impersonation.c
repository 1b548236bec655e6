#include "win32/kernel32/impersonation.h"

#include "win32/fails.h"
#include "win32/process_handle.h"

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

/* The TEB of a thread; NULL, with the last error. */
static TEB *teb_of(HANDLE thread)
{
    THREAD_BASIC_INFORMATION facts;
    NTSTATUS status =
        NtQueryInformationThread(thread, ThreadBasicInformation, &facts, sizeof facts, NULL);
    if (!status)
        return facts.TebBaseAddress;
    fails(RtlNtStatusToDosError(status));
    return NULL;
}

BOOL WINAPI SetThreadToken(PHANDLE thread, HANDLE token)
{
    TEB *teb = teb_of(thread ? *thread : GetCurrentThread());
    if (!teb || (token && (token == GetCurrentProcess() || !process_is_this(token))))
        return teb ? fails(ERROR_INVALID_HANDLE) : FALSE;
    teb->IsImpersonating = token != NULL;
    return TRUE;
}

BOOL WINAPI OpenThreadToken(HANDLE thread, DWORD access, BOOL by_process, PHANDLE token)
{
    (void)by_process;
    const TEB *teb = teb_of(thread);
    if (!teb)
        return FALSE;
    if (!teb->IsImpersonating)
        return fails(ERROR_NO_TOKEN);
    return OpenProcessToken(GetCurrentProcess(), access, token);
}
