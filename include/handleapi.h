/* Handles of threads and objects: Windows' names and rules; part of windows.h. The low two bits of
 * a handle are ignored. Ordinary code and handlers, at either privilege level. */
#ifndef HANDLEAPI_H
#define HANDLEAPI_H

#include <nt_objects.h>

#define INVALID_HANDLE_VALUE ((HANDLE)-1)

/* An object ends when its last handle is closed, and nothing waits for it; a thread runs on.
 * Pseudo-handles are left alone. FALSE: ERROR_INVALID_HANDLE. */
BOOL WINAPI CloseHandle(HANDLE handle);

/* Makes a second handle for the same object, in the one process that there is. options:
 * DUPLICATE_SAME_ACCESS, DUPLICATE_CLOSE_SOURCE. second may be NULL; to_process, too, with
 * DUPLICATE_CLOSE_SOURCE, which is a CloseHandle then. FALSE: ERROR_INVALID_HANDLE,
 * ERROR_NOT_ENOUGH_MEMORY, ERROR_NOACCESS. */
BOOL WINAPI DuplicateHandle(HANDLE from_process, HANDLE handle, HANDLE to_process, LPHANDLE second,
                            DWORD access, BOOL inherit, DWORD options);

/* A handle has no flags: there is no process to inherit it. PROTECT_FROM_CLOSE cannot be set:
 * ERROR_NOT_SUPPORTED. FALSE: ERROR_INVALID_HANDLE. */
#define HANDLE_FLAG_INHERIT            0x1u
#define HANDLE_FLAG_PROTECT_FROM_CLOSE 0x2u
BOOL WINAPI GetHandleInformation(HANDLE handle, LPDWORD flags);
BOOL WINAPI SetHandleInformation(HANDLE handle, DWORD mask, DWORD flags);

#endif
