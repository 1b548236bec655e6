#include "win32/kernel32/volumes.h"

#include "win32/fails.h"
#include "win32/files/file_names.h"

#include <handleapi.h>
#include <string.h>
#include <wchar.h>

#define ROOT   "C:\\"
#define VOLUME "\\\\?\\" PATH_VOLUME "\\"
#define DEVICE "\\Device\\HarddiskVolume1"
#define SEARCH ((HANDLE)0xF2000001) /* the handle of the only search */

static void copy_units(void *buffer, const char *text, DWORD length, size_t unit)
{
    if (unit == 1)
        memcpy(buffer, text, length);
    else
        for (DWORD i = 0; i < length; i++)
            ((WCHAR *)buffer)[i] = (WCHAR)text[i];
}

/* Tells a text and its zero if they fit. */
static BOOL give_name(const char *text, void *buffer, DWORD size, size_t unit)
{
    DWORD length = (DWORD)strlen(text) + 1;
    if (!buffer || size < length)
        return fails(ERROR_FILENAME_EXCED_RANGE);
    copy_units(buffer, text, length, unit);
    return TRUE;
}

static DWORD give_drives(DWORD size, void *buffer, size_t unit)
{
    const DWORD length = sizeof ROOT; /* with its zero, and then the list's */
    if (!buffer || size <= length)
        return length + 1;
    copy_units(buffer, ROOT "\0", length + 1, unit);
    return length;
}

DWORD WINAPI GetLogicalDriveStringsA(DWORD size, LPSTR buffer)
{
    return give_drives(size, buffer, sizeof *buffer);
}

DWORD WINAPI GetLogicalDriveStringsW(DWORD size, LPWSTR buffer)
{
    return give_drives(size, buffer, sizeof *buffer);
}

static DWORD give_device(const char *name, void *buffer, DWORD size, size_t unit)
{
    static const struct {
        const char *name, *target;
    } devices[] = {{"C:", DEVICE}, {"NUL", "\\Device\\Null"}};
    enum { DEVICES = sizeof devices / sizeof devices[0] };
    char all[64];
    DWORD length = 0;
    for (unsigned i = 0; i < DEVICES; i++)
        if (!name || _stricmp(name, devices[i].name) == 0) {
            const char *told = name ? devices[i].target : devices[i].name;
            strcpy(all + length, told);
            length += (DWORD)strlen(told) + 1;
        }
    all[length++] = 0;
    if (length == 1 || size < length)
        return (DWORD)fails(length == 1 ? ERROR_FILE_NOT_FOUND : ERROR_INSUFFICIENT_BUFFER);
    copy_units(buffer, all, length, unit);
    return length;
}

DWORD WINAPI QueryDosDeviceA(LPCSTR name, LPSTR buffer, DWORD size)
{
    return give_device(name, buffer, size, sizeof *buffer);
}

DWORD WINAPI QueryDosDeviceW(LPCWSTR name, LPWSTR buffer, DWORD size)
{
    char narrow[FILE_NARROW_SIZE];
    return give_device(file_narrow(name, narrow), buffer, size, sizeof *buffer);
}

BOOL WINAPI DefineDosDeviceA(DWORD flags, LPCSTR name, LPCSTR target)
{
    (void)flags, (void)name, (void)target;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI DefineDosDeviceW(DWORD flags, LPCWSTR name, LPCWSTR target)
{
    (void)flags, (void)name, (void)target;
    return fails(ERROR_ACCESS_DENIED);
}

static BOOL give_root(const char *name, void *buffer, DWORD size, size_t unit)
{
    struct path path;
    path_make(&path, name ? name : "");
    if (!name || !*name)
        return fails(ERROR_INVALID_PARAMETER);
    if (path.kind != PATH_FILE && path.kind != PATH_ROOT)
        return fails(path.kind == PATH_ELSEWHERE ? ERROR_PATH_NOT_FOUND : ERROR_INVALID_NAME);
    return give_name(ROOT, buffer, size, unit);
}

BOOL WINAPI GetVolumePathNameA(LPCSTR path, LPSTR buffer, DWORD size)
{
    return give_root(path, buffer, size, sizeof *buffer);
}

BOOL WINAPI GetVolumePathNameW(LPCWSTR path, LPWSTR buffer, DWORD size)
{
    char narrow[FILE_NARROW_SIZE];
    return give_root(file_narrow(path, narrow), buffer, size, sizeof *buffer);
}

static BOOL give_volume(const char *name, void *buffer, DWORD size, size_t unit)
{
    struct path path;
    path_make(&path, name ? name : "");
    if (!name || !*name || name[strlen(name) - 1] != '\\')
        return fails(ERROR_INVALID_NAME);
    if (path.kind != PATH_ROOT)
        return fails(path.kind == PATH_FILE ? ERROR_INVALID_PARAMETER : ERROR_FILE_NOT_FOUND);
    return give_name(VOLUME, buffer, size, unit);
}

BOOL WINAPI GetVolumeNameForVolumeMountPointA(LPCSTR root, LPSTR buffer, DWORD size)
{
    return give_volume(root, buffer, size, sizeof *buffer);
}

BOOL WINAPI GetVolumeNameForVolumeMountPointW(LPCWSTR root, LPWSTR buffer, DWORD size)
{
    char narrow[FILE_NARROW_SIZE];
    return give_volume(file_narrow(root, narrow), buffer, size, sizeof *buffer);
}

HANDLE WINAPI FindFirstVolumeA(LPSTR buffer, DWORD size)
{
    return give_name(VOLUME, buffer, size, sizeof *buffer) ? SEARCH : INVALID_HANDLE_VALUE;
}

HANDLE WINAPI FindFirstVolumeW(LPWSTR buffer, DWORD size)
{
    return give_name(VOLUME, buffer, size, sizeof *buffer) ? SEARCH : INVALID_HANDLE_VALUE;
}

BOOL WINAPI FindNextVolumeA(HANDLE search, LPSTR buffer, DWORD size)
{
    (void)buffer, (void)size;
    return fails(search == SEARCH ? ERROR_NO_MORE_FILES : ERROR_INVALID_HANDLE);
}

BOOL WINAPI FindNextVolumeW(HANDLE search, LPWSTR buffer, DWORD size)
{
    (void)buffer, (void)size;
    return fails(search == SEARCH ? ERROR_NO_MORE_FILES : ERROR_INVALID_HANDLE);
}

BOOL WINAPI FindVolumeClose(HANDLE search)
{
    return search == SEARCH || fails(ERROR_INVALID_HANDLE);
}

static BOOL give_roots(const char *name, void *buffer, DWORD size, LPDWORD needed, size_t unit)
{
    const DWORD length = sizeof ROOT + 1; /* with both zeros */
    if (!name || _stricmp(name, VOLUME) != 0)
        return fails(name && *name ? ERROR_FILE_NOT_FOUND : ERROR_INVALID_NAME);
    if (needed)
        *needed = length;
    if (!buffer || size < length)
        return fails(ERROR_MORE_DATA);
    copy_units(buffer, ROOT "\0", length, unit);
    return TRUE;
}

BOOL WINAPI GetVolumePathNamesForVolumeNameA(LPCSTR volume, LPSTR buffer, DWORD size,
                                             LPDWORD needed)
{
    return give_roots(volume, buffer, size, needed, sizeof *buffer);
}

BOOL WINAPI GetVolumePathNamesForVolumeNameW(LPCWSTR volume, LPWSTR buffer, DWORD size,
                                             LPDWORD needed)
{
    char narrow[FILE_NARROW_SIZE];
    return give_roots(file_narrow(volume, narrow), buffer, size, needed, sizeof *buffer);
}

BOOL WINAPI SetVolumeMountPointA(LPCSTR folder, LPCSTR volume)
{
    (void)folder, (void)volume;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI SetVolumeMountPointW(LPCWSTR folder, LPCWSTR volume)
{
    (void)folder, (void)volume;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI DeleteVolumeMountPointA(LPCSTR folder)
{
    (void)folder;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI DeleteVolumeMountPointW(LPCWSTR folder)
{
    (void)folder;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI SetVolumeLabelA(LPCSTR root, LPCSTR label)
{
    (void)root, (void)label;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI SetVolumeLabelW(LPCWSTR root, LPCWSTR label)
{
    (void)root, (void)label;
    return fails(ERROR_ACCESS_DENIED);
}
