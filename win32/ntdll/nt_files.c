#include "win32/ntdll/nt_files.h"

#include "win32/fails.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <stdbool.h>
#include <string.h>
#include <synchapi.h>

/* The status that kernel32 has made this error of. */
static NTSTATUS status_behind(DWORD error)
{
    static const struct {
        DWORD error, status;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, STATUS_OBJECT_NAME_NOT_FOUND},
        {ERROR_PATH_NOT_FOUND, STATUS_OBJECT_PATH_NOT_FOUND},
        {ERROR_ACCESS_DENIED, STATUS_ACCESS_DENIED},
        {ERROR_INVALID_HANDLE, STATUS_INVALID_HANDLE},
        {ERROR_NOT_ENOUGH_MEMORY, STATUS_NO_MEMORY},
        {ERROR_SHARING_VIOLATION, STATUS_SHARING_VIOLATION},
        {ERROR_FILE_EXISTS, STATUS_OBJECT_NAME_COLLISION},
        {ERROR_ALREADY_EXISTS, STATUS_OBJECT_NAME_COLLISION},
        {ERROR_INVALID_NAME, STATUS_OBJECT_NAME_INVALID},
        {ERROR_NOACCESS, STATUS_ACCESS_VIOLATION},
        {ERROR_HANDLE_EOF, STATUS_END_OF_FILE},
        {ERROR_BROKEN_PIPE, STATUS_PIPE_BROKEN},
        {ERROR_LOCK_VIOLATION, STATUS_FILE_LOCK_CONFLICT},
        {ERROR_DISK_FULL, STATUS_DISK_FULL},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].error == error)
            return (NTSTATUS)rows[i].status;
    return (NTSTATUS)STATUS_INVALID_PARAMETER;
}

/* Notes the result where the caller looks for it, too. The last error stays. */
static NTSTATUS finish_call(PIO_STATUS_BLOCK block, bool done, ULONG_PTR information, DWORD before)
{
    NTSTATUS status = status_behind(GetLastError());
    if (done)
        status = STATUS_SUCCESS;
    SetLastError(before);
    block->Status = status;
    block->Information = done ? information : 0;
    return status;
}

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

/* Stores the path without what is in front of its drive. */
static bool take_path(const OBJECT_ATTRIBUTES *attributes, WCHAR path[MAX_PATH])
{
    static const WCHAR begin[] = L"\\??\\";
    enum { BEGIN = sizeof begin / sizeof begin[0] - 1 };
    const UNICODE_STRING *name = attributes->ObjectName;
    unsigned units = name ? name->Length / (unsigned)sizeof(WCHAR) : 0;
    if (units <= BEGIN || units - BEGIN >= MAX_PATH || attributes->RootDirectory ||
        memcmp(name->Buffer, begin, BEGIN * sizeof(WCHAR)) != 0)
        return false;
    memcpy(path, name->Buffer + BEGIN, (units - BEGIN) * sizeof(WCHAR));
    path[units - BEGIN] = 0;
    return true;
}

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
    if (how == TRUNCATE_EXISTING && access & FILE_WRITE_DATA)
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
    WCHAR path[MAX_PATH];
    DWORD before = GetLastError();
    (void)size, (void)extra, (void)extra_size;
    if (disposition >= DISPOSITIONS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (!take_path(attributes, path))
        return (NTSTATUS)STATUS_OBJECT_PATH_SYNTAX_BAD;
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
    return finish_call(status, made != INVALID_HANDLE_VALUE,
                       was_there ? dispositions[disposition].found : dispositions[disposition].made,
                       before);
}

NTSTATUS NTAPI NtOpenFile(PHANDLE file, ULONG access, POBJECT_ATTRIBUTES attributes,
                          PIO_STATUS_BLOCK status, ULONG share, ULONG options)
{
    return NtCreateFile(file, access, attributes, status, NULL, 0, share, OPEN, options, NULL, 0);
}

/* ---------------------------------------------------------------- bytes */

/* Moves the file to the place of a call. */
static bool stand_at(HANDLE file, const LARGE_INTEGER *place)
{
    enum { WHERE_IT_STANDS = -2 };
    if (!place || place->QuadPart == WHERE_IT_STANDS)
        return true;
    if (place->QuadPart == -1) /* the end, for writing */
        return SetFilePointerEx(file, (LARGE_INTEGER){.QuadPart = 0}, NULL, FILE_END);
    return SetFilePointerEx(file, *place, NULL, FILE_BEGIN);
}

struct transfer {
    HANDLE file, event;
    PIO_STATUS_BLOCK status;
    void *buffer;
    ULONG size;
    const LARGE_INTEGER *place;
};

static BOOL read(const struct transfer *transfer, DWORD *moved)
{
    BOOL done = ReadFile(transfer->file, transfer->buffer, transfer->size, moved, NULL);
    return done && transfer->size && !*moved ? fails(ERROR_HANDLE_EOF) : done;
}

static BOOL write(const struct transfer *transfer, DWORD *moved)
{
    return WriteFile(transfer->file, transfer->buffer, transfer->size, moved, NULL);
}

static NTSTATUS carry_out(const struct transfer *transfer,
                          BOOL (*move)(const struct transfer *transfer, DWORD *moved),
                          const void *routine)
{
    DWORD moved = 0, before = GetLastError();
    if (routine)
        return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
    bool done = stand_at(transfer->file, transfer->place) && move(transfer, &moved);
    NTSTATUS status = finish_call(transfer->status, done, moved, before);
    if (done && transfer->event)
        SetEvent(transfer->event);
    return status;
}

NTSTATUS NTAPI NtReadFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                          PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                          PULONG key)
{
    (void)context, (void)key;
    return carry_out(&(struct transfer){file, event, status, buffer, size, place}, read, routine);
}

NTSTATUS NTAPI NtWriteFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                           PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                           PULONG key)
{
    (void)context, (void)key;
    return carry_out(&(struct transfer){file, event, status, buffer, size, place}, write, routine);
}

/* ---------------------------------------------------------------- facts */

enum { STANDARD = 5, POSITION = 14, END_OF_FILE = 20 };

struct standard {
    LARGE_INTEGER allocated, end;
    ULONG links;
    BOOLEAN goes, is_folder;
};

NTSTATUS NTAPI NtQueryInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                      ULONG length, ULONG which)
{
    struct standard standard = {.links = 1};
    LARGE_INTEGER place;
    const void *answer = which == STANDARD ? (const void *)&standard : &place;
    ULONG size = which == STANDARD ? sizeof standard : sizeof place;
    DWORD before = GetLastError();
    if (which != STANDARD && which != POSITION)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    bool done = which == STANDARD
                    ? GetFileSizeEx(file, &standard.end)
                    : SetFilePointerEx(file, (LARGE_INTEGER){.QuadPart = 0}, &place, FILE_CURRENT);
    standard.allocated = standard.end;
    if (done)
        memcpy(buffer, answer, size);
    return finish_call(status, done, size, before);
}

static bool set_end(HANDLE file, LARGE_INTEGER end)
{
    LARGE_INTEGER stood;
    if (!SetFilePointerEx(file, (LARGE_INTEGER){.QuadPart = 0}, &stood, FILE_CURRENT) ||
        !SetFilePointerEx(file, end, NULL, FILE_BEGIN))
        return false;
    bool done = SetEndOfFile(file);
    DWORD error = GetLastError();
    SetFilePointerEx(file, stood, NULL, FILE_BEGIN);
    SetLastError(error);
    return done;
}

NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                    ULONG length, ULONG which)
{
    LARGE_INTEGER value;
    DWORD before = GetLastError();
    if (which != POSITION && which != END_OF_FILE)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < sizeof value)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    memcpy(&value, buffer, sizeof value);
    bool done =
        which == POSITION ? SetFilePointerEx(file, value, NULL, FILE_BEGIN) : set_end(file, value);
    return finish_call(status, done, 0, before);
}
