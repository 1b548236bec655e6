/* The one drive, C:, and the names on it. */
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <string.h>
#include <wchar.h>

#define FILE_SYSTEM "NTFS"
enum { DRIVE_C = 1 << 2, NAME_MOST = 255, SERIAL = 0x19800101 };
#define VOLUME_FLAGS (FILE_CASE_PRESERVED_NAMES | FILE_UNICODE_ON_DISK)

/* Whether this is a root, NULL that of the current folder; else the last error is set. */
static bool is_root(const char *name)
{
    struct path path;
    path_make(&path, name ? name : "C:\\");
    return path.kind == PATH_ROOT ||
           file_fails(path.kind == PATH_ELSEWHERE ? ERROR_PATH_NOT_FOUND : ERROR_INVALID_NAME);
}

UINT WINAPI GetDriveTypeA(LPCSTR root)
{
    struct path path;
    path_make(&path, root ? root : "C:\\");
    return path.kind == PATH_ROOT ? DRIVE_FIXED : DRIVE_NO_ROOT_DIR;
}

UINT WINAPI GetDriveTypeW(LPCWSTR root)
{
    char narrow[FILE_NARROW_SIZE];
    return GetDriveTypeA(file_narrow(root, narrow));
}

DWORD WINAPI GetLogicalDrives(void)
{
    return DRIVE_C;
}

static void store(LPDWORD place, DWORD value)
{
    if (place)
        *place = value;
}

/* Whether a text and its zero fit; else the last error says that not. */
static bool fits(const void *buffer, DWORD size, DWORD length)
{
    return !buffer || size > length || file_fails(ERROR_BAD_LENGTH);
}

BOOL WINAPI GetVolumeInformationA(LPCSTR root, LPSTR name, DWORD name_size, LPDWORD serial,
                                  LPDWORD most, LPDWORD flags, LPSTR system, DWORD system_size)
{
    if (!is_root(root) || !fits(name, name_size, 0) ||
        !fits(system, system_size, sizeof FILE_SYSTEM - 1))
        return FALSE;
    if (name)
        *name = 0;
    if (system)
        strcpy(system, FILE_SYSTEM);
    store(serial, SERIAL);
    store(most, NAME_MOST);
    store(flags, VOLUME_FLAGS);
    return TRUE;
}

BOOL WINAPI GetVolumeInformationW(LPCWSTR root, LPWSTR name, DWORD name_size, LPDWORD serial,
                                  LPDWORD most, LPDWORD flags, LPWSTR system, DWORD system_size)
{
    char narrow[FILE_NARROW_SIZE];
    if (!fits(name, name_size, 0) || !fits(system, system_size, sizeof FILE_SYSTEM - 1) ||
        !GetVolumeInformationA(root ? file_narrow(root, narrow) : NULL, NULL, 0, serial, most,
                               flags, NULL, 0))
        return FALSE;
    if (name)
        *name = 0;
    if (system)
        wcscpy(system, L"" FILE_SYSTEM);
    return TRUE;
}

/* The numbers of GetDiskFreeSpace, as bytes. */
BOOL WINAPI GetDiskFreeSpaceExA(LPCSTR folder, PULARGE_INTEGER mine, PULARGE_INTEGER all,
                                PULARGE_INTEGER left)
{
    DWORD sectors, bytes, free, clusters;
    DWORD attributes = folder ? GetFileAttributesA(folder) : FILE_ATTRIBUTE_DIRECTORY;
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return FALSE;
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY))
        return file_fails(ERROR_DIRECTORY);
    GetDiskFreeSpaceA(NULL, &sectors, &bytes, &free, &clusters);
    ULONGLONG cluster = (ULONGLONG)sectors * bytes;
    if (mine)
        mine->QuadPart = cluster * free;
    if (all)
        all->QuadPart = cluster * clusters;
    if (left)
        left->QuadPart = cluster * free;
    return TRUE;
}

BOOL WINAPI GetDiskFreeSpaceExW(LPCWSTR folder, PULARGE_INTEGER mine, PULARGE_INTEGER all,
                                PULARGE_INTEGER left)
{
    char narrow[FILE_NARROW_SIZE];
    return GetDiskFreeSpaceExA(folder ? file_narrow(folder, narrow) : NULL, mine, all, left);
}

/* ---------------------------------------------------------------- long and short names */

/* Names have one length, and are what they are. */
DWORD WINAPI GetLongPathNameA(LPCSTR name, LPSTR buffer, DWORD size)
{
    if (!name)
        return (DWORD)file_fails(ERROR_INVALID_PARAMETER);
    if (GetFileAttributesA(name) == INVALID_FILE_ATTRIBUTES)
        return 0;
    return file_give_text(name, buffer, size);
}

DWORD WINAPI GetLongPathNameW(LPCWSTR name, LPWSTR buffer, DWORD size)
{
    char narrow[FILE_NARROW_SIZE];
    if (!name)
        return (DWORD)file_fails(ERROR_INVALID_PARAMETER);
    if (GetFileAttributesW(name) == INVALID_FILE_ATTRIBUTES)
        return 0;
    return file_give_wide(file_narrow(name, narrow), buffer, size);
}

DWORD WINAPI GetShortPathNameA(LPCSTR name, LPSTR buffer, DWORD size)
{
    return GetLongPathNameA(name, buffer, size);
}

DWORD WINAPI GetShortPathNameW(LPCWSTR name, LPWSTR buffer, DWORD size)
{
    return GetLongPathNameW(name, buffer, size);
}

/* ---------------------------------------------------------------- an open file */

BOOL WINAPI GetFileInformationByHandle(HANDLE handle, LPBY_HANDLE_FILE_INFORMATION information)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    DWORD error = file->kind == FILE_ON_DISK || file->kind == FILE_FOLDER ? ERROR_SUCCESS
                  : file->kind == FILE_NUL                                ? ERROR_INVALID_FUNCTION
                  : file->kind == FILE_INPUT || file->kind == FILE_OUTPUT ? ERROR_INVALID_HANDLE
                                                                          : ERROR_INVALID_PARAMETER;
    if (!error) {
        struct ram_file ram = {.is_folder = true};
        lock_take(&ram_lock);
        if (file->ram)
            ram = *file->ram;
        lock_release(&ram_lock);
        *information =
            (BY_HANDLE_FILE_INFORMATION){.dwFileAttributes = ram_attributes(&ram),
                                         .ftCreationTime = file_time(ram.times[RAM_MADE]),
                                         .ftLastAccessTime = file_time(ram.times[RAM_READ]),
                                         .ftLastWriteTime = file_time(ram.times[RAM_WRITTEN]),
                                         .dwVolumeSerialNumber = SERIAL,
                                         .nFileSizeLow = ram.size,
                                         .nNumberOfLinks = 1,
                                         /* its place in the list, which stays while it is open */
                                         .nFileIndexLow = (DWORD)file->ram};
    }
    open_file_leave(file);
    return error ? file_fails(error) : TRUE;
}
