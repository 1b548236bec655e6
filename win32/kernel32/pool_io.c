#include "win32/kernel32/pool_io.h"

#include "win32/fails.h"
#include "win32/files/open_files.h"
#include "win32/pool/callback.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>

/* A call that is done, and whose function was not called yet. */
struct completion {
    struct completion *next;
    void *overlapped;
    IO_STATUS_BLOCK result;
};

/* A file has it instead of a port. It stays as long as the file, so that it may outlive the
 * object. */
struct io_link {
    struct _TP_IO *io; /* NULL: the object is gone */
};

/* Calls that are started count as running ones, and each has a reference. */
struct _TP_IO {
    struct callback callback;
    struct io_link *link;
    unsigned started;
    struct completion *first, **last;
};

static struct completion *take_first(struct _TP_IO *io)
{
    pool_enter();
    struct completion *taken = io->first;
    if (taken && !(io->first = taken->next))
        io->last = &io->first;
    pool_leave();
    return taken;
}

static void free_all(struct completion *left)
{
    while (left) {
        struct completion *next = left->next;
        free(left);
        left = next;
    }
}

/* A completion may have been taken back since it became pending. */
static void call_win32(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    struct _TP_IO *io = (struct _TP_IO *)callback;
    struct completion *done = take_first(io);
    if (done)
        ((PTP_WIN32_IO_CALLBACK)(void *)callback->function)(
            instance, callback->context, done->overlapped,
            RtlNtStatusToDosError(done->result.Status), done->result.Information, io);
    free(done);
}

static void call_nt(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    struct _TP_IO *io = (struct _TP_IO *)callback;
    struct completion *done = take_first(io);
    if (done)
        ((PTP_IO_CALLBACK)(void *)callback->function)(instance, callback->context, done->overlapped,
                                                      &done->result, io);
    free(done);
}

static void end_io(struct callback *callback)
{
    struct _TP_IO *io = (struct _TP_IO *)callback;
    if (io->link)
        io->link->io = NULL;
    free_all(io->first);
}

static const struct callback_kind win32_kind = {.call = call_win32, .end = end_io},
                                  nt_kind = {.call = call_nt, .end = end_io};

/* So many calls are not started any more. With the pools' lock. */
static void end_started(struct _TP_IO *io, unsigned count)
{
    io->started -= count;
    io->callback.running -= count;
    callback_wake_if_settled(&io->callback);
    while (count--)
        callback_release(&io->callback);
}

/* ---------------------------------------------------------------- the file */

static void tell_io(struct open_file *file, void *value, NTSTATUS status, DWORD bytes)
{
    struct completion *done = malloc(sizeof *done);
    pool_enter();
    struct _TP_IO *io = ((struct io_link *)file->port->object)->io;
    bool is_told = done && io && io->started;
    if (is_told) {
        *done = (struct completion){NULL, value, {{status}, bytes}};
        *io->last = done;
        io->last = &done->next;
        callback_submit(&io->callback);
        end_started(io, 1);
    }
    pool_leave();
    if (!is_told)
        free(done);
}

static void end_link(void *object)
{
    struct io_link *link = object;
    pool_enter();
    if (link->io)
        link->io->link = NULL;
    pool_leave();
    free(link);
}

/* Has the file tell the object, by the link. Returns the last error. */
static DWORD join_link(HANDLE handle, struct io_link *link)
{
    struct open_file *file = open_file_use(handle, 0), *to = NULL;
    if (!file)
        return ERROR_INVALID_HANDLE;
    lock_take(&ram_lock);
    bool takes = file->flags & FILE_FLAG_OVERLAPPED && !file->port;
    if (takes && (to = open_file_make(FILE_OBJECT, NULL))) {
        to->object = link;
        to->end = end_link;
        file->port = to;
        file->completed = tell_io;
    }
    lock_release(&ram_lock);
    open_file_leave(file);
    return to ? ERROR_SUCCESS : takes ? ERROR_NOT_ENOUGH_MEMORY : ERROR_INVALID_PARAMETER;
}

/* ---------------------------------------------------------------- calls */

static PTP_IO make_io(HANDLE file, void *function, PVOID context,
                      const TP_CALLBACK_ENVIRON *environment, const struct callback_kind *kind)
{
    struct io_link *link = malloc(sizeof *link);
    struct _TP_IO *io =
        link ? callback_make(sizeof *io, kind, function, context, environment) : NULL;
    DWORD error = link ? GetLastError() : ERROR_NOT_ENOUGH_MEMORY;
    if (io) {
        io->last = &io->first;
        io->link = link;
        link->io = io;
        error = join_link(file, link);
        if (!error)
            return io;
        io->link = NULL;
        callback_close(&io->callback);
    }
    free(link);
    SetLastError(error);
    return NULL;
}

PTP_IO WINAPI CreateThreadpoolIo(HANDLE file, PTP_WIN32_IO_CALLBACK function, PVOID context,
                                 PTP_CALLBACK_ENVIRON environment)
{
    return make_io(file, (void *)function, context, environment, &win32_kind);
}

NTSTATUS NTAPI TpAllocIoCompletion(PTP_IO *made, HANDLE file, PTP_IO_CALLBACK function,
                                   PVOID context, PTP_CALLBACK_ENVIRON environment)
{
    DWORD before = GetLastError();
    *made = make_io(file, (void *)function, context, environment, &nt_kind);
    DWORD error = GetLastError();
    SetLastError(before);
    if (*made)
        return STATUS_SUCCESS;
    return (NTSTATUS)(error == ERROR_INVALID_HANDLE      ? STATUS_INVALID_HANDLE
                      : error == ERROR_INVALID_PARAMETER ? STATUS_INVALID_PARAMETER
                                                         : STATUS_NO_MEMORY);
}

VOID WINAPI StartThreadpoolIo(PTP_IO io)
{
    pool_enter();
    io->started++;
    io->callback.running++;
    io->callback.references++;
    pool_leave();
}

VOID WINAPI CancelThreadpoolIo(PTP_IO io)
{
    pool_enter();
    if (io->started)
        end_started(io, 1);
    pool_leave();
}

VOID WINAPI WaitForThreadpoolIoCallbacks(PTP_IO io, BOOL cancel)
{
    struct completion *left = NULL;
    pool_enter();
    if (cancel) {
        left = io->first;
        io->first = NULL;
        io->last = &io->first;
        end_started(io, io->started);
    }
    pool_leave();
    free_all(left);
    callback_await(&io->callback, cancel);
}

VOID WINAPI CloseThreadpoolIo(PTP_IO io)
{
    callback_close(&io->callback);
}
