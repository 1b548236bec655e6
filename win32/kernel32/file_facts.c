#include "win32/kernel32/file_facts.h"

#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"
#include "win32/filetime.h"

#include <handleapi.h>
#include <stdio.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winnls.h>

enum { CLASSES = 21 };

struct name {
    DWORD size;
    WCHAR units[];
};

union answer {
    struct file_basic basic;
    struct file_standard standard;
    DWORD attribute_tag[2];
    LONGLONG compression[2], whole[5];
};

/* A copy of what an open file's file is. FALSE, with the last error: it is not on the disk. */
static BOOL look(HANDLE handle, struct ram_file *ram)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    bool on_disk = file->kind == FILE_ON_DISK || file->kind == FILE_FOLDER;
    *ram = (struct ram_file){.is_folder = true};
    lock_take(&ram_lock);
    if (on_disk && file->ram)
        *ram = *file->ram;
    lock_release(&ram_lock);
    open_file_leave(file);
    return on_disk || fails(ERROR_INVALID_HANDLE);
}

static LONGLONG told_time(uint64_t time)
{
    FILETIME told = file_time(time);
    return (LONGLONG)filetime_units(&told);
}

static BOOL tell_name(const struct ram_file *ram, struct name *information, DWORD size)
{
    WCHAR wide[FILE_NARROW_SIZE] = L"\\";
    wide_widen(ram->name, wide + 1);
    DWORD bytes = (DWORD)(wcslen(wide) * sizeof *wide), room = size - sizeof *information;
    information->size = bytes;
    memcpy(information->units, wide, bytes < room ? bytes : room);
    return bytes <= room || fails(ERROR_MORE_DATA);
}

BOOL WINAPI GetFileInformationByHandleEx(HANDLE handle, int which, LPVOID information, DWORD size)
{
    static const DWORD sizes[CLASSES] = {[FileBasicInfo] = 40,
                                         [FileStandardInfo] = 24,
                                         [FileNameInfo] = 8,
                                         [FileCompressionInfo] = 16,
                                         [FileAttributeTagInfo] = 8};
    struct ram_file ram;
    if (which < 0 || which >= CLASSES)
        return fails(ERROR_INVALID_PARAMETER);
    if (!look(handle, &ram))
        return FALSE;
    /* SetFileInformationByHandle alone knows the first four. */
    if (!sizes[which])
        return fails(which == FileRenameInfo || which == FileDispositionInfo ||
                             which == FileAllocationInfo || which == FileEndOfFileInfo
                         ? ERROR_INVALID_PARAMETER
                         : ERROR_NOT_SUPPORTED);
    if (size < sizes[which])
        return fails(ERROR_BAD_LENGTH);
    if (which == FileNameInfo)
        return tell_name(&ram, information, size);
    union answer answer = {.basic = {{0}, 0}};
    LONGLONG made = told_time(ram.times[RAM_MADE]), written = told_time(ram.times[RAM_WRITTEN]);
    if (which == FileBasicInfo)
        answer.basic = (struct file_basic){{made, told_time(ram.times[RAM_READ]), written, written},
                                           ram_attributes(&ram)};
    else if (which == FileStandardInfo)
        answer.standard = (struct file_standard){file_allocation(ram.size), (LONGLONG)ram.size,
                                                 !ram.goes, ram.goes, ram.is_folder};
    else if (which == FileCompressionInfo)
        answer.compression[0] = (LONGLONG)ram.size;
    else
        answer.attribute_tag[0] = ram_attributes(&ram);
    memcpy(information, &answer, sizes[which]);
    return TRUE;
}

/* Sets those times that are not 0, and the attributes, unless they are 0. */
static BOOL set_basic(HANDLE handle, const struct file_basic *basic)
{
    FILETIME times[3];
    for (unsigned i = 0; i < 3; i++)
        times[i] = filetime_of((uint64_t)basic->times[i]);
    if (!SetFileTime(handle, &times[0], &times[1], &times[2]))
        return FALSE;
    struct open_file *file = open_file_use(handle, FILE_WRITE_ATTRIBUTES);
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    if (basic->attributes && file->ram) {
        file->ram->attributes = basic->attributes & FILE_SETTABLE_ATTRIBUTES;
        ram_tell(file->ram, RAM_TURNED);
    }
    lock_release(&ram_lock);
    open_file_leave(file);
    return TRUE;
}

/* The file or folder goes with its last handle. */
static BOOL set_disposition(HANDLE handle, BOOLEAN goes)
{
    struct open_file *file = open_file_use(handle, DELETE);
    if (!file)
        return FALSE;
    DWORD error = ERROR_SUCCESS;
    lock_take(&ram_lock);
    if (!file->ram || (file->kind != FILE_ON_DISK && file->kind != FILE_FOLDER) ||
        (goes && file->ram->attributes & RAM_READ_ONLY))
        error = ERROR_ACCESS_DENIED;
    else if (goes && ram_has_more(file->ram))
        error = ERROR_DIR_NOT_EMPTY;
    else
        file->ram->goes = goes;
    lock_release(&ram_lock);
    open_file_leave(file);
    return !error || fails(error);
}

/* The end, with the position as it was, whether the end can be set or not. */
static BOOL set_end(HANDLE handle, LONGLONG end)
{
    LARGE_INTEGER nothing = {.QuadPart = 0}, before, to = {.QuadPart = end};
    if (!SetFilePointerEx(handle, nothing, &before, FILE_CURRENT) ||
        !SetFilePointerEx(handle, to, NULL, FILE_BEGIN))
        return FALSE;
    DWORD error = SetEndOfFile(handle) ? ERROR_SUCCESS : GetLastError();
    SetFilePointerEx(handle, before, NULL, FILE_BEGIN);
    return !error || fails(error);
}

/* Windows' structure. */
struct renaming {
    BOOLEAN replaces;
    HANDLE folder;
    DWORD size;
    WCHAR name[];
};

static BOOL rename_file(HANDLE handle, const struct renaming *how, DWORD size)
{
    WCHAR name[MAX_PATH];
    char narrow[FILE_NARROW_SIZE];
    if (how->folder || how->size >= sizeof name || how->size > size - sizeof *how)
        return fails(ERROR_INVALID_PARAMETER);
    memcpy(name, how->name, how->size);
    name[how->size / sizeof *name] = 0;
    DWORD error = file_rename(handle, file_narrow(name, narrow), how->replaces);
    return !error || fails(error);
}

BOOL WINAPI SetFileInformationByHandle(HANDLE handle, int which, LPVOID information, DWORD size)
{
    DWORD least = which == FileBasicInfo         ? sizeof(struct file_basic)
                  : which == FileRenameInfo      ? sizeof(struct renaming)
                  : which == FileDispositionInfo ? sizeof(BOOLEAN)
                  : which == FileEndOfFileInfo   ? sizeof(LONGLONG)
                  : which == FileAllocationInfo  ? sizeof(LONGLONG)
                                                 : 0;
    if (!least || !information)
        return fails(ERROR_INVALID_PARAMETER);
    if (size < least)
        return fails(ERROR_BAD_LENGTH);
    if (which == FileBasicInfo)
        return set_basic(handle, information);
    if (which == FileRenameInfo)
        return rename_file(handle, information, size);
    if (which == FileDispositionInfo)
        return set_disposition(handle, *(const BOOLEAN *)information);
    if (which == FileEndOfFileInfo)
        return set_end(handle, *(const LONGLONG *)information);
    struct ram_file ram;
    LONGLONG wanted = *(const LONGLONG *)information;
    return look(handle, &ram) && (wanted >= (LONGLONG)ram.size || set_end(handle, wanted));
}

/* ---------------------------------------------------------------- names */

/* Writes the path of an open file. FALSE, with the last error. */
static BOOL make_path(HANDLE handle, DWORD flags, char path[FILE_NARROW_SIZE])
{
    enum { OPENED = 8, VOLUMES = 7, GUID = 1, NT = 2, NONE = 4 };
    static const char *const begins[] = {[0] = "\\\\?\\C:\\",
                                         [GUID] = "\\\\?\\" PATH_VOLUME "\\",
                                         [NT] = "\\Device\\HarddiskVolume1\\",
                                         [NONE] = "\\"};
    struct ram_file ram;
    DWORD volume = flags & VOLUMES;
    if (flags & ~(DWORD)(OPENED | VOLUMES) || volume >= sizeof begins / sizeof begins[0] ||
        !begins[volume])
        return fails(ERROR_INVALID_PARAMETER);
    if (!look(handle, &ram))
        return FALSE;
    snprintf(path, FILE_NARROW_SIZE, "%s%s", begins[volume], ram.name);
    return TRUE;
}

DWORD WINAPI GetFinalPathNameByHandleA(HANDLE handle, LPSTR buffer, DWORD size, DWORD flags)
{
    char path[FILE_NARROW_SIZE];
    return make_path(handle, flags, path) ? file_give_text(path, buffer, size) : 0;
}

DWORD WINAPI GetFinalPathNameByHandleW(HANDLE handle, LPWSTR buffer, DWORD size, DWORD flags)
{
    char path[FILE_NARROW_SIZE];
    return make_path(handle, flags, path) ? file_give_wide(path, buffer, size) : 0;
}

HANDLE WINAPI ReOpenFile(HANDLE file, DWORD access, DWORD share, DWORD flags)
{
    enum { ATTRIBUTES = 0xFFFFF }; /* a new file's; flags lie above */
    char path[FILE_NARROW_SIZE];
    if (flags & ATTRIBUTES)
        SetLastError(ERROR_INVALID_PARAMETER);
    else if (make_path(file, 0, path))
        return CreateFileA(path, access, share, NULL, OPEN_EXISTING, flags, NULL);
    return INVALID_HANDLE_VALUE;
}

DWORD WINAPI GetCompressedFileSizeA(LPCSTR name, LPDWORD high)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!GetFileAttributesExA(name, GetFileExInfoStandard, &data))
        return INVALID_FILE_SIZE;
    if (high)
        *high = data.nFileSizeHigh;
    return data.nFileSizeLow;
}

DWORD WINAPI GetCompressedFileSizeW(LPCWSTR name, LPDWORD high)
{
    char narrow[FILE_NARROW_SIZE];
    return GetCompressedFileSizeA(file_narrow(name, narrow), high);
}
