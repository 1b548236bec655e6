/* Names of files, and whole paths. */
#include "win32/files/file_names.h"

#include "lib/environment.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <string.h>

DWORD file_error_of(enum path_kind kind)
{
    static const DWORD errors[] = {
        [PATH_EMPTY] = ERROR_PATH_NOT_FOUND,      [PATH_BAD] = ERROR_INVALID_NAME,
        [PATH_LONG] = ERROR_FILENAME_EXCED_RANGE, [PATH_ROOT] = ERROR_ACCESS_DENIED,
        [PATH_FILE] = ERROR_FILE_NOT_FOUND,       [PATH_ELSEWHERE] = ERROR_PATH_NOT_FOUND,
        [PATH_NUL] = ERROR_ACCESS_DENIED,         [PATH_CONSOLE] = ERROR_ACCESS_DENIED,
        [PATH_INPUT] = ERROR_ACCESS_DENIED,       [PATH_OUTPUT] = ERROR_ACCESS_DENIED,
        [PATH_DEVICE] = ERROR_FILE_NOT_FOUND};
    return errors[kind];
}

/* Windows' own folders, where programs look for places. */
static bool is_windows_folder(const char *name)
{
    static const char *const folders[] = {"Windows", "Windows\\System32", "Windows\\Temp"};
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (_stricmp(name, folders[i]) == 0)
            return true;
    return false;
}

/* The file or folder of this name, without a backslash at its end. */
static DWORD attributes_of(const char *name, uint64_t *size)
{
    *size = 0;
    if (is_windows_folder(name))
        return FILE_ATTRIBUTE_DIRECTORY;
    lock_take(&ram_lock);
    const struct ram_file *ram = ram_find(name);
    DWORD attributes = ram ? FILE_ATTRIBUTE_ARCHIVE : INVALID_FILE_ATTRIBUTES;
    if (ram)
        *size = ram->size;
    else if (ram_has_folder(name))
        attributes = FILE_ATTRIBUTE_DIRECTORY;
    lock_release(&ram_lock);
    return attributes;
}

bool file_folder_is_there(const struct path *path)
{
    char name[PATH_SIZE];
    uint64_t size;
    strcpy(name, path_name(path));
    name[strlen(name) - path_is_folder(path)] = 0;
    return attributes_of(name, &size) != INVALID_FILE_ATTRIBUTES;
}

/* The attributes of what has this name, and its size. INVALID_FILE_ATTRIBUTES, with the last error:
 * there is none. */
static DWORD find_attributes(LPCSTR name, uint64_t *size)
{
    struct path path;
    path_make(&path, name ? name : "");
    *size = 0;
    if (path.kind == PATH_ROOT)
        return FILE_ATTRIBUTE_DIRECTORY;
    if (path_is_device(&path))
        return FILE_ATTRIBUTE_ARCHIVE;
    DWORD attributes = INVALID_FILE_ATTRIBUTES;
    if (path.kind == PATH_FILE) {
        bool as_folder = path_is_folder(&path);
        path.text[path.length - as_folder] = 0;
        attributes = attributes_of(path_name(&path), size);
        if (as_folder && attributes == FILE_ATTRIBUTE_ARCHIVE) {
            SetLastError(ERROR_INVALID_NAME);
            return INVALID_FILE_ATTRIBUTES;
        }
    }
    if (attributes == INVALID_FILE_ATTRIBUTES)
        SetLastError(file_error_of(path.kind));
    return attributes;
}

DWORD WINAPI GetFileAttributesA(LPCSTR name)
{
    uint64_t size;
    return find_attributes(name, &size);
}

DWORD WINAPI GetFileAttributesW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return GetFileAttributesA(file_narrow(name, narrow));
}

BOOL WINAPI GetFileAttributesExA(LPCSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID information)
{
    uint64_t size;
    if (level != GetFileExInfoStandard)
        return file_fails(ERROR_INVALID_PARAMETER);
    DWORD attributes = find_attributes(name, &size);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return FALSE;
    FILETIME time = file_time();
    *(WIN32_FILE_ATTRIBUTE_DATA *)information =
        (WIN32_FILE_ATTRIBUTE_DATA){.dwFileAttributes = attributes,
                                    .ftCreationTime = time,
                                    .ftLastAccessTime = time,
                                    .ftLastWriteTime = time,
                                    .nFileSizeHigh = (DWORD)(size >> 32),
                                    .nFileSizeLow = (DWORD)size};
    return TRUE;
}

BOOL WINAPI GetFileAttributesExW(LPCWSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID information)
{
    char narrow[FILE_NARROW_SIZE];
    return GetFileAttributesExA(file_narrow(name, narrow), level, information);
}

/* ---------------------------------------------------------------- deleting */

BOOL WINAPI DeleteFileA(LPCSTR name)
{
    struct path path;
    char *left = NULL;
    path_make(&path, name ? name : "");
    if (path.kind != PATH_FILE)
        return file_fails(file_error_of(path.kind));
    if (path_is_folder(&path))
        return file_fails(file_folder_is_there(&path) ? ERROR_INVALID_NAME : ERROR_PATH_NOT_FOUND);
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(path_name(&path));
    DWORD error = ram ? ERROR_SUCCESS : ERROR_FILE_NOT_FOUND;
    if (ram && ram->goes)
        error = ERROR_ACCESS_DENIED;
    else if (ram && !open_files_let_go(ram))
        error = ERROR_SHARING_VIOLATION;
    else if (ram && ram->users)
        ram->goes = true;
    else if (ram)
        left = ram_forget(ram);
    lock_release(&ram_lock);
    ram_give_back(left);
    if (!ram && file_folder_is_there(&path))
        error = ERROR_ACCESS_DENIED;
    return error ? file_fails(error) : TRUE;
}

BOOL WINAPI DeleteFileW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return DeleteFileA(file_narrow(name, narrow));
}
