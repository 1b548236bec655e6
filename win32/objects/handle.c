/* Handles of all kinds. */
#include "kernel/services/service.h"
#include "kernel/threads/calls.h"
#include "win32/objects/new_object.h"

#include <handleapi.h>
#include <winternl.h>

HANDLE open_object(const char *name, uint32_t kind, DWORD access)
{
    uint32_t handle;
    if (!name) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    uint32_t status = sys_object_open(&handle, name, kind, access);
    return error_if_failed(status) ? (HANDLE)handle : NULL;
}

/* Pseudo-handles cannot be closed, and nobody is told. */
static bool is_pseudo(HANDLE handle)
{
    return handle == NtCurrentProcess() || handle == NtCurrentThread();
}

BOOL WINAPI CloseHandle(HANDLE handle)
{
    return is_pseudo(handle) || error_if_failed(sys_handle_close((uint32_t)handle));
}

BOOL WINAPI DuplicateHandle(HANDLE from_process, HANDLE handle, HANDLE to_process, LPHANDLE second,
                            DWORD access, BOOL inherit, DWORD options)
{
    (void)inherit;
    if (from_process != NtCurrentProcess() || to_process != NtCurrentProcess())
        return error_if_failed(STATUS_INVALID_HANDLE);
    return error_if_failed(
        sys_handle_duplicate((uint32_t)handle, access, options, (uint32_t *)second));
}
