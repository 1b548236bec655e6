/* Handles of all kinds. The calls for new and found objects share the steps at the top
 * (new_object.h). */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/inlining.h"
#include "win32/files/open_files.h"
#include "win32/objects/new_object.h"
#include "win32/process_handle.h"

#include <handleapi.h>
#include <winternl.h>

HANDLE refuse_parameter(void)
{
    SetLastError(ERROR_INVALID_PARAMETER);
    return NULL;
}

uint32_t status_of_name(uint32_t status, uint32_t handle, const char *name)
{
    if (status != STATUS_SUCCESS || open_file_kind_of(name) == FILE_NONE)
        return status;
    CloseHandle((HANDLE)handle);
    return STATUS_OBJECT_TYPE_MISMATCH;
}

HANDLE with_rights(HANDLE object, DWORD access)
{
    uint32_t handle, options = DUPLICATE_CLOSE_SOURCE;
    if (!object)
        return NULL;
    if (access & (MAXIMUM_ALLOWED | GENERIC_ALL))
        return object;
    uint32_t status = sys_handle_duplicate((uint32_t)object, access, options, &handle);
    if (status == STATUS_SUCCESS)
        return (HANDLE)handle;
    error_if_failed(status);
    return NULL;
}

HANDLE open_object(const char *name, uint32_t kind, DWORD access)
{
    uint32_t handle;
    if (!name)
        return refuse_parameter();
    uint32_t status = sys_object_open(&handle, name, kind, access);
    if (status == STATUS_OBJECT_NAME_NOT_FOUND && open_file_kind_of(name) != FILE_NONE)
        status = STATUS_OBJECT_TYPE_MISMATCH;
    return error_if_failed(status) ? (HANDLE)handle : NULL;
}

/* Pseudo-handles cannot be closed, and nobody is told. */
static bool is_pseudo(HANDLE handle)
{
    return handle == NtCurrentProcess() || handle == NtCurrentThread();
}

static HOT NTSTATUS close_any(HANDLE handle)
{
    if (is_pseudo(handle))
        return STATUS_SUCCESS;
    uint32_t status = sys_handle_close((uint32_t)handle);
    if ((NTSTATUS)status <= 0)
        return (NTSTATUS)status;
    open_file_end(status & ~FILE_ENDED);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtClose(HANDLE handle)
{
    return close_any(handle);
}

BOOL WINAPI CloseHandle(HANDLE handle)
{
    NTSTATUS status = close_any(handle);
    return status == STATUS_SUCCESS || error_if_failed((uint32_t)status);
}

BOOL WINAPI DuplicateHandle(HANDLE from_process, HANDLE handle, HANDLE to_process, LPHANDLE second,
                            DWORD access, BOOL inherit, DWORD options)
{
    (void)inherit;
    HANDLE untold;
    if (!process_is_this(from_process))
        return FALSE;
    if (!to_process && options & DUPLICATE_CLOSE_SOURCE)
        return CloseHandle(handle);
    if (!process_is_this(to_process))
        return FALSE;
    return error_if_failed(sys_handle_duplicate((uint32_t)handle, access, options,
                                                (uint32_t *)(second ? second : &untold)));
}

/* Whether this is a handle, which a second one shows. */
static bool is_handle(HANDLE handle)
{
    uint32_t second;
    return error_if_failed(
               sys_handle_duplicate((uint32_t)handle, 0, DUPLICATE_SAME_ACCESS, &second)) &&
           CloseHandle((HANDLE)second);
}

BOOL WINAPI GetHandleInformation(HANDLE handle, LPDWORD flags)
{
    if (!is_handle(handle))
        return FALSE;
    *flags = 0;
    return TRUE;
}

BOOL WINAPI SetHandleInformation(HANDLE handle, DWORD mask, DWORD flags)
{
    if (!is_handle(handle))
        return FALSE;
    if (mask & flags & HANDLE_FLAG_PROTECT_FROM_CLOSE)
        return file_fails(ERROR_NOT_SUPPORTED);
    return TRUE;
}
