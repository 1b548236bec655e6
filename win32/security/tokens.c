/* The token of the one process, and copies of it; and privileges, of which it has none. */
#include "win32/fails.h"
#include "win32/process_handle.h"
#include "win32/security/token_objects.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <securitybaseapi.h>
#include <string.h>
#include <winbase.h>
#include <winnt.h>

BOOL WINAPI OpenProcessToken(HANDLE process, DWORD access, PHANDLE token)
{
    return process_is_this(process) && token_open_own(access, token);
}

BOOL WINAPI AdjustTokenPrivileges(HANDLE token, BOOL disables_all, PTOKEN_PRIVILEGES wish,
                                  DWORD size, PTOKEN_PRIVILEGES before, PDWORD needed)
{
    struct token facts;
    if (!token_take(token, TOKEN_ADJUST_PRIVILEGES | (before ? TOKEN_QUERY : 0), &facts))
        return FALSE;
    if (!disables_all && !wish)
        return fails(ERROR_INVALID_PARAMETER);
    if (before && needed)
        *needed = sizeof before->PrivilegeCount;
    if (before && size < sizeof before->PrivilegeCount)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    if (before)
        before->PrivilegeCount = 0;
    SetLastError(!disables_all && wish->PrivilegeCount ? ERROR_NOT_ALL_ASSIGNED : ERROR_SUCCESS);
    return TRUE;
}

/* Whether a token of the second kind and level may come of the first: nobody may act more freely
 * than before. */
static bool may_become(const struct token *from, TOKEN_TYPE kind,
                       SECURITY_IMPERSONATION_LEVEL level)
{
    if (from->kind == TokenPrimary)
        return true;
    return kind == TokenPrimary ? from->level >= SecurityImpersonation : level <= from->level;
}

BOOL WINAPI DuplicateTokenEx(HANDLE token, DWORD access, LPSECURITY_ATTRIBUTES security,
                             SECURITY_IMPERSONATION_LEVEL level, TOKEN_TYPE kind, PHANDLE copy)
{
    struct token from;
    (void)security;
    if (kind != TokenPrimary && kind != TokenImpersonation)
        return fails(ERROR_INVALID_PARAMETER);
    if ((DWORD)level > SecurityDelegation)
        return fails(ERROR_BAD_IMPERSONATION_LEVEL);
    if (!token_take(token, TOKEN_DUPLICATE, &from))
        return FALSE;
    if (!may_become(&from, kind, level))
        return fails(ERROR_BAD_IMPERSONATION_LEVEL);
    return token_make(kind, level, access ? access : token_access(token), copy);
}

BOOL WINAPI DuplicateToken(HANDLE token, SECURITY_IMPERSONATION_LEVEL level, PHANDLE copy)
{
    return DuplicateTokenEx(token, TOKEN_QUERY | TOKEN_IMPERSONATE, NULL, level, TokenImpersonation,
                            copy);
}

BOOL WINAPI RevertToSelf(void)
{
    NtCurrentTeb()->IsImpersonating = 0;
    return TRUE;
}

/* ---------------------------------------------------------------- names of privileges */

/* By their numbers, from 2 on, without the words at both ends. */
static const char *const privileges[] = {"CreateToken",
                                         "AssignPrimaryToken",
                                         "LockMemory",
                                         "IncreaseQuota",
                                         "MachineAccount",
                                         "Tcb",
                                         "Security",
                                         "TakeOwnership",
                                         "LoadDriver",
                                         "SystemProfile",
                                         "Systemtime",
                                         "ProfileSingleProcess",
                                         "IncreaseBasePriority",
                                         "CreatePagefile",
                                         "CreatePermanent",
                                         "Backup",
                                         "Restore",
                                         "Shutdown",
                                         "Debug",
                                         "Audit",
                                         "SystemEnvironment",
                                         "ChangeNotify",
                                         "RemoteShutdown",
                                         "Undock",
                                         "SyncAgent",
                                         "EnableDelegation",
                                         "ManageVolume",
                                         "Impersonate",
                                         "CreateGlobal",
                                         "TrustedCredManAccess",
                                         "Relabel",
                                         "IncreaseWorkingSet",
                                         "TimeZone",
                                         "CreateSymbolicLink"};
enum { FIRST_PRIVILEGE = 2 };

/* Whether the text is Se, the name, Privilege. */
static BOOL is_named(const char *text, const char *name)
{
    size_t length = strlen(name);
    return _strnicmp(text, "Se", 2) == 0 && _strnicmp(text + 2, name, length) == 0 &&
           _stricmp(text + 2 + length, "Privilege") == 0;
}

BOOL WINAPI LookupPrivilegeValueA(LPCSTR system, LPCSTR name, PLUID number)
{
    (void)system;
    for (unsigned i = 0; i < sizeof privileges / sizeof privileges[0]; i++)
        if (is_named(name, privileges[i])) {
            *number = (LUID){.LowPart = FIRST_PRIVILEGE + i};
            return TRUE;
        }
    return fails(ERROR_NO_SUCH_PRIVILEGE);
}

/* The name of a number: in `room` letters, with the zero, or the size that would do. */
static BOOL name_privilege(const LUID *number, char *text, LPDWORD room)
{
    const DWORD index = number->LowPart - FIRST_PRIVILEGE;
    if (number->HighPart || index >= sizeof privileges / sizeof privileges[0])
        return fails(ERROR_NO_SUCH_PRIVILEGE);
    DWORD length = (DWORD)strlen(privileges[index]) + sizeof "SePrivilege" - 1;
    if (*room <= length) {
        *room = length + 1;
        return fails(ERROR_INSUFFICIENT_BUFFER);
    }
    *room = length;
    strcat(strcat(strcpy(text, "Se"), privileges[index]), "Privilege");
    return TRUE;
}

enum { LONGEST_PRIVILEGE = 64 };

BOOL WINAPI LookupPrivilegeNameA(LPCSTR system, PLUID number, LPSTR name, LPDWORD size)
{
    (void)system;
    return name_privilege(number, name, size);
}

BOOL WINAPI LookupPrivilegeNameW(LPCWSTR system, PLUID number, LPWSTR name, LPDWORD size)
{
    char narrow[LONGEST_PRIVILEGE];
    (void)system;
    if (!name_privilege(number, narrow, size))
        return FALSE;
    for (DWORD i = 0; i <= *size; i++)
        name[i] = (WCHAR)narrow[i];
    return TRUE;
}

BOOL WINAPI LookupPrivilegeValueW(LPCWSTR system, LPCWSTR name, PLUID number)
{
    char narrow[LONGEST_PRIVILEGE];
    (void)system;
    int length = WideCharToMultiByte(CP_ACP, 0, name, -1, narrow, LONGEST_PRIVILEGE, NULL, NULL);
    return length ? LookupPrivilegeValueA(NULL, narrow, number) : fails(ERROR_NO_SUCH_PRIVILEGE);
}
