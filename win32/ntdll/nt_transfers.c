/* Bytes of open files. A place goes on as that of an overlapped call, so that threads that share a
 * handle do not move it under each other. */
#include "win32/fails.h"
#include "win32/ntdll/nt_files.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <ioapiset.h>
#include <stdbool.h>
#include <synchapi.h>

enum { QUIET = 1 }; /* a bit of hEvent: no port hears of the call */

struct transfer {
    HANDLE file, event;
    PIO_STATUS_BLOCK status;
    void *buffer;
    ULONG size;
    const LARGE_INTEGER *place;
};

static BOOL read(const struct transfer *transfer, DWORD *moved, OVERLAPPED *at)
{
    BOOL done = ReadFile(transfer->file, transfer->buffer, transfer->size, moved, at);
    return done && transfer->size && !*moved ? fails(ERROR_HANDLE_EOF) : done;
}

static BOOL write(const struct transfer *transfer, DWORD *moved, OVERLAPPED *at)
{
    return WriteFile(transfer->file, transfer->buffer, transfer->size, moved, at);
}

static NTSTATUS carry_out(const struct transfer *transfer,
                          BOOL (*move)(const struct transfer *transfer, DWORD *moved,
                                       OVERLAPPED *at),
                          const void *routine)
{
    enum { WHERE_IT_STANDS = -2 };
    DWORD moved = 0, before = GetLastError();
    if (routine)
        return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
    const LARGE_INTEGER *place = transfer->place;
    bool has_place = place && place->QuadPart != WHERE_IT_STANDS;
    OVERLAPPED at = {.hEvent = (HANDLE)QUIET};
    if (has_place)
        at.Offset = place->LowPart, at.OffsetHigh = (DWORD)place->HighPart;
    bool done = move(transfer, &moved, has_place ? &at : NULL);
    NTSTATUS status = nt_finish_call(transfer->status, done, moved, before);
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

NTSTATUS NTAPI NtFlushBuffersFile(HANDLE file, PIO_STATUS_BLOCK status)
{
    DWORD before = GetLastError();
    return nt_finish_call(status, FlushFileBuffers(file), 0, before);
}

/* Calls are done when they return, so none is left to cancel. */
NTSTATUS NTAPI NtCancelIoFile(HANDLE file, PIO_STATUS_BLOCK status)
{
    DWORD before = GetLastError();
    SetLastError(NO_ERROR);
    bool is_file = GetFileType(file) != FILE_TYPE_UNKNOWN;
    return nt_finish_call(status, is_file, 0, before);
}

/* ---------------------------------------------------------------- locks */

NTSTATUS NTAPI NtLockFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                          PIO_STATUS_BLOCK status, PLARGE_INTEGER place, PLARGE_INTEGER size,
                          ULONG key, BOOLEAN at_once, BOOLEAN exclusive)
{
    DWORD before = GetLastError();
    DWORD flags =
        (at_once ? LOCKFILE_FAIL_IMMEDIATELY : 0u) | (exclusive ? LOCKFILE_EXCLUSIVE_LOCK : 0u);
    OVERLAPPED at = {.Offset = place->LowPart, .OffsetHigh = (DWORD)place->HighPart};
    (void)context, (void)key;
    if (routine)
        return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
    bool done = LockFileEx(file, flags, 0, size->LowPart, (DWORD)size->HighPart, &at);
    bool is_met = !done && GetLastError() == ERROR_LOCK_VIOLATION;
    NTSTATUS result = nt_finish_call(status, done, 0, before);
    if (is_met)
        result = status->Status = (NTSTATUS)STATUS_LOCK_NOT_GRANTED;
    if (done && event)
        SetEvent(event);
    return result;
}

NTSTATUS NTAPI NtUnlockFile(HANDLE file, PIO_STATUS_BLOCK status, PLARGE_INTEGER place,
                            PLARGE_INTEGER size, ULONG key)
{
    DWORD before = GetLastError();
    OVERLAPPED at = {.Offset = place->LowPart, .OffsetHigh = (DWORD)place->HighPart};
    (void)key;
    bool done = UnlockFileEx(file, 0, size->LowPart, (DWORD)size->HighPart, &at);
    return nt_finish_call(status, done, 0, before);
}
