/* Positions, sizes and kinds of files. */
#include "win32/files/open_files.h"

#include <errhandlingapi.h>

static bool is_pipe(const struct open_file *file)
{
    return file->kind == FILE_PIPE || file->kind == FILE_OUTPUT_PIPE ||
           file->kind == FILE_PIPE_END || file->pipe;
}

/* The answer of the calls below for a device. ERROR_SUCCESS: a file, or a pipe, which answers as an
 * empty one. */
static DWORD device_error(const struct open_file *file, DWORD of_nul)
{
    return file->kind == FILE_ON_DISK || is_pipe(file) ? ERROR_SUCCESS
           : file->kind == FILE_NUL                    ? of_nul
                                                       : ERROR_INVALID_HANDLE;
}

/* Moves the position. Returns the last error. */
static DWORD move(HANDLE handle, LONGLONG distance, DWORD from, LONGLONG most, LONGLONG *position)
{
    LONGLONG start, result;
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return GetLastError();
    DWORD error = from > FILE_END ? ERROR_INVALID_PARAMETER : device_error(file, ERROR_SUCCESS);
    *position = 0;
    if (!error && file->kind == FILE_ON_DISK) {
        lock_take(&ram_lock);
        start = from == FILE_BEGIN ? 0
                : from == FILE_END ? (LONGLONG)file->ram->size
                                   : (LONGLONG)file->position;
        if (__builtin_add_overflow(start, distance, &result) || result > most)
            error = ERROR_INVALID_PARAMETER;
        else if (result < 0)
            error = ERROR_NEGATIVE_SEEK;
        else
            file->position = (uint64_t)(*position = result);
        lock_release(&ram_lock);
    }
    open_file_leave(file);
    return error;
}

DWORD WINAPI SetFilePointer(HANDLE file, LONG distance, PLONG high, DWORD from)
{
    LONGLONG position, whole = distance, most = 0xFFFFFFFE;
    if (high) {
        whole = (LONGLONG)((ULONGLONG)(DWORD)*high << 32 | (DWORD)distance);
        most = INT64_MAX;
    }
    DWORD error = move(file, whole, from, most, &position);
    if (error) {
        SetLastError(error);
        return INVALID_SET_FILE_POINTER;
    }
    if (high)
        *high = (LONG)(position >> 32);
    SetLastError(ERROR_SUCCESS);
    return (DWORD)position;
}

BOOL WINAPI SetFilePointerEx(HANDLE file, LARGE_INTEGER distance, PLARGE_INTEGER position,
                             DWORD from)
{
    LONGLONG result;
    DWORD error = move(file, distance.QuadPart, from, INT64_MAX, &result);
    if (error)
        return file_fails(error);
    if (position)
        position->QuadPart = result;
    return TRUE;
}

BOOL WINAPI SetEndOfFile(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, FILE_WRITE_DATA);
    if (!file)
        return FALSE;
    DWORD error = device_error(file, ERROR_INVALID_FUNCTION);
    if (!error) {
        lock_take(&ram_lock);
        uint64_t size = file->position;
        if (file_is_mapped_behind(file->ram, size))
            error = ERROR_USER_MAPPED_FILE;
        else if (!file_make_room(file->ram, size) || !ram_resize(file->ram, (size_t)size))
            error = ERROR_DISK_FULL;
        lock_release(&ram_lock);
    }
    open_file_leave(file);
    return error ? file_fails(error) : TRUE;
}

BOOL WINAPI GetFileSizeEx(HANDLE handle, PLARGE_INTEGER size)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    DWORD error = device_error(file, ERROR_INVALID_FUNCTION);
    lock_take(&ram_lock);
    LONGLONG bytes = file->ram ? file->ram->size : 0;
    lock_release(&ram_lock);
    open_file_leave(file);
    if (error)
        return file_fails(error);
    size->QuadPart = bytes;
    return TRUE;
}

DWORD WINAPI GetFileSize(HANDLE file, LPDWORD high)
{
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file, &size))
        return INVALID_FILE_SIZE;
    if (high)
        *high = (DWORD)size.HighPart;
    if (size.LowPart == INVALID_FILE_SIZE)
        SetLastError(ERROR_SUCCESS);
    return size.LowPart;
}

DWORD WINAPI GetFileType(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FILE_TYPE_UNKNOWN;
    bool on_disk = file->kind == FILE_ON_DISK || file->kind == FILE_FOLDER;
    bool is_slot = file->kind == FILE_SLOT || file->kind == FILE_SLOT_WRITER;
    if (is_slot)
        SetLastError(ERROR_SUCCESS);
    DWORD type = is_slot         ? FILE_TYPE_UNKNOWN
                 : on_disk       ? FILE_TYPE_DISK
                 : is_pipe(file) ? FILE_TYPE_PIPE
                                 : FILE_TYPE_CHAR;
    open_file_leave(file);
    return type;
}
