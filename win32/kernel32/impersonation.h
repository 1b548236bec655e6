/* A thread that acts as its own user, with rights of its own. Ordinary code. */
#ifndef WIN32_KERNEL32_IMPERSONATION_H
#define WIN32_KERNEL32_IMPERSONATION_H

#include <minwinbase.h>

/* level: 0 to 3. There is one user, whose rights are the same for each thread, until RevertToSelf
 * and behind it. FALSE: ERROR_INVALID_PARAMETER. */
BOOL WINAPI ImpersonateSelf(ULONG level);

/* Gives a thread, NULL: the caller, a token of OpenProcessToken's or its copy, or with NULL its own
 * rights back. FALSE: ERROR_INVALID_HANDLE. */
BOOL WINAPI SetThreadToken(PHANDLE thread, HANDLE token);

/* The token of a thread that does: another handle of the process, as its own token is
 * (OpenProcessToken). FALSE: ERROR_NO_TOKEN, or the handle is no thread's. */
BOOL WINAPI OpenThreadToken(HANDLE thread, DWORD access, BOOL by_process, PHANDLE token);

#endif
