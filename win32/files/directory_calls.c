/* Folders, which Windows calls directories, and the current one. */
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <processenv.h>

DWORD folder_error(enum folder_result result)
{
    static const DWORD errors[] = {
        [FOLDER_DONE] = ERROR_SUCCESS,
        [FOLDER_MISSING] = ERROR_FILE_NOT_FOUND,
        [FOLDER_NO_PLACE] = ERROR_PATH_NOT_FOUND,
        [FOLDER_TAKEN] = ERROR_ALREADY_EXISTS,
        [FOLDER_IS_FILE] = ERROR_DIRECTORY,
        [FOLDER_NOT_EMPTY] = ERROR_DIR_NOT_EMPTY,
        [FOLDER_IN_USE] = ERROR_SHARING_VIOLATION,
        [FOLDER_OPEN] = ERROR_SHARING_VIOLATION,
        [FOLDER_READ_ONLY] = ERROR_ACCESS_DENIED,
        [FOLDER_NO_ROOM] = ERROR_DISK_FULL,
    };
    return errors[result];
}

static BOOL give(enum folder_result result)
{
    return result == FOLDER_DONE || file_fails(folder_error(result));
}

BOOL WINAPI CreateDirectoryA(LPCSTR name, LPSECURITY_ATTRIBUTES security)
{
    struct path path;
    (void)security;
    path_make(&path, name ? name : "");
    if (path.kind == PATH_FILE)
        return give(folder_make(&path));
    bool is_here = path.kind == PATH_ROOT && path_last_part(name)[0] == '.';
    return file_fails(is_here ? ERROR_ALREADY_EXISTS : file_error_of(path.kind));
}

BOOL WINAPI CreateDirectoryW(LPCWSTR name, LPSECURITY_ATTRIBUTES security)
{
    char narrow[FILE_NARROW_SIZE];
    return CreateDirectoryA(file_narrow(name, narrow), security);
}

/* A folder that is open goes with its last handle, if all of them let it. */
static bool goes_later(const struct path *path)
{
    char name[PATH_SIZE];
    path_copy_name(name, path);
    lock_take(&ram_lock);
    struct ram_file *folder = ram_find(name);
    bool goes = folder && folder->users && !folder->goes && open_files_let_go(folder);
    if (goes)
        folder->goes = true;
    lock_release(&ram_lock);
    return goes;
}

BOOL WINAPI RemoveDirectoryA(LPCSTR name)
{
    struct path path;
    path_make(&path, name ? name : "");
    if (path.kind != PATH_FILE)
        return file_fails(file_error_of(path.kind));
    enum folder_result result = folder_remove(&path);
    return result == FOLDER_OPEN && goes_later(&path) ? TRUE : give(result);
}

BOOL WINAPI RemoveDirectoryW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return RemoveDirectoryA(file_narrow(name, narrow));
}

BOOL WINAPI SetCurrentDirectoryA(LPCSTR name)
{
    struct path path;
    path_make(&path, name ? name : "");
    if (path.kind == PATH_FILE || path.kind == PATH_ROOT)
        return give(folder_enter(&path));
    return file_fails(path.kind == PATH_EMPTY ? ERROR_INVALID_NAME : file_error_of(path.kind));
}

BOOL WINAPI SetCurrentDirectoryW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return SetCurrentDirectoryA(file_narrow(name, narrow));
}

DWORD WINAPI GetCurrentDirectoryA(DWORD size, LPSTR buffer)
{
    struct path path;
    path_make(&path, ".");
    return file_give_text(path.text, buffer, size);
}

DWORD WINAPI GetCurrentDirectoryW(DWORD size, LPWSTR buffer)
{
    struct path path;
    path_make(&path, ".");
    return file_give_wide(path.text, buffer, size);
}
