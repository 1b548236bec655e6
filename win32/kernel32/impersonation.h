/* A thread that acts by a token of its own. There is one user, whose rights are the same for each
 * thread, until RevertToSelf and behind it. Ordinary code. */
#ifndef WIN32_KERNEL32_IMPERSONATION_H
#define WIN32_KERNEL32_IMPERSONATION_H

#include "win32/kernel32/access_lists.h"

#include <minwinbase.h>
#include <securitybaseapi.h>

/* FALSE: ERROR_INVALID_PARAMETER, there is no such level. */
BOOL WINAPI ImpersonateSelf(SECURITY_IMPERSONATION_LEVEL level);

/* By a copy of a process' token, which needs TOKEN_DUPLICATE, or by a thread's, which needs
 * TOKEN_IMPERSONATE, both TOKEN_QUERY. FALSE: ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED. */
BOOL WINAPI ImpersonateLoggedOnUser(HANDLE token);

/* Gives a thread, NULL: the caller, a token, or with NULL its process' one back. A thread that has
 * ended takes it, too, though without effect. FALSE: ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED
 * (without the right TOKEN_IMPERSONATE), ERROR_BAD_TOKEN_TYPE (a process' one). */
BOOL WINAPI SetThreadToken(PHANDLE thread, HANDLE token);

/* The token of a thread. FALSE: ERROR_NO_TOKEN, ERROR_CANT_OPEN_ANONYMOUS, or the handle is no
 * thread's. */
BOOL WINAPI OpenThreadToken(HANDLE thread, DWORD access, BOOL by_process, PHANDLE token);

/* Whether a token has privileges enabled, as the control says: all of the set, or one. A token has
 * none. FALSE: ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED (without the right TOKEN_QUERY),
 * ERROR_BAD_IMPERSONATION_LEVEL (anonymous). */
BOOL WINAPI PrivilegeCheck(HANDLE token, PPRIVILEGE_SET set, LPBOOL has);

#endif
