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

DWORD file_error_of_missing(const char *name)
{
    return ram_has_place(name) ? ERROR_FILE_NOT_FOUND : ERROR_PATH_NOT_FOUND;
}

/* The facts about a file or folder. */
struct facts {
    DWORD attributes;
    uint64_t size, times[RAM_TIMES];
};

/* The file or folder of this path, which may end in a backslash. Returns the last error. */
static DWORD look_up(const struct path *path, struct facts *facts)
{
    char name[PATH_SIZE];
    *facts = (struct facts){0};
    facts->attributes = path->kind == PATH_ROOT ? FILE_ATTRIBUTE_DIRECTORY : FILE_ATTRIBUTE_ARCHIVE;
    if (path->kind == PATH_ROOT || path_is_device(path))
        return ERROR_SUCCESS;
    if (path->kind != PATH_FILE)
        return file_error_of(path->kind);
    path_copy_name(name, path);
    lock_take(&ram_lock);
    const struct ram_file *ram = ram_find(name);
    DWORD error = ram ? ERROR_SUCCESS : file_error_of_missing(name);
    if (ram && !ram->is_folder && path_is_folder(path))
        error = ERROR_INVALID_NAME;
    if (ram) {
        facts->attributes = ram_attributes(ram);
        facts->size = ram->size;
        memcpy(facts->times, ram->times, sizeof facts->times);
    }
    lock_release(&ram_lock);
    return error;
}

bool file_is_named(const struct path *path)
{
    struct facts facts;
    DWORD error = look_up(path, &facts);
    return error == ERROR_SUCCESS || error == ERROR_INVALID_NAME;
}

/* Finds the facts about the file or folder with this name. FALSE, with the last error: there is
 * none. */
static BOOL find_facts(LPCSTR name, struct facts *facts)
{
    struct path path;
    path_make(&path, name ? name : "");
    DWORD error = look_up(&path, facts);
    return !error || file_fails(error);
}

DWORD WINAPI GetFileAttributesA(LPCSTR name)
{
    struct facts facts;
    return find_facts(name, &facts) ? facts.attributes : INVALID_FILE_ATTRIBUTES;
}

DWORD WINAPI GetFileAttributesW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return GetFileAttributesA(file_narrow(name, narrow));
}

BOOL WINAPI GetFileAttributesExA(LPCSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID information)
{
    struct facts facts;
    if (level != GetFileExInfoStandard)
        return file_fails(ERROR_INVALID_PARAMETER);
    if (!find_facts(name, &facts))
        return FALSE;
    *(WIN32_FILE_ATTRIBUTE_DATA *)information =
        (WIN32_FILE_ATTRIBUTE_DATA){.dwFileAttributes = facts.attributes,
                                    .ftCreationTime = file_time(facts.times[RAM_MADE]),
                                    .ftLastAccessTime = file_time(facts.times[RAM_READ]),
                                    .ftLastWriteTime = file_time(facts.times[RAM_WRITTEN]),
                                    .nFileSizeHigh = (DWORD)(facts.size >> 32),
                                    .nFileSizeLow = (DWORD)facts.size};
    return TRUE;
}

BOOL WINAPI GetFileAttributesExW(LPCWSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID information)
{
    char narrow[FILE_NARROW_SIZE];
    return GetFileAttributesExA(file_narrow(name, narrow), level, information);
}

BOOL WINAPI SetFileAttributesA(LPCSTR name, DWORD attributes)
{
    char plain[PATH_SIZE];
    struct path path;
    struct facts facts;
    if (!find_facts(name, &facts))
        return FALSE;
    path_make(&path, name);
    if (attributes & FILE_ATTRIBUTE_DIRECTORY && !(facts.attributes & FILE_ATTRIBUTE_DIRECTORY))
        return file_fails(ERROR_INVALID_PARAMETER);
    if (path.kind != PATH_FILE)
        return TRUE; /* a root's and a device's stay */
    path_copy_name(plain, &path);
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(plain);
    if (ram) {
        ram->attributes = attributes & FILE_SETTABLE_ATTRIBUTES;
        ram_tell(ram, RAM_TURNED);
    }
    lock_release(&ram_lock);
    return ram || file_fails(ERROR_FILE_NOT_FOUND);
}

BOOL WINAPI SetFileAttributesW(LPCWSTR name, DWORD attributes)
{
    char narrow[FILE_NARROW_SIZE];
    return SetFileAttributesA(file_narrow(name, narrow), attributes);
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
        return file_fails(file_is_named(&path) ? ERROR_INVALID_NAME : ERROR_PATH_NOT_FOUND);
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(path_name(&path));
    DWORD error = ram ? ERROR_SUCCESS : file_error_of_missing(path_name(&path));
    if (ram && (ram->goes || ram->is_folder || ram->attributes & FILE_ATTRIBUTE_READONLY))
        error = ERROR_ACCESS_DENIED;
    else if (ram && !open_files_let_go(ram))
        error = ERROR_SHARING_VIOLATION;
    else if (ram && ram->users)
        ram->goes = true;
    else if (ram)
        left = ram_forget(ram);
    lock_release(&ram_lock);
    ram_give_back(left);
    return error ? file_fails(error) : TRUE;
}

BOOL WINAPI DeleteFileW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return DeleteFileA(file_narrow(name, narrow));
}
