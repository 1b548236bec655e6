/* Pipes with names, between the threads of the program: there is no other process. */
#include "win32/files/named_pipes.h"

#include "kernel/call/calls.h"
#include "lib/name_order.h"
#include "win32/address_wait_calls.h"
#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/files/pipe_instance.h"

#include <handleapi.h>
#include <namedpipeapi.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

#define ALL_MODES                                                                                  \
    (PIPE_NOWAIT | PIPE_READMODE_MESSAGE | PIPE_TYPE_MESSAGE | PIPE_REJECT_REMOTE_CLIENTS)
#define PLACE "\\\\.\\pipe\\"

enum { PLACE_LENGTH = sizeof PLACE - 1, LEAST_ROOM = 4096, USUAL_TIMEOUT = 50 };

bool named_pipe_is_name(const char *name)
{
    char start[PLACE_LENGTH + 1] = "";
    strncpy(start, name, PLACE_LENGTH);
    for (char *c = start; (c = strchr(c, '/'));)
        *c = '\\';
    return name_compare(start, PLACE) == 0 && name[PLACE_LENGTH];
}

static struct pipe_instance *next_of(const char *name, const struct pipe_instance *behind)
{
    return pipe_instance_next(name + PLACE_LENGTH, behind);
}

/* ---------------------------------------------------------------- making */

/* Whether one more instance goes with those that are there. Returns the last error. With the lock
 * held. */
static DWORD refusal_of(const char *name, const struct pipe_instance *made, bool is_first)
{
    DWORD count = 0;
    for (const struct pipe_instance *one = next_of(name, NULL); one; one = next_of(name, one)) {
        if (is_first || one->access != made->access || one->type != made->type)
            return ERROR_ACCESS_DENIED;
        if (++count >= one->most)
            return ERROR_PIPE_BUSY;
    }
    return ERROR_SUCCESS;
}

static DWORD rights_of(DWORD access)
{
    return (access & PIPE_ACCESS_INBOUND ? FILE_GENERIC_READ : 0) |
           (access & PIPE_ACCESS_OUTBOUND ? FILE_GENERIC_WRITE : 0) | SYNCHRONIZE;
}

/* The server's open file of a new instance; NULL, with the last error. */
static struct open_file *make_server(const char *name, struct pipe_instance *made, DWORD flags)
{
    struct open_file *file = NULL;
    lock_take(&ram_lock);
    DWORD error = refusal_of(name, made, flags & FILE_FLAG_FIRST_PIPE_INSTANCE);
    if (!error && !(file = open_file_make(FILE_PIPE_END, NULL)))
        error = ERROR_TOO_MANY_OPEN_FILES;
    if (file) {
        file->access = rights_of(made->access);
        file->flags = flags & FILE_FLAG_OVERLAPPED;
        file->instance = made;
        made->ends[PIPE_SERVER] = file;
        made->next = pipe_instances;
        pipe_instances = made;
    }
    lock_release(&ram_lock);
    if (error)
        fails(error);
    return file;
}

static DWORD room_of(DWORD size)
{
    return size < LEAST_ROOM ? LEAST_ROOM : size;
}

HANDLE WINAPI CreateNamedPipeA(LPCSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security)
{
    (void)security;
    DWORD both = access & PIPE_ACCESS_DUPLEX;
    if (!name || !named_pipe_is_name(name))
        return file_handle_fails(name && *name ? ERROR_INVALID_NAME : ERROR_PATH_NOT_FOUND);
    bool by_message = mode & PIPE_TYPE_MESSAGE;
    if (!both || !most || most > PIPE_UNLIMITED_INSTANCES || mode & ~ALL_MODES ||
        (mode & PIPE_READMODE_MESSAGE && !by_message))
        return file_handle_fails(ERROR_INVALID_PARAMETER);
    const char *rest = name + PLACE_LENGTH;
    struct pipe_instance *made = calloc(1, sizeof *made + strlen(rest) + 1);
    if (!made)
        return file_handle_fails(ERROR_NOT_ENOUGH_MEMORY);
    made->name = strcpy((char *)(made + 1), rest);
    made->access = both;
    made->type = mode & PIPE_TYPE_MESSAGE;
    made->most = most == PIPE_UNLIMITED_INSTANCES ? OPEN_FILES : most;
    made->timeout = timeout ? timeout : USUAL_TIMEOUT;
    made->modes[PIPE_SERVER] = mode & (PIPE_READMODE_MESSAGE | PIPE_NOWAIT);
    made->ways[PIPE_SERVER].room = room_of(in_size);
    made->ways[PIPE_CLIENT].room = room_of(out_size);
    pipe_empty(made);
    struct open_file *file = make_server(name, made, access);
    if (!file) {
        free(made);
        return INVALID_HANDLE_VALUE;
    }
    HANDLE handle = open_file_publish(file);
    pipe_tell_changed();
    return handle;
}

HANDLE WINAPI CreateNamedPipeW(LPCWSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security)
{
    char narrow[FILE_NARROW_SIZE];
    return CreateNamedPipeA(file_narrow(name, narrow), access, mode, most, out_size, in_size,
                            timeout, security);
}

/* ---------------------------------------------------------------- clients */

/* An instance of the name that waits for a client. With the lock held. */
static struct pipe_instance *free_one(const char *name)
{
    struct pipe_instance *one = next_of(name, NULL);
    while (one && one->state != PIPE_IS_LISTENING)
        one = next_of(name, one);
    return one;
}

HANDLE named_pipe_open(const char *name, DWORD access, DWORD flags)
{
    struct open_file *file = NULL, *server = NULL;
    LPOVERLAPPED connecting = NULL;
    lock_take(&ram_lock);
    struct pipe_instance *any = next_of(name, NULL), *one = free_one(name);
    DWORD error = !any ? ERROR_FILE_NOT_FOUND : !one ? ERROR_PIPE_BUSY : ERROR_SUCCESS;
    bool reads = access & FILE_READ_DATA, writes = access & FILE_WRITE_DATA;
    if (any && ((reads && !(any->access & PIPE_ACCESS_OUTBOUND)) ||
                (writes && !(any->access & PIPE_ACCESS_INBOUND))))
        error = ERROR_ACCESS_DENIED;
    if (!error && !(file = open_file_make(FILE_PIPE_END, NULL)))
        error = ERROR_TOO_MANY_OPEN_FILES;
    if (file) {
        file->access = access;
        file->flags = flags & FILE_FLAG_OVERLAPPED;
        file->instance = one;
        one->ends[PIPE_CLIENT] = file;
        one->modes[PIPE_CLIENT] = 0;
        one->state = PIPE_IS_CONNECTED;
        connecting = one->connecting;
        one->connecting = NULL;
        /* The server's end stays until its ConnectNamedPipe has been completed, without the lock.
         */
        if (connecting && (server = one->ends[PIPE_SERVER]))
            server->users++;
    }
    lock_release(&ram_lock);
    if (error)
        return file_handle_fails(error);
    if (server) {
        file_complete(connecting, 0, 0);
        file_tell(server, connecting);
        open_file_leave(server);
    }
    HANDLE handle = open_file_publish(file);
    pipe_tell_changed();
    return handle;
}

BOOL WINAPI WaitNamedPipeA(LPCSTR name, DWORD timeout)
{
    enum { BY_DEFAULT = 0 };
    if (!name || !named_pipe_is_name(name))
        return fails(ERROR_INVALID_NAME);
    for (uint64_t deadline = 0;;) {
        uint32_t seen = pipe_changes();
        lock_take(&ram_lock);
        const struct pipe_instance *any = next_of(name, NULL);
        bool is_free = free_one(name);
        DWORD usual = any ? any->timeout : 0;
        lock_release(&ram_lock);
        if (is_free || !any)
            return is_free || fails(ERROR_FILE_NOT_FOUND);
        if (!deadline)
            deadline = wait_deadline(timeout == BY_DEFAULT ? usual : timeout);
        if (deadline <= GetTickCount64())
            return fails(ERROR_SEM_TIMEOUT);
        pipe_wait_change(seen, deadline);
    }
}

BOOL WINAPI WaitNamedPipeW(LPCWSTR name, DWORD timeout)
{
    char narrow[FILE_NARROW_SIZE];
    return WaitNamedPipeA(file_narrow(name, narrow), timeout);
}

/* ---------------------------------------------------------------- servers */

/* Has a server wait for a client. Returns the last error; ERROR_SUCCESS: a caller without a
 * structure waits now. With the lock held. */
static DWORD listen_at(struct open_file *file, LPOVERLAPPED overlapped)
{
    struct pipe_instance *instance = file->instance;
    if (!instance || pipe_side_of(file) != PIPE_SERVER)
        return ERROR_INVALID_FUNCTION;
    if (instance->state == PIPE_IS_CONNECTED)
        return instance->ends[PIPE_CLIENT] ? ERROR_PIPE_CONNECTED : ERROR_NO_DATA;
    bool is_new = instance->state == PIPE_IS_DISCONNECTED;
    instance->state = PIPE_IS_LISTENING;
    if (instance->modes[PIPE_SERVER] & PIPE_NOWAIT)
        return is_new ? ERROR_NO_MORE_ITEMS : ERROR_PIPE_LISTENING;
    if (!overlapped || !(file->flags & FILE_FLAG_OVERLAPPED))
        return ERROR_SUCCESS;
    instance->connecting = overlapped;
    return ERROR_IO_PENDING;
}

/* Waits while a server listens. */
static void wait_for_client(const struct open_file *file)
{
    for (bool listens = true; listens;) {
        uint32_t seen = pipe_changes();
        lock_take(&ram_lock);
        listens = file->instance && file->instance->state == PIPE_IS_LISTENING;
        lock_release(&ram_lock);
        if (listens)
            pipe_wait_change(seen, WAIT_FOREVER);
    }
}

BOOL WINAPI ConnectNamedPipe(HANDLE pipe, LPOVERLAPPED overlapped)
{
    struct open_file *file = pipe_end_use(pipe);
    if (!file)
        return FALSE;
    if (overlapped && file->flags & FILE_FLAG_OVERLAPPED)
        pipe_begin_waiting(overlapped);
    lock_take(&ram_lock);
    DWORD error = listen_at(file, overlapped);
    lock_release(&ram_lock);
    pipe_tell_changed();
    if (!error)
        wait_for_client(file);
    open_file_leave(file);
    /* A server that does not wait listens again without an error. */
    return !error || error == ERROR_NO_MORE_ITEMS || fails(error);
}

/* One look at what the other end has not read. STATUS_PENDING: it has to read. With the lock
 * held. */
static NTSTATUS try_flush(const struct open_file *file, bool has_waited)
{
    const struct pipe_instance *instance = file->instance;
    if (!instance || (has_waited && instance->state == PIPE_IS_DISCONNECTED))
        return (NTSTATUS)STATUS_PIPE_DISCONNECTED;
    enum pipe_side reader = !pipe_side_of(file);
    const struct pipe_way *way = &instance->ways[reader];
    if (instance->type & PIPE_TYPE_MESSAGE ? !way->first : !way->count)
        return STATUS_SUCCESS;
    if (instance->ends[reader])
        return STATUS_PENDING;
    return (NTSTATUS)(has_waited ? STATUS_PIPE_BROKEN : STATUS_SUCCESS);
}

NTSTATUS pipe_end_flush(const struct open_file *file)
{
    for (bool has_waited = false;; has_waited = true) {
        uint32_t seen = pipe_changes();
        lock_take(&ram_lock);
        NTSTATUS status = try_flush(file, has_waited);
        lock_release(&ram_lock);
        if (status != (NTSTATUS)STATUS_PENDING)
            return status;
        pipe_wait_change(seen, WAIT_FOREVER);
    }
}

BOOL WINAPI DisconnectNamedPipe(HANDLE pipe)
{
    struct open_file *file = pipe_end_use(pipe);
    if (!file)
        return FALSE;
    struct pipe_message *messages = NULL;
    struct pipe_read *reads[PIPE_SIDES] = {NULL};
    lock_take(&ram_lock);
    struct pipe_instance *instance = file->instance;
    bool is_server = instance && pipe_side_of(file) == PIPE_SERVER;
    DWORD error = !is_server                                ? ERROR_INVALID_FUNCTION
                  : instance->state == PIPE_IS_DISCONNECTED ? ERROR_PIPE_NOT_CONNECTED
                                                            : ERROR_SUCCESS;
    if (!error) {
        for (unsigned side = 0; side < PIPE_SIDES; side++)
            reads[side] =
                pipe_take_reads(&instance->ways[side], NULL, (NTSTATUS)STATUS_PIPE_DISCONNECTED);
        /* The client's handle stays, and its calls fail. Bytes that it has not read are lost. */
        if (instance->ends[PIPE_CLIENT])
            instance->ends[PIPE_CLIENT]->instance = NULL;
        instance->ends[PIPE_CLIENT] = NULL;
        instance->state = PIPE_IS_DISCONNECTED;
        messages = pipe_empty(instance);
    }
    lock_release(&ram_lock);
    pipe_free_messages(messages);
    for (unsigned side = 0; side < PIPE_SIDES; side++)
        pipe_finish_reads(reads[side]);
    pipe_tell_changed();
    open_file_leave(file);
    return !error || fails(error);
}

bool named_pipe_cancel(struct open_file *file, const OVERLAPPED *only)
{
    struct pipe_read *reads = NULL;
    LPOVERLAPPED connecting = NULL;
    if (file->kind != FILE_PIPE_END)
        return false;
    lock_take(&ram_lock);
    struct pipe_instance *instance = file->instance;
    if (instance) {
        enum pipe_side side = pipe_side_of(file);
        reads = pipe_take_reads(&instance->ways[side], only, (NTSTATUS)STATUS_CANCELLED);
        if (side == PIPE_SERVER && (!only || instance->connecting == only)) {
            connecting = instance->connecting;
            instance->connecting = NULL;
        }
    }
    lock_release(&ram_lock);
    bool found = reads || connecting;
    if (connecting) {
        file_complete(connecting, (NTSTATUS)STATUS_CANCELLED, 0);
        file_tell(file, connecting);
    }
    pipe_finish_reads(reads);
    return found;
}
