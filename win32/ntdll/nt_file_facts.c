/* What is told of files, and what is set: by the classes of kernel32, which have other numbers. */
#include "win32/filetime.h"
#include "win32/kernel32/file_facts.h"
#include "win32/ntdll/nt_files.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <stdbool.h>
#include <string.h>

/* Classes, and those of kernel32 behind them. */
enum { BASIC = 4, STANDARD, INTERNAL, NAME = 9, DISPOSITION = 13, POSITION };
enum { ALLOCATION = 19, END_OF_FILE, NETWORK_OPEN = 34, ATTRIBUTE_TAG };

struct row {
    UCHAR which, of_kernel32;
    USHORT size; /* at least */
};

static const struct row told[] = {
    {BASIC, FileBasicInfo, 40},
    {STANDARD, FileStandardInfo, 24},
    {NAME, FileNameInfo, 8},
    {ATTRIBUTE_TAG, FileAttributeTagInfo, 8},
};
static const struct row set[] = {
    {BASIC, FileBasicInfo, 40},
    {DISPOSITION, FileDispositionInfo, 1},
    {ALLOCATION, FileAllocationInfo, 8},
    {END_OF_FILE, FileEndOfFileInfo, 8},
};
#define FIND(rows, which) find_row(rows, sizeof(rows) / sizeof(rows)[0], which)

static const struct row *find_row(const struct row rows[], unsigned count, ULONG which)
{
    for (unsigned i = 0; i < count; i++)
        if (rows[i].which == which)
            return &rows[i];
    return NULL;
}

/* Windows' structure. */
struct network_open {
    LONGLONG times[4], allocation, end;
    DWORD attributes;
};

static bool tell_network_open(HANDLE file, struct network_open *answer)
{
    struct file_basic basic;
    struct file_standard standard;
    if (!GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic) ||
        !GetFileInformationByHandleEx(file, FileStandardInfo, &standard, sizeof standard))
        return false;
    *answer = (struct network_open){
        .allocation = standard.allocation, .end = standard.end, .attributes = basic.attributes};
    memcpy(answer->times, basic.times, sizeof answer->times);
    return true;
}

static bool tell_number(HANDLE file, LONGLONG *number)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (!GetFileInformationByHandle(file, &about))
        return false;
    *number = (LONGLONG)((ULONGLONG)about.nFileIndexHigh << 32 | about.nFileIndexLow);
    return true;
}

static bool tell_position(HANDLE file, LARGE_INTEGER *place)
{
    return SetFilePointerEx(file, (LARGE_INTEGER){.QuadPart = 0}, place, FILE_CURRENT);
}

NTSTATUS NTAPI NtQueryInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                      ULONG length, ULONG which)
{
    const struct row *row = FIND(told, which);
    DWORD before = GetLastError();
    ULONG size = row                                      ? row->size
                 : which == NETWORK_OPEN                  ? sizeof(struct network_open)
                 : which == INTERNAL || which == POSITION ? sizeof(LONGLONG)
                                                          : 0;
    if (!size)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    bool done = row ? GetFileInformationByHandleEx(file, row->of_kernel32, buffer,
                                                   which == NAME ? length : size)
                : which == NETWORK_OPEN ? tell_network_open(file, buffer)
                : which == INTERNAL     ? tell_number(file, buffer)
                                        : tell_position(file, buffer);
    bool is_cut = !done && which == NAME && GetLastError() == ERROR_MORE_DATA;
    if (which == NAME && done)
        size = (ULONG)sizeof(DWORD) + *(const DWORD *)buffer;
    NTSTATUS result = nt_finish_call(status, done, size, before);
    if (is_cut)
        status->Information = length;
    return result;
}

NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                    ULONG length, ULONG which)
{
    const struct row *row = FIND(set, which);
    DWORD before = GetLastError();
    LARGE_INTEGER place;
    ULONG size = row ? row->size : sizeof place;
    if (!row && which != POSITION)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    if (row)
        return nt_finish_call(
            status, SetFileInformationByHandle(file, row->of_kernel32, buffer, length), 0, before);
    memcpy(&place, buffer, sizeof place);
    return nt_finish_call(status, SetFilePointerEx(file, place, NULL, FILE_BEGIN), 0, before);
}

/* ---------------------------------------------------------------- by names */

NTSTATUS NTAPI NtQueryFullAttributesFile(const OBJECT_ATTRIBUTES *attributes, PVOID answer)
{
    WCHAR path[NT_PATH_SIZE];
    WIN32_FILE_ATTRIBUTE_DATA data;
    DWORD before = GetLastError();
    NTSTATUS taken = nt_take_path(attributes, path);
    if (taken != STATUS_SUCCESS)
        return taken;
    bool done = GetFileAttributesExW(path, GetFileExInfoStandard, &data);
    if (done) {
        LONGLONG written = (LONGLONG)filetime_units(&data.ftLastWriteTime);
        LONGLONG end = (LONGLONG)((ULONGLONG)data.nFileSizeHigh << 32 | data.nFileSizeLow);
        const struct network_open about = {
            .times = {(LONGLONG)filetime_units(&data.ftCreationTime),
                      (LONGLONG)filetime_units(&data.ftLastAccessTime), written, written},
            .allocation = file_allocation((uint64_t)end),
            .end = end,
            .attributes = data.dwFileAttributes};
        memcpy(answer, &about, sizeof about);
    }
    return nt_result(done, before);
}

NTSTATUS NTAPI NtQueryAttributesFile(const OBJECT_ATTRIBUTES *attributes, PVOID answer)
{
    struct network_open about;
    NTSTATUS status = NtQueryFullAttributesFile(attributes, &about);
    if (status != STATUS_SUCCESS)
        return status;
    struct file_basic basic = {.attributes = about.attributes};
    memcpy(basic.times, about.times, sizeof basic.times);
    memcpy(answer, &basic, sizeof basic);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- the volume */

struct volume_size {
    LONGLONG all, free;
    DWORD sectors, bytes;
};
struct volume_traits {
    DWORD traits, longest_name, size;
    WCHAR name[8];
};

static bool tell_size(struct volume_size *answer)
{
    DWORD sectors, bytes, free, all;
    if (!GetDiskFreeSpaceW(NULL, &sectors, &bytes, &free, &all))
        return false;
    *answer = (struct volume_size){all, free, sectors, bytes};
    return true;
}

static bool tell_traits(struct volume_traits *answer)
{
    DWORD longest, traits;
    *answer = (struct volume_traits){.size = 0};
    if (!GetVolumeInformationW(L"C:\\", NULL, 0, NULL, &longest, &traits, answer->name,
                               sizeof answer->name / sizeof *answer->name))
        return false;
    answer->traits = traits;
    answer->longest_name = longest;
    answer->size = (DWORD)(wcslen(answer->name) * sizeof *answer->name);
    return true;
}

NTSTATUS NTAPI NtQueryVolumeInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                            ULONG length, ULONG which)
{
    enum { SIZE = 3, DEVICE, TRAITS, DISK = 7, PIPE = 0x11, IS_MOUNTED = 0x20, LEAST = 16 };
    struct volume_size size;
    struct volume_traits traits;
    DWORD before = GetLastError(), kind = GetFileType(file);
    DWORD device[2] = {kind == FILE_TYPE_PIPE ? PIPE : DISK,
                       kind == FILE_TYPE_DISK ? IS_MOUNTED : 0};
    if (which != SIZE && which != DEVICE && which != TRAITS)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    ULONG least = which == SIZE ? sizeof size : which == DEVICE ? sizeof device : LEAST;
    if (length < least)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    if (kind != FILE_TYPE_DISK && !(which == DEVICE && kind == FILE_TYPE_PIPE)) {
        SetLastError(ERROR_INVALID_HANDLE);
        return nt_finish_call(status, false, 0, before);
    }
    bool done = which == DEVICE || (which == SIZE ? tell_size(&size) : tell_traits(&traits));
    const void *answer = which == SIZE     ? (const void *)&size
                         : which == DEVICE ? (const void *)device
                                           : &traits;
    if (which == TRAITS)
        least = (ULONG)offsetof(struct volume_traits, name) + traits.size;
    ULONG given = least < length ? least : length;
    if (done)
        memcpy(buffer, answer, given);
    NTSTATUS result = nt_finish_call(status, done, given, before);
    if (done && given < least)
        result = status->Status = (NTSTATUS)STATUS_BUFFER_OVERFLOW;
    return result;
}
