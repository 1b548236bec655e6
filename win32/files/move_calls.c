/* Files and folders that move, files that are copied or get names of their own; Windows' folders.
 */
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdio.h>
#include <string.h>
#include <sysinfoapi.h>

BOOL file_path_make(struct path *path, LPCSTR name)
{
    path_make(path, name ? name : "");
    if (path->kind != PATH_FILE)
        return file_fails(file_error_of(path->kind));
    return !path_is_folder(path) || file_fails(ERROR_INVALID_NAME);
}

/* Returns the last error of a name that a file or folder cannot get. With the lock held. */
static DWORD refusal_of(const struct ram_file *ram, const char *name, bool replaces)
{
    const struct ram_file *there = ram_find(name);
    bool stays = there && (there->users || there->is_folder || there->attributes & RAM_READ_ONLY);
    if (!ram_has_place(name))
        return ERROR_PATH_NOT_FOUND;
    if (!there || there == ram)
        return ERROR_SUCCESS;
    if (!replaces)
        return ERROR_ALREADY_EXISTS;
    return stays || ram->is_folder ? ERROR_ACCESS_DENIED : ERROR_SUCCESS;
}

/* Gives a file its name. Returns memory for ram_give_back. With the lock held. */
static char *give_file_name(struct ram_file *ram, const char *name)
{
    struct ram_file *there = ram_find(name);
    char *left = there && there != ram ? ram_forget(there) : NULL;
    ram_rename(ram, name);
    return left;
}

BOOL WINAPI MoveFileExA(LPCSTR from, LPCSTR to, DWORD flags)
{
    struct path old, becomes;
    char *left = NULL;
    if (flags & ~(MOVEFILE_REPLACE_EXISTING | MOVEFILE_COPY_ALLOWED | MOVEFILE_WRITE_THROUGH))
        return file_fails(ERROR_INVALID_PARAMETER);
    if (!file_path_make(&old, from) || !file_path_make(&becomes, to))
        return FALSE;
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(path_name(&old));
    bool is_folder = ram && ram->is_folder;
    DWORD error = ram ? refusal_of(ram, path_name(&becomes), flags & MOVEFILE_REPLACE_EXISTING)
                      : file_error_of_missing(path_name(&old));
    if (ram && error != ERROR_PATH_NOT_FOUND && !open_files_let_go(ram))
        error = ERROR_SHARING_VIOLATION;
    if (!error && !is_folder)
        left = give_file_name(ram, path_name(&becomes));
    lock_release(&ram_lock);
    ram_give_back(left);
    if (!error && is_folder)
        error = folder_error(folder_rename(&old, &becomes));
    return error ? file_fails(error) : TRUE;
}

DWORD file_rename(HANDLE handle, const char *name, bool replaces)
{
    char whole[PATH_SIZE + PATH_SIZE];
    struct path old, becomes;
    char *left = NULL;
    struct open_file *file = file_path_make(&becomes, name) ? open_file_use(handle, DELETE) : NULL;
    if (!file)
        return GetLastError();
    lock_take(&ram_lock);
    struct ram_file *ram = file->ram;
    bool is_folder = ram && file->kind == FILE_FOLDER;
    DWORD error = is_folder || (ram && file->kind == FILE_ON_DISK)
                      ? refusal_of(ram, path_name(&becomes), replaces)
                      : ERROR_INVALID_PARAMETER;
    if (!error && !is_folder)
        left = give_file_name(ram, path_name(&becomes));
    if (is_folder)
        sprintf(whole, "C:\\%s", ram->name);
    lock_release(&ram_lock);
    ram_give_back(left);
    open_file_leave(file);
    if (error || !is_folder)
        return error;
    path_make(&old, whole);
    return folder_error(folder_rename(&old, &becomes));
}

BOOL WINAPI MoveFileExW(LPCWSTR from, LPCWSTR to, DWORD flags)
{
    char old[FILE_NARROW_SIZE], becomes[FILE_NARROW_SIZE];
    return MoveFileExA(file_narrow(from, old), file_narrow(to, becomes), flags);
}

BOOL WINAPI MoveFileA(LPCSTR from, LPCSTR to)
{
    return MoveFileExA(from, to, MOVEFILE_COPY_ALLOWED);
}

BOOL WINAPI MoveFileW(LPCWSTR from, LPCWSTR to)
{
    return MoveFileExW(from, to, MOVEFILE_COPY_ALLOWED);
}

/* Copies the bytes of one file to another. The caller is a user of both. Returns the last error.
 * With the lock held, which is released for a while. */
static DWORD copy_bytes(const struct ram_file *from, struct ram_file *to)
{
    do
        if (!file_make_room(to, from->size))
            return ERROR_DISK_FULL;
    while (from->size > to->room);
    ram_resize(to, from->size);
    memcpy(to->bytes, from->bytes, to->size);
    return ERROR_SUCCESS;
}

BOOL WINAPI CopyFileA(LPCSTR from, LPCSTR to, BOOL new_only)
{
    const DWORD both = FILE_SHARE_READ | FILE_SHARE_WRITE, all = both | FILE_SHARE_DELETE;
    struct path old, becomes;
    if (!file_path_make(&old, from) || !file_path_make(&becomes, to))
        return FALSE;
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(path_name(&old)), *there = ram_find(path_name(&becomes));
    DWORD error = !ram                                  ? file_error_of_missing(path_name(&old))
                  : ram->is_folder                      ? ERROR_ACCESS_DENIED
                  : !ram_has_place(path_name(&becomes)) ? ERROR_PATH_NOT_FOUND
                  : there && new_only                   ? ERROR_FILE_EXISTS
                  : there && there->is_folder           ? ERROR_ACCESS_DENIED
                  : there && there->attributes & RAM_READ_ONLY          ? ERROR_ACCESS_DENIED
                  : there == ram                                        ? ERROR_SHARING_VIOLATION
                  : file_is_kept(ram, FILE_READ_DATA, all)              ? ERROR_SHARING_VIOLATION
                  : there && file_is_kept(there, FILE_WRITE_DATA, both) ? ERROR_SHARING_VIOLATION
                  : there && file_is_mapped(there)                      ? ERROR_USER_MAPPED_FILE
                                                                        : ERROR_SUCCESS;
    if (!error && !there && !(there = ram_make(path_name(&becomes))))
        error = ERROR_DISK_FULL;
    char *left = NULL, *left_too = NULL;
    if (!error) {
        ram->users++; /* making room for the bytes may give the lock back for a while */
        there->users++;
        error = copy_bytes(ram, there);
        /* A copy was written when its original was, but made now. */
        there->attributes = ram->attributes;
        there->times[RAM_WRITTEN] = ram->times[RAM_WRITTEN];
        left = ram_leave(ram);
        left_too = ram_leave(there);
    }
    lock_release(&ram_lock);
    ram_give_back(left);
    ram_give_back(left_too);
    SetLastError(error);
    return !error;
}

BOOL WINAPI CopyFileW(LPCWSTR from, LPCWSTR to, BOOL new_only)
{
    char old[FILE_NARROW_SIZE], becomes[FILE_NARROW_SIZE];
    return CopyFileA(file_narrow(from, old), file_narrow(to, becomes), new_only);
}

/* ---------------------------------------------------------------- names for temporary files */

/* Makes an empty file of this name. Returns 0, with the last error, if that cannot be. */
static UINT make_empty(const char *name, UINT number)
{
    HANDLE file = CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    return file != INVALID_HANDLE_VALUE && CloseHandle(file) ? number : 0;
}

UINT WINAPI GetTempFileNameA(LPCSTR folder, LPCSTR prefix, UINT number, LPSTR name)
{
    enum { PREFIX = 3, LONGEST_FOLDER = 246 };
    static unsigned last;
    struct path path;
    size_t length = folder ? strlen(folder) : 0;
    path_make(&path, length ? folder : ".");
    bool has_place = (path.kind == PATH_FILE || path.kind == PATH_ROOT) && folder_is_there(&path);
    if (length > LONGEST_FOLDER || !has_place) {
        SetLastError(length > LONGEST_FOLDER ? ERROR_BUFFER_OVERFLOW : ERROR_DIRECTORY);
        return 0;
    }
    bool has_slash = length && strchr("\\/", folder[length - 1]);
    const char *format = has_slash || !length ? "%s%.*s%X.TMP" : "%s\\%.*s%X.TMP";
    UINT one = number & 0xFFFF, made = one;
    do {
        if (!number)
            one = (__atomic_add_fetch(&last, 1, __ATOMIC_RELAXED) - 1) % 0xFFFF + 1;
        sprintf(name, format, folder ? folder : "", PREFIX, prefix ? prefix : "", one);
        if (!number)
            made = make_empty(name, one);
    } while (!made && GetLastError() == ERROR_FILE_EXISTS);
    return made;
}

UINT WINAPI GetTempFileNameW(LPCWSTR folder, LPCWSTR prefix, UINT number, LPWSTR name)
{
    char narrow[FILE_NARROW_SIZE], begin[FILE_NARROW_SIZE], made[MAX_PATH];
    UINT result =
        GetTempFileNameA(file_narrow(folder, narrow), file_narrow(prefix, begin), number, made);
    if (result)
        file_give_wide(made, name, MAX_PATH);
    return result;
}

/* ---------------------------------------------------------------- Windows' folders */

UINT WINAPI GetWindowsDirectoryA(LPSTR buffer, UINT size)
{
    return file_give_text("C:\\Windows", buffer, size);
}

UINT WINAPI GetWindowsDirectoryW(LPWSTR buffer, UINT size)
{
    return file_give_wide("C:\\Windows", buffer, size);
}

UINT WINAPI GetSystemDirectoryA(LPSTR buffer, UINT size)
{
    return file_give_text("C:\\Windows\\system32", buffer, size);
}

UINT WINAPI GetSystemDirectoryW(LPWSTR buffer, UINT size)
{
    return file_give_wide("C:\\Windows\\system32", buffer, size);
}
