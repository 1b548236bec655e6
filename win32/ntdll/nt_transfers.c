/* Bytes of open files. A place goes on as that of an overlapped call, so that threads that share a
 * handle do not move it under each other. */
#include "win32/fails.h"
#include "win32/files/open_files.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/ntdll/nt_files.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <ioapiset.h>
#include <processthreadsapi.h>
#include <stdbool.h>
#include <synchapi.h>

struct transfer {
    HANDLE file, event;
    const void *routine;
    void *context;
    PIO_STATUS_BLOCK status;
    void *buffer;
    ULONG size;
    const LARGE_INTEGER *place;
};

/* A read of an empty pipe is waited for, because the structure is gone when the call returns. */
static BOOL read(const struct transfer *transfer, DWORD *moved, OVERLAPPED *at)
{
    BOOL done = ReadFile(transfer->file, transfer->buffer, transfer->size, moved, at);
    if (!done && at && GetLastError() == ERROR_IO_PENDING)
        done = GetOverlappedResult(transfer->file, at, moved, TRUE);
    return done && transfer->size && !*moved ? fails(ERROR_HANDLE_EOF) : done;
}

static bool is_pipe(HANDLE handle)
{
    DWORD before = GetLastError();
    struct open_file *file = open_file_use(handle, 0);
    bool is = file && file->kind == FILE_PIPE_END;
    if (file)
        open_file_leave(file);
    SetLastError(before);
    return is;
}

/* A pipe has no places, so none is missing. A write to it is done when it returns. */
static BOOL write(const struct transfer *transfer, DWORD *moved, OVERLAPPED *at)
{
    OVERLAPPED none = {.hEvent = (HANDLE)OVERLAPPED_QUIET};
    return WriteFile(transfer->file, transfer->buffer, transfer->size, moved,
                     at || !is_pipe(transfer->file) ? at : &none);
}

static bool waits_for_ends(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, 0);
    bool waits = file && !(file->flags & FILE_FLAG_OVERLAPPED);
    if (file)
        open_file_leave(file);
    return waits;
}

/* All that hear of a call's end: the event, the routine in the caller's thread, or the port. */
static void tell_end(const struct transfer *transfer, NTSTATUS status, DWORD moved)
{
    if (transfer->event)
        SetEvent(transfer->event);
    if (transfer->routine)
        NtQueueApcThread(GetCurrentThread(), (PPS_APC_ROUTINE)transfer->routine, transfer->context,
                         transfer->status, NULL);
    else if (transfer->context)
        port_tell(transfer->file, transfer->context, status, moved);
}

static NTSTATUS carry_out(const struct transfer *transfer,
                          BOOL (*move)(const struct transfer *transfer, DWORD *moved,
                                       OVERLAPPED *at))
{
    enum { WHERE_IT_STANDS = -2 };
    DWORD moved = 0, before = GetLastError();
    if (transfer->event)
        ResetEvent(transfer->event);
    const LARGE_INTEGER *place = transfer->place;
    bool has_place = place && place->QuadPart != WHERE_IT_STANDS;
    OVERLAPPED at = {.hEvent = (HANDLE)OVERLAPPED_QUIET};
    if (has_place)
        at.Offset = place->LowPart, at.OffsetHigh = (DWORD)place->HighPart;
    bool done = move(transfer, &moved, has_place ? &at : NULL);
    NTSTATUS status = nt_finish_call(transfer->status, done, moved, before);
    if (status == (NTSTATUS)STATUS_END_OF_FILE && waits_for_ends(transfer->file))
        *transfer->status = (IO_STATUS_BLOCK){{status}, 0};
    if (done)
        tell_end(transfer, status, moved);
    return status;
}

NTSTATUS NTAPI NtReadFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                          PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                          PULONG key)
{
    (void)key;
    return carry_out(&(struct transfer){file, event, routine, context, status, buffer, size, place},
                     read);
}

NTSTATUS NTAPI NtWriteFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                           PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                           PULONG key)
{
    (void)key;
    return carry_out(&(struct transfer){file, event, routine, context, status, buffer, size, place},
                     write);
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
