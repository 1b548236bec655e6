/* The times of an open file. */
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include "win32/filetime.h"
#include <winerror.h>

/* Returns the file on the disk, with one user more, or NULL, with the last error. */
static struct open_file *use_disk(HANDLE handle, DWORD access)
{
    struct open_file *file = open_file_use(handle, access);
    if (!file || file->kind == FILE_ON_DISK || (file->kind == FILE_FOLDER && file->ram))
        return file;
    open_file_leave(file);
    file_fails(ERROR_INVALID_HANDLE);
    return NULL;
}

BOOL WINAPI GetFileTime(HANDLE handle, LPFILETIME made, LPFILETIME read, LPFILETIME written)
{
    LPFILETIME places[RAM_TIMES] = {[RAM_MADE] = made, [RAM_READ] = read, [RAM_WRITTEN] = written};
    uint64_t times[RAM_TIMES];
    struct open_file *file = use_disk(handle, FILE_READ_ATTRIBUTES);
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    for (unsigned i = 0; i < RAM_TIMES; i++)
        times[i] = file->ram->times[i];
    lock_release(&ram_lock);
    open_file_leave(file);
    for (unsigned i = 0; i < RAM_TIMES; i++)
        if (places[i])
            *places[i] = file_time(times[i]);
    return TRUE;
}

/* Whether a time says that the file keeps the one that it has. */
static bool says_nothing(uint64_t time)
{
    return time == 0 || time == UINT64_MAX;
}

BOOL WINAPI SetFileTime(HANDLE handle, const FILETIME *made, const FILETIME *read,
                        const FILETIME *written)
{
    const FILETIME *places[RAM_TIMES] = {
        [RAM_MADE] = made, [RAM_READ] = read, [RAM_WRITTEN] = written};
    uint64_t times[RAM_TIMES];
    for (unsigned i = 0; i < RAM_TIMES; i++) {
        times[i] = places[i] ? filetime_units(places[i]) : 0;
        if (!says_nothing(times[i]) && times[i] > INT64_MAX)
            return file_fails(ERROR_INVALID_PARAMETER);
    }
    struct open_file *file = use_disk(handle, FILE_WRITE_ATTRIBUTES);
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    for (unsigned i = 0; i < RAM_TIMES; i++)
        if (!says_nothing(times[i]))
            file->ram->times[i] = times[i];
    lock_release(&ram_lock);
    open_file_leave(file);
    return TRUE;
}
