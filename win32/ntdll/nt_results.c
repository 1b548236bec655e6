#include "win32/ntdll/nt_results.h"

#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <memoryapi.h>

/* The status that kernel32 has made this error of. */
static NTSTATUS status_behind(DWORD error)
{
    static const struct {
        DWORD error, status;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, STATUS_OBJECT_NAME_NOT_FOUND},
        {ERROR_PATH_NOT_FOUND, STATUS_OBJECT_PATH_NOT_FOUND},
        {ERROR_ACCESS_DENIED, STATUS_ACCESS_DENIED},
        {ERROR_INVALID_HANDLE, STATUS_INVALID_HANDLE},
        {ERROR_NOT_ENOUGH_MEMORY, STATUS_NO_MEMORY},
        {ERROR_SHARING_VIOLATION, STATUS_SHARING_VIOLATION},
        {ERROR_FILE_EXISTS, STATUS_OBJECT_NAME_COLLISION},
        {ERROR_ALREADY_EXISTS, STATUS_OBJECT_NAME_COLLISION},
        {ERROR_INVALID_NAME, STATUS_OBJECT_NAME_INVALID},
        {ERROR_NOACCESS, STATUS_ACCESS_VIOLATION},
        {ERROR_HANDLE_EOF, STATUS_END_OF_FILE},
        {ERROR_IO_PENDING, STATUS_PENDING},
        {ERROR_BROKEN_PIPE, STATUS_PIPE_BROKEN},
        {ERROR_LOCK_VIOLATION, STATUS_FILE_LOCK_CONFLICT},
        {ERROR_INVALID_USER_BUFFER, STATUS_INVALID_USER_BUFFER},
        {ERROR_DISK_FULL, STATUS_DISK_FULL},
        {ERROR_INVALID_FUNCTION, STATUS_INVALID_DEVICE_REQUEST},
        {ERROR_MORE_DATA, STATUS_BUFFER_OVERFLOW},
        {ERROR_NO_MORE_FILES, STATUS_NO_MORE_FILES},
        {ERROR_DIR_NOT_EMPTY, STATUS_DIRECTORY_NOT_EMPTY},
        {ERROR_USER_MAPPED_FILE, STATUS_USER_MAPPED_FILE},
        {ERROR_INSUFFICIENT_BUFFER, STATUS_BUFFER_TOO_SMALL},
        {ERROR_NOT_LOCKED, STATUS_RANGE_NOT_LOCKED},
        {ERROR_BAD_EXE_FORMAT, STATUS_INVALID_IMAGE_FORMAT},
        {ERROR_FILE_INVALID, STATUS_MAPPED_FILE_SIZE_ZERO},
        {ERROR_MAPPED_ALIGNMENT, STATUS_MAPPED_ALIGNMENT},
        {ERROR_INVALID_ADDRESS, STATUS_NOT_MAPPED_VIEW},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].error == error)
            return (NTSTATUS)rows[i].status;
    return (NTSTATUS)STATUS_INVALID_PARAMETER;
}

NTSTATUS nt_result(bool done, DWORD before)
{
    NTSTATUS status = done ? (NTSTATUS)STATUS_SUCCESS : status_behind(GetLastError());
    SetLastError(before);
    return status;
}

NTSTATUS nt_finish_call(PIO_STATUS_BLOCK block, bool done, ULONG_PTR information, DWORD before)
{
    NTSTATUS status = nt_result(done, before);
    if (IsBadWritePtr(block, sizeof *block))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    enum { ERRORS = 3 }; /* the two highest bits */
    if ((ULONG)status >> 30 != ERRORS) {
        block->Status = status;
        block->Information = done ? information : 0;
    }
    return status;
}

BOOL nt_tell(uint32_t status)
{
    if (status == STATUS_SUCCESS)
        return TRUE;
    SetLastError(RtlNtStatusToDosError((NTSTATUS)status));
    return FALSE;
}
