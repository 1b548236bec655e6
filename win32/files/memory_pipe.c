/* CreatePipe and PeekNamedPipe, and what goes through pipes. */
#include "win32/files/memory_pipe.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/host.h"
#include "win32/files/pipe_instance.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <namedpipeapi.h>
#include <stdlib.h>
#include <winternl.h>

enum { USUAL_SIZE = 4096 };

struct memory_pipe {
    struct open_file *ends[2]; /* the reader's and the writer's; NULL: closed */
    DWORD size, first, count;  /* of the ring, and of the bytes in it */
    char bytes[];
};

enum { READER, WRITER };

/* Changes with each step of any pipe. A thread that has found nothing to do waits for that. */
static uint32_t changes;

static void tell_changed(void)
{
    __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
    sys_address_wake(&changes, UINT32_MAX);
}

/* The byte of the ring that is so far behind the first one that is read next. */
static char *place_in_pipe(struct memory_pipe *pipe, DWORD behind)
{
    return &pipe->bytes[(pipe->first + behind) % pipe->size];
}

static void copy_next(struct memory_pipe *pipe, char *to, DWORD size)
{
    for (DWORD i = 0; i < size; i++)
        to[i] = *place_in_pipe(pipe, i);
}

static void take_bytes(struct memory_pipe *pipe, char *to, DWORD size)
{
    copy_next(pipe, to, size);
    pipe->first = (pipe->first + size) % pipe->size;
    pipe->count -= size;
}

static void put_bytes(struct memory_pipe *pipe, const char *from, DWORD size)
{
    for (DWORD i = 0; i < size; i++)
        *place_in_pipe(pipe, pipe->count + i) = from[i];
    pipe->count += size;
}

/* Reads as many bytes as there are, or, for NULL, writes as many as have room, at most *size, which
 * becomes their number. STATUS_PENDING: none now. With the lock held. */
static NTSTATUS step(struct memory_pipe *pipe, char *to, const char *from, DWORD *size)
{
    DWORD most = to ? pipe->count : pipe->size - pipe->count;
    if (!pipe->ends[to ? WRITER : READER] && (!to || !most))
        return (NTSTATUS)(to ? STATUS_PIPE_BROKEN : STATUS_PIPE_CLOSING);
    *size = *size < most ? *size : most;
    if (to)
        take_bytes(pipe, to, *size);
    else
        put_bytes(pipe, from, *size);
    return (NTSTATUS)(*size ? STATUS_SUCCESS : STATUS_PENDING);
}

/* One step, which is waited for. */
static NTSTATUS move(struct open_file *file, char *to, const char *from, DWORD *size)
{
    for (;;) {
        DWORD part = *size;
        uint32_t seen = __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
        lock_take(&ram_lock);
        NTSTATUS status = step(file->pipe, to, from, &part);
        lock_release(&ram_lock);
        if (status != (NTSTATUS)STATUS_PENDING) {
            *size = NT_SUCCESS(status) ? part : 0;
            tell_changed();
            return status;
        }
        sys_address_wait(&changes, seen, WAIT_FOREVER);
    }
}

NTSTATUS memory_pipe_read(struct open_file *file, char *to, DWORD size, DWORD *done)
{
    *done = size;
    if (!size)
        return STATUS_SUCCESS;
    return move(file, to, NULL, done);
}

NTSTATUS memory_pipe_write(struct open_file *file, const char *from, DWORD size, DWORD *done)
{
    NTSTATUS status = STATUS_SUCCESS;
    for (*done = 0; *done < size && NT_SUCCESS(status);) {
        DWORD part = size - *done;
        status = move(file, NULL, from + *done, &part);
        *done += part;
    }
    return status;
}

/* ---------------------------------------------------------------- making and closing */

struct memory_pipe *memory_pipe_leave(struct open_file *file)
{
    struct memory_pipe *pipe = file->pipe;
    pipe->ends[file->kind == FILE_PIPE_WRITER ? WRITER : READER] = NULL;
    return pipe->ends[READER] || pipe->ends[WRITER] ? NULL : pipe;
}

void memory_pipe_closed(struct memory_pipe *pipe)
{
    free(pipe);
    tell_changed();
}

/* Returns an end's open file, or NULL. With the lock held. */
static struct open_file *make_end(struct memory_pipe *pipe, unsigned which)
{
    struct open_file *file =
        open_file_make(which == READER ? FILE_PIPE_READER : FILE_PIPE_WRITER, NULL);
    if (file) {
        file->pipe = pipe;
        file->access = which == READER ? FILE_GENERIC_READ : FILE_GENERIC_WRITE;
    }
    return pipe->ends[which] = file;
}

BOOL WINAPI CreatePipe(PHANDLE reader, PHANDLE writer, LPSECURITY_ATTRIBUTES security, DWORD size)
{
    struct memory_pipe *pipe;
    (void)security;
    if (!size)
        size = USUAL_SIZE;
    if (size > INT32_MAX || !(pipe = malloc(sizeof *pipe + size)))
        return file_fails(ERROR_NOT_ENOUGH_MEMORY);
    *pipe = (struct memory_pipe){.size = size};
    lock_take(&ram_lock);
    struct open_file *one = make_end(pipe, READER), *other = one ? make_end(pipe, WRITER) : NULL;
    lock_release(&ram_lock);
    if (!one)
        free(pipe);
    else if (!other)
        open_file_leave(one); /* and the pipe goes with it */
    if (!other)
        return file_fails(ERROR_TOO_MANY_OPEN_FILES);
    HANDLE first = open_file_publish(one), second = open_file_publish(other);
    if (first != INVALID_HANDLE_VALUE && second != INVALID_HANDLE_VALUE) {
        *reader = first;
        *writer = second;
        return TRUE;
    }
    DWORD error = GetLastError();
    CloseHandle(first == INVALID_HANDLE_VALUE ? second : first);
    return file_fails(error);
}

/* ---------------------------------------------------------------- looking */

/* Copies the next bytes, at most *size, which becomes their number. *left becomes what the message
 * has behind them. Returns the last error. */
static DWORD look(const struct open_file *file, char *to, DWORD *size, DWORD *all, DWORD *left)
{
    DWORD error = ERROR_SUCCESS;
    if (file->kind == FILE_PIPE_END)
        return pipe_end_look(file, to, size, all, left);
    if (file->kind == FILE_PIPE) {
        *all = (DWORD)lib_host.read(NULL, 0);
        return *size ? ERROR_NOT_SUPPORTED : ERROR_SUCCESS;
    }
    if (file->kind != FILE_PIPE_READER)
        return ERROR_INVALID_FUNCTION;
    lock_take(&ram_lock);
    struct memory_pipe *pipe = file->pipe;
    *all = pipe->count;
    *size = *size < *all ? *size : *all;
    if (!*all && !pipe->ends[WRITER])
        error = ERROR_BROKEN_PIPE;
    else if (*size)
        copy_next(pipe, to, *size);
    lock_release(&ram_lock);
    return error;
}

BOOL WINAPI PeekNamedPipe(HANDLE handle, LPVOID buffer, DWORD size, LPDWORD done, LPDWORD all,
                          LPDWORD left)
{
    struct open_file *file = open_file_use(handle, FILE_READ_DATA);
    DWORD count = buffer ? size : 0, in_pipe = 0, in_message = 0;
    if (!file)
        return FALSE;
    DWORD error = look(file, buffer, &count, &in_pipe, &in_message);
    open_file_leave(file);
    if (error)
        return file_fails(error);
    if (done)
        *done = count;
    if (all)
        *all = in_pipe;
    if (left)
        *left = in_message;
    return TRUE;
}
