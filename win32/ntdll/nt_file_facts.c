/* Facts about files, read and set by the classes of kernel32, which have other numbers. */
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"
#include "win32/filetime.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/kernel32/file_facts.h"
#include "win32/ntdll/nt_files.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

/* Windows' structures. */
struct network_open {
    LONGLONG times[4], allocation, end;
    DWORD attributes;
};
struct name {
    DWORD size;
    WCHAR units[];
};
struct everything {
    struct file_basic basic;
    _Alignas(8) struct file_standard standard;
    _Alignas(8) LONGLONG number;
    DWORD extra_size, access;
    LONGLONG position;
    DWORD mode, alignment;
    struct name name;
};
_Static_assert(offsetof(struct everything, name) == 96, "where Windows has it");

/* ---------------------------------------------------------------- classes that are told */

static bool tell_basic(HANDLE file, void *answer)
{
    enum { SIZE = 40 }; /* with what makes Windows' structure a multiple of 8 */
    return GetFileInformationByHandleEx(file, FileBasicInfo, answer, SIZE);
}

static bool tell_standard(HANDLE file, void *answer)
{
    return GetFileInformationByHandleEx(file, FileStandardInfo, answer,
                                        sizeof(struct file_standard));
}

static bool tell_tag(HANDLE file, void *answer)
{
    return GetFileInformationByHandleEx(file, FileAttributeTagInfo, answer, 2 * sizeof(DWORD));
}

static bool tell_network_open(HANDLE file, void *answer)
{
    struct everything all;
    if (!tell_basic(file, &all.basic) || !tell_standard(file, &all.standard))
        return false;
    struct network_open open = {.allocation = all.standard.allocation,
                                .end = all.standard.end,
                                .attributes = all.basic.attributes};
    memcpy(open.times, all.basic.times, sizeof open.times);
    memcpy(answer, &open, sizeof open);
    return true;
}

static bool tell_number(HANDLE file, void *answer)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (!GetFileInformationByHandle(file, &about))
        return false;
    LONGLONG number = (LONGLONG)((ULONGLONG)about.nFileIndexHigh << 32 | about.nFileIndexLow);
    memcpy(answer, &number, sizeof number);
    return true;
}

/* A folder's place is that of the entries that were told, which is no position. */
static bool tell_position(HANDLE handle, void *answer)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return false;
    LONGLONG position = file->kind == FILE_ON_DISK ? (LONGLONG)file->position : 0;
    open_file_leave(file);
    memcpy(answer, &position, sizeof position);
    return true;
}

static bool tell_access(HANDLE handle, void *answer)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return false;
    DWORD access = file->access | SYNCHRONIZE;
    open_file_leave(file);
    memcpy(answer, &access, sizeof access);
    return true;
}

/* Overlapped calls or calls that wait for their end. */
static bool tell_mode(HANDLE handle, void *answer)
{
    enum { WAITS = 0x20 };
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return false;
    DWORD mode = file->flags & FILE_FLAG_OVERLAPPED ? 0 : WAITS;
    open_file_leave(file);
    memcpy(answer, &mode, sizeof mode);
    return true;
}

/* No extra attributes, and no alignment. */
static bool tell_nothing(HANDLE file, void *answer)
{
    DWORD access;
    memset(answer, 0, sizeof access);
    return tell_access(file, &access);
}

/* Classes that end in a name tell as much of it as there is room for. */
static bool tell_everything(HANDLE file, void *answer)
{
    struct everything *all = answer;
    return tell_basic(file, &all->basic) && tell_standard(file, &all->standard) &&
           tell_number(file, &all->number) && tell_nothing(file, &all->extra_size) &&
           tell_access(file, &all->access) && tell_position(file, &all->position) &&
           tell_mode(file, &all->mode) && tell_nothing(file, &all->alignment);
}

/* The name stands at this place of these classes. */
enum { NAME = 9, EVERYTHING = 18, NAME_OF_ALL = offsetof(struct everything, name) };

static const struct told {
    UCHAR which, size; /* at least */
    bool (*tell)(HANDLE file, void *answer);
} told[] = {
    {4, 40, tell_basic},
    {5, 24, tell_standard},
    {6, sizeof(LONGLONG), tell_number},
    {7, sizeof(DWORD), tell_nothing},
    {8, sizeof(DWORD), tell_access},
    {NAME, 8, NULL},
    {14, sizeof(LONGLONG), tell_position},
    {16, sizeof(DWORD), tell_mode},
    {17, sizeof(DWORD), tell_nothing},
    {EVERYTHING, 104, tell_everything},
    {34, 56, tell_network_open},
    {35, 2 * sizeof(DWORD), tell_tag},
};

static const struct told *find_told(ULONG which)
{
    for (unsigned i = 0; i < sizeof told / sizeof told[0]; i++)
        if (told[i].which == which)
            return &told[i];
    return NULL;
}

NTSTATUS NTAPI NtQueryInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                      ULONG length, ULONG which)
{
    const struct told *row = find_told(which);
    DWORD before = GetLastError();
    if (!row)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < row->size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    bool done = !row->tell || row->tell(file, buffer);
    if (!done || (which != NAME && which != EVERYTHING))
        return nt_finish_call(status, done, row->size, before);
    ULONG begins = which == NAME ? 0 : NAME_OF_ALL;
    const struct name *name = (const void *)((char *)buffer + begins);
    done =
        GetFileInformationByHandleEx(file, FileNameInfo, (char *)buffer + begins, length - begins);
    bool is_cut = !done && GetLastError() == ERROR_MORE_DATA;
    ULONG size = begins + (ULONG)sizeof *name + (done ? name->size : 0);
    NTSTATUS result = nt_finish_call(status, done, size, before);
    if (is_cut)
        status->Information = length;
    return result;
}

/* ---------------------------------------------------------------- classes that are set */

/* Classes, and those of kernel32 behind them. */
enum { RENAME = 10, POSITION = 14, PORT = 30 };

static const struct set {
    UCHAR which, of_kernel32, size; /* at least */
} set[] = {
    {4, FileBasicInfo, 40},
    {13, FileDispositionInfo, 1},
    {19, FileAllocationInfo, 8},
    {20, FileEndOfFileInfo, 8},
};

static const struct set *find_set(ULONG which)
{
    for (unsigned i = 0; i < sizeof set / sizeof set[0]; i++)
        if (set[i].which == which)
            return &set[i];
    return NULL;
}

/* Windows' structure. */
struct renaming {
    BOOLEAN replaces;
    HANDLE folder;
    DWORD size;
    WCHAR name[];
};

/* A name alone is one in the folder of the file. */
static bool take_sibling(HANDLE file, const struct renaming *how, WCHAR path[NT_PATH_SIZE])
{
    DWORD length = GetFinalPathNameByHandleW(file, path, MAX_PATH, 0);
    if (!length || length + how->size / sizeof *path >= NT_PATH_SIZE)
        return false;
    WCHAR *last = wcsrchr(path, '\\') + 1;
    memcpy(last, how->name, how->size);
    last[how->size / sizeof *path] = 0;
    return true;
}

static NTSTATUS rename_file(HANDLE file, PIO_STATUS_BLOCK status, struct renaming *how,
                            ULONG length)
{
    WCHAR path[NT_PATH_SIZE];
    char narrow[FILE_NARROW_SIZE];
    DWORD before = GetLastError();
    if (length < sizeof *how || how->size > length - sizeof *how || how->size > UINT16_MAX)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    UNICODE_STRING name = {(USHORT)how->size, (USHORT)how->size, how->name};
    const OBJECT_ATTRIBUTES attributes = {.RootDirectory = how->folder, .ObjectName = &name};
    bool is_alone = !how->folder && how->size && how->name[0] != '\\';
    NTSTATUS taken = is_alone ? (NTSTATUS)STATUS_SUCCESS : nt_take_path(&attributes, path);
    if (taken != STATUS_SUCCESS)
        return taken;
    if (is_alone && !take_sibling(file, how, path))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    DWORD error = file_rename(file, file_narrow(path, narrow), how->replaces);
    SetLastError(error);
    return nt_finish_call(status, !error, 0, before);
}

static NTSTATUS join_port(HANDLE file, PIO_STATUS_BLOCK status, const void *buffer, ULONG length)
{
    const struct {
        HANDLE port;
        ULONG_PTR key;
    } *join = buffer;
    DWORD before = GetLastError();
    if (length < sizeof *join)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    return nt_finish_call(status, CreateIoCompletionPort(file, join->port, join->key, 0), 0,
                          before);
}

NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                    ULONG length, ULONG which)
{
    const struct set *row = find_set(which);
    DWORD before = GetLastError();
    LARGE_INTEGER place;
    ULONG size = row ? row->size : sizeof place;
    if (which == PORT)
        return join_port(file, status, buffer, length);
    if (which == RENAME)
        return rename_file(file, status, buffer, length);
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
    /* A warning: the volume's name is cut, and the rest of the answer is right. */
    if (done && given < least)
        result = status->Status = (NTSTATUS)STATUS_BUFFER_OVERFLOW;
    return result;
}
