/* Mailslots, which join machines and processes: there are none. Ordinary code. */
#ifndef WIN32_KERNEL32_MAILSLOTS_H
#define WIN32_KERNEL32_MAILSLOTS_H

#include <minwinbase.h>

/* INVALID_HANDLE_VALUE: ERROR_INVALID_NAME for a name outside of \\.\mailslot\, else
 * ERROR_NOT_SUPPORTED. No handle is one of a mailslot: ERROR_INVALID_HANDLE. */
HANDLE WINAPI CreateMailslotA(LPCSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security);
HANDLE WINAPI CreateMailslotW(LPCWSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security);
BOOL WINAPI GetMailslotInfo(HANDLE slot, LPDWORD size, LPDWORD next, LPDWORD count,
                            LPDWORD timeout);
BOOL WINAPI SetMailslotInfo(HANDLE slot, DWORD timeout);

#endif
