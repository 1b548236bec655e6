#include "win32/kernel32/file_copies.h"

#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"
#include "win32/kernel32/file_facts.h"

#include <handleapi.h>
#include <string.h>

/* The last error of a replacement that cannot be. The new file is nobody else's, and the old ones
 * let their names go. With the lock held. */
static DWORD refusal_of(const struct path *replaced, const struct path *by, const struct path *kept)
{
    const DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const DWORD wanted = FILE_READ_DATA | DELETE;
    const struct ram_file *old = ram_find(path_name(replaced)), *now = ram_find(path_name(by));
    const struct ram_file *backup = kept ? ram_find(path_name(kept)) : NULL;
    if (!old || !now)
        return file_error_of_missing(path_name(old ? by : replaced));
    if (old->is_folder || now->is_folder || (old->attributes | now->attributes) & RAM_READ_ONLY)
        return ERROR_ACCESS_DENIED;
    if (old == now || file_is_kept(now, wanted, 0) || file_is_kept(old, wanted, all))
        return ERROR_SHARING_VIOLATION;
    bool has_place = !kept || ram_has_place(path_name(kept));
    if (!has_place || (backup && (backup->users || backup->is_folder || backup == now)))
        return ERROR_UNABLE_TO_REMOVE_REPLACED;
    return ERROR_SUCCESS;
}

/* Files that are open keep their bytes when others take their names. The new file gets the old
 * one's attributes and time of making. */
BOOL WINAPI ReplaceFileA(LPCSTR replaced, LPCSTR by, LPCSTR kept, DWORD flags, LPVOID exclude,
                         LPVOID reserved)
{
    struct path old_path, path, backup_path;
    char *left = NULL, *left_too = NULL;
    (void)flags;
    if (!replaced || !by || exclude || reserved)
        return fails(ERROR_INVALID_PARAMETER);
    if (!file_path_make(&old_path, replaced) || !file_path_make(&path, by) ||
        (kept && !file_path_make(&backup_path, kept)))
        return FALSE;
    lock_take(&ram_lock);
    DWORD error = refusal_of(&old_path, &path, kept ? &backup_path : NULL);
    if (!error) {
        struct ram_file *old = ram_find(path_name(&old_path)), *now = ram_find(path_name(&path));
        struct ram_file *backup = kept ? ram_find(path_name(&backup_path)) : NULL;
        now->attributes = old->attributes;
        now->times[RAM_MADE] = old->times[RAM_MADE];
        if (backup && backup != old)
            left = ram_forget(backup);
        if (kept)
            ram_rename(old, path_name(&backup_path));
        else
            left_too = ram_forget(old);
        ram_rename(now, path_name(&old_path));
    }
    lock_release(&ram_lock);
    ram_give_back(left);
    ram_give_back(left_too);
    return !error || fails(error);
}

BOOL WINAPI ReplaceFileW(LPCWSTR replaced, LPCWSTR by, LPCWSTR kept, DWORD flags, LPVOID exclude,
                         LPVOID reserved)
{
    char one[FILE_NARROW_SIZE], other[FILE_NARROW_SIZE], third[FILE_NARROW_SIZE];
    return ReplaceFileA(file_narrow(replaced, one), file_narrow(by, other),
                        file_narrow(kept, third), flags, exclude, reserved);
}

/* ---------------------------------------------------------------- copies and moves */

/* Answers of a function that hears of a copy. */
enum { CONTINUE, CANCEL, STOP, QUIET };

/* Tells that so much of a file is done. Returns the answer. */
static DWORD tell_progress(LPPROGRESS_ROUTINE tell, LPVOID data, LONGLONG all, LONGLONG done)
{
    enum { CHUNK = 0, NEW_STREAM = 1, STREAM = 1 };
    LARGE_INTEGER whole = {.QuadPart = all}, part = {.QuadPart = done};
    return tell ? tell(whole, part, whole, part, STREAM, done ? CHUNK : NEW_STREAM,
                       INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE, data)
                : CONTINUE;
}

/* Whether all that have opened the file let it be deleted, or there is none. */
static bool lets_delete(LPCSTR name)
{
    HANDLE file = CreateFileA(name, DELETE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    return file != INVALID_HANDLE_VALUE || GetLastError() == ERROR_FILE_NOT_FOUND;
}

BOOL WINAPI CopyFileExA(LPCSTR from, LPCSTR to, LPPROGRESS_ROUTINE tell, LPVOID data, LPBOOL cancel,
                        DWORD flags)
{
    enum { FAIL_IF_EXISTS = 1 };
    LONGLONG size = GetCompressedFileSizeA(from, NULL);
    if (size == INVALID_FILE_SIZE)
        return FALSE;
    if (!to)
        return fails(ERROR_PATH_NOT_FOUND);
    bool may_delete = lets_delete(to);
    if (cancel && *cancel)
        return fails(ERROR_REQUEST_ABORTED);
    DWORD answer = tell_progress(tell, data, size, 0);
    if (answer == CANCEL && may_delete)
        DeleteFileA(to);
    if (answer == CANCEL || answer == STOP)
        return fails(ERROR_REQUEST_ABORTED);
    if (!CopyFileA(from, to, flags & FAIL_IF_EXISTS))
        return FALSE;
    if (answer != QUIET)
        answer = tell_progress(tell, data, size, size);
    if (answer == CANCEL && may_delete)
        DeleteFileA(to);
    return (answer != CANCEL && answer != STOP) || fails(ERROR_REQUEST_ABORTED);
}

BOOL WINAPI CopyFileExW(LPCWSTR from, LPCWSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                        LPBOOL cancel, DWORD flags)
{
    char one[FILE_NARROW_SIZE], other[FILE_NARROW_SIZE];
    return CopyFileExA(file_narrow(from, one), file_narrow(to, other), tell, data, cancel, flags);
}

/* A file moves at once, so nobody hears of its progress. */
BOOL WINAPI MoveFileWithProgressA(LPCSTR from, LPCSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                                  DWORD flags)
{
    (void)tell, (void)data;
    return MoveFileExA(from, to, flags);
}

BOOL WINAPI MoveFileWithProgressW(LPCWSTR from, LPCWSTR to, LPPROGRESS_ROUTINE tell, LPVOID data,
                                  DWORD flags)
{
    (void)tell, (void)data;
    return MoveFileExW(from, to, flags);
}

BOOL WINAPI CreateDirectoryExA(LPCSTR like, LPCSTR name, LPSECURITY_ATTRIBUTES security)
{
    DWORD attributes = GetFileAttributesA(like);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return FALSE;
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY))
        return fails(ERROR_DIRECTORY);
    return CreateDirectoryA(name, security) && SetFileAttributesA(name, attributes);
}

BOOL WINAPI CreateDirectoryExW(LPCWSTR like, LPCWSTR name, LPSECURITY_ATTRIBUTES security)
{
    char one[FILE_NARROW_SIZE], other[FILE_NARROW_SIZE];
    return CreateDirectoryExA(file_narrow(like, one), file_narrow(name, other), security);
}

BOOL WINAPI CreateHardLinkA(LPCSTR name, LPCSTR of, LPSECURITY_ATTRIBUTES security)
{
    (void)name, (void)of, (void)security;
    return fails(ERROR_INVALID_FUNCTION);
}

BOOL WINAPI CreateHardLinkW(LPCWSTR name, LPCWSTR of, LPSECURITY_ATTRIBUTES security)
{
    (void)name, (void)of, (void)security;
    return fails(ERROR_INVALID_FUNCTION);
}

BOOLEAN WINAPI CreateSymbolicLinkA(LPCSTR name, LPCSTR to, DWORD flags)
{
    (void)name, (void)to, (void)flags;
    return (BOOLEAN)fails(ERROR_PRIVILEGE_NOT_HELD);
}

BOOLEAN WINAPI CreateSymbolicLinkW(LPCWSTR name, LPCWSTR to, DWORD flags)
{
    (void)name, (void)to, (void)flags;
    return (BOOLEAN)fails(ERROR_PRIVILEGE_NOT_HELD);
}
