/* Reading and writing. */
#include "kernel/shared/system_time.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"
#include "seh_emul/error_codes.h"
#include "seh_emul/memory/touch.h"
#include "win32/console/console_io.h"
#include "win32/files/mailslots.h"
#include "win32/files/memory_pipe.h"
#include "win32/files/open_files.h"
#include "win32/files/pipe_instance.h"

#include <errhandlingapi.h>
#include <ioapiset.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <winternl.h>
/* A call's order, and its result. */
struct transfer {
    struct open_file *file;
    const OVERLAPPED *overlapped; /* whose position it is; NULL: the file's */
    uint64_t at;
    DWORD size, done;
};

/* With the lock held, from the position until it has moved: threads that share a handle go one
 * after the other. */
static void start_at_position(struct transfer *transfer)
{
    if (!transfer->overlapped)
        transfer->at = transfer->file->position;
}

static void move_position(const struct transfer *transfer)
{
    if (transfer->done && !(transfer->file->flags & FILE_FLAG_OVERLAPPED))
        transfer->file->position = transfer->at + transfer->done;
}

static NTSTATUS read_disk(struct transfer *transfer, char *to)
{
    const struct ram_file *ram = transfer->file->ram;
    NTSTATUS status = STATUS_SUCCESS;
    lock_take(&ram_lock);
    start_at_position(transfer);
    if (transfer->size && file_lock_meets(transfer->file, transfer->at, transfer->size, false)) {
        status = (NTSTATUS)STATUS_FILE_LOCK_CONFLICT;
    } else if (transfer->at < ram->size) {
        uint64_t left = ram->size - transfer->at;
        transfer->done = left < transfer->size ? (DWORD)left : transfer->size;
        memcpy(to, ram->bytes + transfer->at, transfer->done);
    } else if (transfer->size) {
        status = (NTSTATUS)STATUS_END_OF_FILE;
    }
    move_position(transfer);
    lock_release(&ram_lock);
    return status;
}

static NTSTATUS write_disk(struct transfer *transfer, const char *from)
{
    struct ram_file *ram = transfer->file->ram;
    bool appends = transfer->at == UINT64_MAX || !(transfer->file->access & FILE_WRITE_DATA);
    NTSTATUS status = STATUS_SUCCESS;
    lock_take(&ram_lock);
    start_at_position(transfer);
    bool fits = file_make_room(ram, (appends ? ram->size : transfer->at) + transfer->size);
    start_at_position(transfer); /* others may have written meanwhile */
    if (appends)
        transfer->at = ram->size;
    uint64_t end = transfer->at + transfer->size;
    if (!transfer->size)
        ;
    else if (file_lock_meets(transfer->file, transfer->at, transfer->size, true))
        status = (NTSTATUS)STATUS_FILE_LOCK_CONFLICT;
    else if (!fits || end > ram->room || (end > ram->size && !ram_resize(ram, (size_t)end)))
        status = (NTSTATUS)STATUS_DISK_FULL;
    else
        memcpy(ram->bytes + transfer->at, from, transfer->done = transfer->size);
    if (transfer->done) {
        ram->times[RAM_WRITTEN] = system_time();
        ram->attributes |= FILE_ATTRIBUTE_ARCHIVE;
        ram_tell(ram, RAM_CHANGED);
    }
    move_position(transfer);
    lock_release(&ram_lock);
    return status;
}

BOOL file_complete(LPOVERLAPPED overlapped, NTSTATUS status, DWORD bytes)
{
    overlapped->InternalHigh = bytes;
    overlapped->Internal = (ULONG_PTR)status;
    HANDLE event = overlapped_event(overlapped);
    if (event)
        SetEvent(event);
    return TRUE;
}

static VOID NTAPI call_told(PVOID function, PVOID told, PVOID unused)
{
    LPOVERLAPPED overlapped = told;
    (void)unused;
    ((LPOVERLAPPED_COMPLETION_ROUTINE)function)(
        RtlNtStatusToDosError((NTSTATUS)overlapped->Internal), (DWORD)overlapped->InternalHigh,
        overlapped);
}

void file_tell(struct open_file *file, LPOVERLAPPED overlapped)
{
    if (file->completed)
        file->completed(file, overlapped, (NTSTATUS)overlapped->Internal,
                        (DWORD)overlapped->InternalHigh);
}

bool file_call_later(HANDLE thread, LPOVERLAPPED_COMPLETION_ROUTINE function,
                     LPOVERLAPPED overlapped)
{
    return NT_SUCCESS(NtQueueApcThread(thread, call_told, (PVOID)function, overlapped, NULL));
}

/* Tells the caller what was done. */
static BOOL finish(const struct transfer *transfer, NTSTATUS status, LPDWORD count,
                   LPOVERLAPPED overlapped)
{
    struct open_file *file = transfer->file;
    bool is_told = overlapped && NT_SUCCESS(status) && !file->tells_failures &&
                   !overlapped_is_quiet(overlapped);
    if (overlapped)
        file_complete(overlapped, status, transfer->done);
    if (is_told)
        file_tell(file, overlapped);
    open_file_leave(file);
    if (count)
        *count = transfer->done;
    if (!overlapped && status == (NTSTATUS)STATUS_END_OF_FILE)
        return TRUE;
    return error_if_failed((uint32_t)status);
}

/* Reads the caller's position, before anything is in use. */
static uint64_t position_of(const OVERLAPPED *overlapped)
{
    return overlapped ? overlapped->Offset | (uint64_t)overlapped->OffsetHigh << 32 : 0;
}

/* Looks whether the call is possible at all. FALSE, with the last error: it is not. */
static BOOL may_begin(const struct transfer *transfer, const void *buffer, bool to_buffer)
{
    struct open_file *file = transfer->file;
    DWORD error = ERROR_SUCCESS, size = transfer->size;
    bool at_end = !to_buffer && transfer->at == UINT64_MAX; /* all ones: a write appends */
    if (file->kind == FILE_FOLDER)
        error = ERROR_INVALID_FUNCTION;
    else if (touch_fails(buffer, size, to_buffer))
        error = to_buffer ? ERROR_NOACCESS : ERROR_INVALID_USER_BUFFER;
    else if ((file->flags & FILE_FLAG_OVERLAPPED && !transfer->overlapped) ||
             (transfer->at > INT64_MAX && !at_end))
        error = ERROR_INVALID_PARAMETER;
    if (!error)
        return TRUE;
    open_file_leave(file);
    return file_fails(error);
}

/* The caller's structure hears of a read that does not end here. */
static NTSTATUS read_some(struct transfer *transfer, char *to, LPOVERLAPPED waiting)
{
    switch (transfer->file->kind) {
    case FILE_ON_DISK:
        return read_disk(transfer, to);
    case FILE_INPUT:
        if (transfer->size > CONSOLE_MOST)
            return (NTSTATUS)STATUS_NO_MEMORY;
        transfer->done = console_read_bytes(to, transfer->size);
        return STATUS_SUCCESS;
    case FILE_PIPE:
        transfer->done = pipe_read_bytes(to, transfer->size);
        return (NTSTATUS)(transfer->done || !transfer->size ? STATUS_SUCCESS : STATUS_PIPE_BROKEN);
    case FILE_PIPE_READER:
        return memory_pipe_read(transfer->file, to, transfer->size, &transfer->done);
    case FILE_PIPE_END:
        return pipe_end_read(transfer->file, to, transfer->size, &transfer->done, waiting);
    case FILE_SLOT:
        return mailslot_read(transfer->file, to, transfer->size, &transfer->done);
    case FILE_NUL:
        return (NTSTATUS)(transfer->size ? STATUS_END_OF_FILE : STATUS_SUCCESS);
    default:
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    }
}

BOOL WINAPI ReadFile(HANDLE handle, LPVOID buffer, DWORD size, LPDWORD count,
                     LPOVERLAPPED overlapped)
{
    if (count || !overlapped)
        *(volatile DWORD *)count = 0;
    struct transfer transfer = {
        .overlapped = overlapped, .at = position_of(overlapped), .size = size};
    transfer.file = open_file_use(handle, FILE_READ_DATA);
    if (!transfer.file || !may_begin(&transfer, buffer, true))
        return FALSE;
    NTSTATUS status = read_some(&transfer, buffer, overlapped);
    if (status != (NTSTATUS)STATUS_PENDING)
        return finish(&transfer, status, count, overlapped);
    open_file_leave(transfer.file);
    return file_fails(ERROR_IO_PENDING);
}

static NTSTATUS write_some(struct transfer *transfer, const char *from)
{
    switch (transfer->file->kind) {
    case FILE_ON_DISK:
        return write_disk(transfer, from);
    case FILE_PIPE_WRITER:
        return memory_pipe_write(transfer->file, from, transfer->size, &transfer->done);
    case FILE_PIPE_END:
        return pipe_end_write(transfer->file, from, transfer->size, &transfer->done);
    case FILE_SLOT_WRITER:
        return mailslot_write(transfer->file, from, transfer->size, &transfer->done);
    case FILE_INPUT:
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    case FILE_OUTPUT:
    case FILE_OUTPUT_PIPE:
        console_write_file(transfer->file, from, transfer->size);
        break;
    default:
        break;
    }
    transfer->done = transfer->size;
    return STATUS_SUCCESS;
}

BOOL WINAPI WriteFile(HANDLE handle, LPCVOID buffer, DWORD size, LPDWORD count,
                      LPOVERLAPPED overlapped)
{
    if (count || !overlapped)
        *(volatile DWORD *)count = 0;
    struct transfer transfer = {
        .overlapped = overlapped, .at = position_of(overlapped), .size = size};
    transfer.file = open_file_use(handle, 0);
    if (!transfer.file)
        return FALSE;
    if (!(transfer.file->access & (FILE_WRITE_DATA | FILE_APPEND_DATA))) {
        open_file_leave(transfer.file);
        return file_fails(ERROR_ACCESS_DENIED);
    }
    if (!may_begin(&transfer, buffer, false))
        return FALSE;
    return finish(&transfer, write_some(&transfer, buffer), count, overlapped);
}

/* The file of a call for pages, which is overlapped. NULL, with the last error. */
static struct open_file *use_for_pages(HANDLE handle, const OVERLAPPED *overlapped, DWORD access)
{
    struct open_file *file = open_file_use(handle, access);
    if (!file || (overlapped && file->flags & FILE_FLAG_OVERLAPPED))
        return file;
    open_file_leave(file);
    SetLastError(ERROR_INVALID_PARAMETER);
    return NULL;
}

/* Copies between the pages and as many bytes that lie together. */
static void copy_pages(const FILE_SEGMENT_ELEMENT pages[], char *together, DWORD size, bool gathers)
{
    for (DWORD at = 0; at < size; at += FILE_PAGE) {
        DWORD part = size - at < FILE_PAGE ? size - at : FILE_PAGE;
        char *page = pages[at / FILE_PAGE].Buffer;
        memcpy(gathers ? together + at : page, gathers ? page : together + at, part);
    }
}

BOOL WINAPI WriteFileGather(HANDLE handle, FILE_SEGMENT_ELEMENT pages[], DWORD size,
                            LPDWORD reserved, LPOVERLAPPED overlapped)
{
    (void)reserved;
    struct open_file *file = use_for_pages(handle, overlapped, FILE_WRITE_DATA);
    char *all = file ? malloc(size) : NULL;
    if (all)
        copy_pages(pages, all, size, true);
    if (file && !all)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    DWORD written;
    BOOL done = all && WriteFile(handle, all, size, &written, overlapped);
    free(all);
    if (file)
        open_file_leave(file);
    return done;
}

/* Programs look for the end elsewhere: Windows never has it at once. */
BOOL WINAPI ReadFileScatter(HANDLE handle, FILE_SEGMENT_ELEMENT pages[], DWORD size,
                            LPDWORD reserved, LPOVERLAPPED overlapped)
{
    (void)reserved;
    struct open_file *file = use_for_pages(handle, overlapped, FILE_READ_DATA);
    if (!file)
        return FALSE;
    char *all = malloc(size);
    if (!all)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    OVERLAPPED quiet = {.Offset = overlapped->Offset,
                        .OffsetHigh = overlapped->OffsetHigh,
                        .hEvent = (HANDLE)OVERLAPPED_QUIET};
    DWORD read;
    BOOL done = all && ReadFile(handle, all, size, &read, &quiet);
    if (done) {
        copy_pages(pages, all, (DWORD)quiet.InternalHigh, false);
        file_complete(overlapped, (NTSTATUS)quiet.Internal, (DWORD)quiet.InternalHigh);
        file_tell(file, overlapped);
        SetLastError(ERROR_IO_PENDING);
    }
    open_file_leave(file);
    free(all);
    return FALSE;
}

BOOL WINAPI FlushFileBuffers(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    bool is_console = file->kind == FILE_INPUT || file->kind == FILE_OUTPUT;
    bool writes = file->access & (FILE_WRITE_DATA | FILE_APPEND_DATA);
    NTSTATUS status = STATUS_SUCCESS;
    if (file->kind == FILE_PIPE_END && writes)
        status = pipe_end_flush(file);
    open_file_leave(file);
    if (!NT_SUCCESS(status))
        return error_if_failed((uint32_t)status);
    return (!is_console && writes) ||
           file_fails(is_console ? ERROR_INVALID_HANDLE : ERROR_ACCESS_DENIED);
}

BOOL WINAPI GetOverlappedResult(HANDLE file, LPOVERLAPPED overlapped, LPDWORD count, BOOL wait)
{
    (void)file;
    HANDLE event = overlapped_event(overlapped);
    const volatile ULONG_PTR *status = &overlapped->Internal;
    if (wait && event && *status == STATUS_PENDING)
        WaitForSingleObject(event, INFINITE); /* its owner may have set it, which is an end, too */
    while (wait && !event && *status == STATUS_PENDING)
        pipe_wait_change(pipe_changes(), GetTickCount64() + 2);
    if (!wait && *status == STATUS_PENDING)
        return file_fails(ERROR_IO_INCOMPLETE);
    *count = (DWORD)overlapped->InternalHigh;
    return error_if_failed((uint32_t)overlapped->Internal);
}
