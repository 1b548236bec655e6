#include "win32/kernel32/impersonation.h"

#include "win32/fails.h"
#include "win32/security/token_objects.h"

#include <nt.h>
#include <winerror.h>
#include <winnt.h>
#include <winternl.h>

static BOOL impersonate(TEB *teb, SECURITY_IMPERSONATION_LEVEL level)
{
    teb->ImpersonationLevel = (DWORD)level;
    teb->IsImpersonating = 1;
    return TRUE;
}

BOOL WINAPI ImpersonateSelf(SECURITY_IMPERSONATION_LEVEL level)
{
    if ((DWORD)level > SecurityDelegation)
        return fails(ERROR_INVALID_PARAMETER);
    return impersonate(NtCurrentTeb(), level);
}

BOOL WINAPI ImpersonateLoggedOnUser(HANDLE handle)
{
    struct token token;
    if (!token_take(handle, TOKEN_QUERY, &token))
        return FALSE;
    bool is_copied = token.kind == TokenPrimary;
    if (!token_take(handle, is_copied ? TOKEN_DUPLICATE : TOKEN_IMPERSONATE, &token))
        return FALSE;
    return impersonate(NtCurrentTeb(), is_copied ? SecurityImpersonation : token.level);
}

/* Stores the TEB of a thread, NULL of one that has ended. FALSE, with the last error. */
static BOOL find_teb(HANDLE thread, TEB **teb)
{
    THREAD_BASIC_INFORMATION facts;
    NTSTATUS status =
        NtQueryInformationThread(thread, ThreadBasicInformation, &facts, sizeof facts, NULL);
    if (status)
        return fails(RtlNtStatusToDosError(status));
    *teb = facts.TebBaseAddress;
    return TRUE;
}

BOOL WINAPI SetThreadToken(PHANDLE thread, HANDLE handle)
{
    struct token token;
    TEB *teb;
    if (!find_teb(thread ? *thread : GetCurrentThread(), &teb))
        return FALSE;
    if (handle && !token_take(handle, TOKEN_IMPERSONATE, &token))
        return FALSE;
    if (handle && token.kind != TokenImpersonation)
        return fails(ERROR_BAD_TOKEN_TYPE);
    if (teb && handle)
        return impersonate(teb, token.level);
    if (teb)
        teb->IsImpersonating = 0;
    return TRUE;
}

BOOL WINAPI OpenThreadToken(HANDLE thread, DWORD access, BOOL by_process, PHANDLE token)
{
    TEB *teb;
    (void)by_process;
    if (!find_teb(thread, &teb))
        return FALSE;
    if (!teb || !teb->IsImpersonating)
        return fails(ERROR_NO_TOKEN);
    if (teb->ImpersonationLevel == SecurityAnonymous)
        return fails(ERROR_CANT_OPEN_ANONYMOUS);
    return token_make(TokenImpersonation, (SECURITY_IMPERSONATION_LEVEL)teb->ImpersonationLevel,
                      access, token);
}

BOOL WINAPI PrivilegeCheck(HANDLE handle, PPRIVILEGE_SET set, LPBOOL has)
{
    enum { ALL = 1 };
    struct token token;
    if (!token_take(handle, TOKEN_QUERY, &token))
        return FALSE;
    if (token.kind == TokenImpersonation && token.level < SecurityIdentification)
        return fails(ERROR_BAD_IMPERSONATION_LEVEL);
    *has = !set->PrivilegeCount && set->Control & ALL;
    return TRUE;
}
