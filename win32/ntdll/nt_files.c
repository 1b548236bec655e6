#include "win32/ntdll/nt_files.h"

#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <stdbool.h>

/* ---------------------------------------------------------------- opening */

enum { SUPERSEDE, OPEN, CREATE, OPEN_IF, OVERWRITE, OVERWRITE_IF, DISPOSITIONS };
enum { WAS_SUPERSEDED, WAS_OPENED, WAS_CREATED, WAS_OVERWRITTEN };

static const struct {
    DWORD how;
    BYTE found, made; /* what is said when the file was there, and when not */
} dispositions[DISPOSITIONS] = {
    [SUPERSEDE] = {CREATE_ALWAYS, WAS_SUPERSEDED, WAS_CREATED},
    [OPEN] = {OPEN_EXISTING, WAS_OPENED, WAS_OPENED},
    [CREATE] = {CREATE_NEW, WAS_CREATED, WAS_CREATED},
    [OPEN_IF] = {OPEN_ALWAYS, WAS_OPENED, WAS_CREATED},
    [OVERWRITE] = {TRUNCATE_EXISTING, WAS_OVERWRITTEN, WAS_OVERWRITTEN},
    [OVERWRITE_IF] = {CREATE_ALWAYS, WAS_OVERWRITTEN, WAS_CREATED},
};

enum { DIRECTORY = 1, NO_DIRECTORY = 0x40, DELETE_ON_CLOSE = 0x1000 }; /* options */

/* Opens what there is at the path, or makes it. */
static HANDLE open_or_make(const WCHAR *path, ULONG access, ULONG share, DWORD how,
                           ULONG attributes, ULONG options)
{
    enum { ATTRIBUTES = 0x7FB7 };
    DWORD flags = attributes & ATTRIBUTES;
    if (!(options & NO_DIRECTORY))
        flags |= FILE_FLAG_BACKUP_SEMANTICS;
    if (options & DELETE_ON_CLOSE)
        flags |= FILE_FLAG_DELETE_ON_CLOSE;
    if (how == TRUNCATE_EXISTING)
        access |= GENERIC_WRITE;
    if (options & DIRECTORY && (how == CREATE_NEW || how == OPEN_ALWAYS)) {
        if (!CreateDirectoryW(path, NULL) && how == CREATE_NEW)
            return INVALID_HANDLE_VALUE;
        how = OPEN_EXISTING;
    }
    return CreateFileW(path, access, share, NULL, how, flags, NULL);
}

NTSTATUS NTAPI NtCreateFile(PHANDLE file, ULONG access, POBJECT_ATTRIBUTES attributes,
                            PIO_STATUS_BLOCK status, PLARGE_INTEGER size, ULONG file_attributes,
                            ULONG share, ULONG disposition, ULONG options, PVOID extra,
                            ULONG extra_size)
{
    WCHAR path[NT_PATH_SIZE];
    DWORD before = GetLastError();
    (void)size, (void)extra, (void)extra_size;
    bool opens = disposition == OPEN || disposition == CREATE || disposition == OPEN_IF;
    if (disposition >= DISPOSITIONS || (options & DIRECTORY && !opens))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    NTSTATUS taken = nt_take_path(attributes, path);
    if (taken != STATUS_SUCCESS)
        return taken;
    /* *status says whether the file was there; CreateFile says so for two dispositions only. */
    DWORD found = GetFileAttributesW(path);
    bool was_there = found != INVALID_FILE_ATTRIBUTES;
    bool is_folder = was_there && found & FILE_ATTRIBUTE_DIRECTORY;
    if (was_there && options & (is_folder ? NO_DIRECTORY : DIRECTORY)) {
        SetLastError(before);
        return (NTSTATUS)(is_folder ? STATUS_FILE_IS_A_DIRECTORY : STATUS_NOT_A_DIRECTORY);
    }
    HANDLE made =
        open_or_make(path, access, share, dispositions[disposition].how, file_attributes, options);
    if (made != INVALID_HANDLE_VALUE)
        *file = made;
    DWORD writes = FILE_WRITE_DATA | FILE_APPEND_DATA | GENERIC_WRITE | GENERIC_ALL;
    if (made == INVALID_HANDLE_VALUE && was_there && found & FILE_ATTRIBUTE_READONLY &&
        options & DELETE_ON_CLOSE && !(access & writes)) {
        SetLastError(before);
        return status->Status = (NTSTATUS)STATUS_CANNOT_DELETE;
    }
    return nt_finish_call(
        status, made != INVALID_HANDLE_VALUE,
        was_there ? dispositions[disposition].found : dispositions[disposition].made, before);
}

NTSTATUS NTAPI NtOpenFile(PHANDLE file, ULONG access, POBJECT_ATTRIBUTES attributes,
                          PIO_STATUS_BLOCK status, ULONG share, ULONG options)
{
    return NtCreateFile(file, access, attributes, status, NULL, 0, share, OPEN, options, NULL, 0);
}

NTSTATUS NTAPI NtDeleteFile(POBJECT_ATTRIBUTES attributes)
{
    WCHAR path[NT_PATH_SIZE];
    DWORD before = GetLastError();
    NTSTATUS taken = nt_take_path(attributes, path);
    if (taken != STATUS_SUCCESS)
        return taken;
    DWORD found = GetFileAttributesW(path);
    bool is_folder = found != INVALID_FILE_ATTRIBUTES && found & FILE_ATTRIBUTE_DIRECTORY;
    return nt_result(is_folder ? RemoveDirectoryW(path) : DeleteFileW(path), before);
}

/* There are no pipes with names for other processes. */
NTSTATUS NTAPI NtCreateNamedPipeFile(PHANDLE pipe, ULONG access, POBJECT_ATTRIBUTES attributes,
                                     PIO_STATUS_BLOCK status, ULONG share, ULONG disposition,
                                     ULONG options, ULONG type, ULONG read_mode, ULONG wait_mode,
                                     ULONG most, ULONG in, ULONG out, PLARGE_INTEGER time)
{
    (void)pipe, (void)access, (void)attributes, (void)status, (void)share, (void)disposition;
    (void)options, (void)type, (void)read_mode, (void)wait_mode, (void)most, (void)in, (void)out;
    (void)time;
    return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
}
