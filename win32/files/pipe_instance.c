#include "win32/files/pipe_instance.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/name_order.h"

#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <winerror.h>
#include <winternl.h>

struct pipe_instance *pipe_instances;

struct pipe_instance *pipe_instance_next(const char *name, const struct pipe_instance *behind)
{
    struct pipe_instance *one = behind ? behind->next : pipe_instances;
    while (one && name_compare(one->name, name) != 0)
        one = one->next;
    return one;
}

static uint32_t changes;

uint32_t pipe_changes(void)
{
    return __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
}

void pipe_tell_changed(void)
{
    __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
    sys_address_wake(&changes, UINT32_MAX);
}

void pipe_wait_change(uint32_t seen, uint64_t deadline)
{
    sys_address_wait(&changes, seen, deadline);
}

enum pipe_side pipe_side_of(const struct open_file *file)
{
    return file->instance->ends[PIPE_SERVER] == file ? PIPE_SERVER : PIPE_CLIENT;
}

struct open_file *pipe_end_use(HANDLE pipe)
{
    struct open_file *file = open_file_use(pipe, 0);
    if (file && file->kind != FILE_PIPE_END) {
        open_file_leave(file);
        file_fails(ERROR_INVALID_FUNCTION);
        return NULL;
    }
    return file;
}

/* ---------------------------------------------------------------- messages */

struct pipe_message *pipe_empty(struct pipe_instance *instance)
{
    struct pipe_message *all = NULL;
    for (unsigned side = 0; side < PIPE_SIDES; side++) {
        struct pipe_way *way = &instance->ways[side];
        if (way->first) {
            *way->last = all;
            all = way->first;
        }
        way->first = NULL;
        way->last = &way->first;
        way->count = 0;
    }
    return all;
}

void pipe_free_messages(struct pipe_message *messages)
{
    while (messages) {
        struct pipe_message *next = messages->next;
        free(messages);
        messages = next;
    }
}

static void put_message(struct pipe_way *way, struct pipe_message *message)
{
    *way->last = message;
    way->last = &message->next;
    way->count += message->size;
}

/* Takes bytes of the first message, and the message itself when it has no more. */
static DWORD take_part(struct pipe_way *way, char *to, DWORD size, struct pipe_message **spent)
{
    struct pipe_message *message = way->first;
    DWORD left = message->size - message->taken, part = size < left ? size : left;
    memcpy(to, message->bytes + message->taken, part);
    message->taken += part;
    way->count -= part;
    if (part == left) {
        if (!(way->first = message->next))
            way->last = &way->first;
        message->next = *spent;
        *spent = message;
    }
    return part;
}

/* Takes a message, or as many bytes as there are. */
static NTSTATUS take_for(struct pipe_way *way, bool by_message, char *to, DWORD size, LPDWORD done,
                         struct pipe_message **spent)
{
    *done = 0;
    if (by_message) {
        bool is_longer = way->first->size - way->first->taken > size;
        *done = take_part(way, to, size, spent);
        return (NTSTATUS)(is_longer ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS);
    }
    while (way->first && *done < size)
        *done += take_part(way, to + *done, size - *done, spent);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- reads that wait */

/* Adds a read to a list, and a user to its file, if it has one. */
static void add_finished(struct pipe_read **finished, struct pipe_read *read)
{
    if (read->file)
        read->file->users++;
    while (*finished)
        finished = &(*finished)->next;
    read->next = NULL;
    *finished = read;
}

/* Gives the messages to the reads that wait for them. */
static struct pipe_read *serve_reads(struct pipe_way *way, bool by_message,
                                     struct pipe_message **spent)
{
    struct pipe_read *finished = NULL;
    while (way->reads && way->first) {
        struct pipe_read *read = way->reads;
        way->reads = read->next;
        read->status = take_for(way, by_message, read->to, read->size, &read->done, spent);
        add_finished(&finished, read);
    }
    return finished;
}

struct pipe_read *pipe_take_reads(struct pipe_way *way, const OVERLAPPED *only, NTSTATUS status)
{
    struct pipe_read *finished = NULL, **place = &way->reads;
    while (*place) {
        struct pipe_read *read = *place;
        if (only && read->overlapped != only) {
            place = &read->next;
            continue;
        }
        *place = read->next;
        read->status = status;
        add_finished(&finished, read);
    }
    return finished;
}

void pipe_finish_reads(struct pipe_read *reads)
{
    while (reads) {
        struct pipe_read *read = reads;
        struct open_file *file = read->file;
        bool is_quiet = overlapped_is_quiet(read->overlapped);
        reads = read->next;
        file_complete(read->overlapped, read->status, read->done);
        if (file && !is_quiet)
            file_tell(file, read->overlapped);
        if (file)
            open_file_leave(file);
        free(read);
    }
}

/* ---------------------------------------------------------------- reading and writing */

/* Why an end cannot be used; STATUS_SUCCESS: it can. With the lock held. */
static NTSTATUS end_status(const struct open_file *file)
{
    const struct pipe_instance *instance = file->instance;
    if (!instance || instance->state == PIPE_IS_DISCONNECTED)
        return (NTSTATUS)STATUS_PIPE_DISCONNECTED;
    return (NTSTATUS)(instance->state == PIPE_IS_LISTENING ? STATUS_PIPE_LISTENING
                                                           : STATUS_SUCCESS);
}

/* One try of a read. STATUS_PENDING: there is nothing, and a read that is given waits for it now.
 * With the lock held. */
static NTSTATUS try_read(struct open_file *file, struct pipe_read *read,
                         struct pipe_message **spent)
{
    NTSTATUS status = end_status(file);
    if (!NT_SUCCESS(status))
        return status;
    struct pipe_instance *instance = file->instance;
    enum pipe_side side = pipe_side_of(file);
    struct pipe_way *way = &instance->ways[side];
    if (way->first)
        return take_for(way, instance->modes[side] & PIPE_READMODE_MESSAGE, read->to, read->size,
                        &read->done, spent);
    if (!instance->ends[!side])
        return (NTSTATUS)STATUS_PIPE_BROKEN;
    if (instance->modes[side] & PIPE_NOWAIT)
        return (NTSTATUS)STATUS_PIPE_EMPTY;
    if (read->overlapped) {
        struct pipe_read **last = &way->reads;
        while (*last)
            last = &(*last)->next;
        *last = read;
    }
    return STATUS_PENDING;
}

void pipe_begin_waiting(LPOVERLAPPED overlapped)
{
    HANDLE event = overlapped_event(overlapped);
    overlapped->Internal = STATUS_PENDING;
    if (event)
        ResetEvent(event);
}

/* A read that is known to the end is freed when it is finished. */
NTSTATUS pipe_end_read(struct open_file *file, char *to, DWORD size, LPDWORD done,
                       LPOVERLAPPED overlapped)
{
    struct pipe_message *spent = NULL;
    bool by_itself = overlapped && file->flags & FILE_FLAG_OVERLAPPED;
    struct pipe_read own = {.file = file, .to = to, .size = size}, *read = &own;
    if (by_itself) {
        if (!(read = malloc(sizeof *read)))
            return (NTSTATUS)STATUS_NO_MEMORY;
        *read = own;
        read->overlapped = overlapped;
        pipe_begin_waiting(overlapped);
    }
    for (;;) {
        uint32_t seen = pipe_changes();
        lock_take(&ram_lock);
        NTSTATUS status = try_read(file, read, &spent);
        DWORD count = status == (NTSTATUS)STATUS_PENDING ? 0 : read->done;
        lock_release(&ram_lock);
        if (status == (NTSTATUS)STATUS_PENDING && !by_itself) {
            pipe_wait_change(seen, WAIT_FOREVER);
            continue;
        }
        *done = count;
        if (by_itself && status != (NTSTATUS)STATUS_PENDING)
            free(read);
        pipe_free_messages(spent);
        pipe_tell_changed();
        return status;
    }
}

/* One try of a write. STATUS_PENDING: there is no room. With the lock held. */
static NTSTATUS try_write(struct open_file *file, struct pipe_message *message,
                          struct pipe_message **spent, struct pipe_read **finished)
{
    NTSTATUS status = end_status(file);
    if (!NT_SUCCESS(status))
        return status;
    struct pipe_instance *instance = file->instance;
    enum pipe_side side = pipe_side_of(file), reader = !side;
    struct pipe_way *way = &instance->ways[reader];
    if (!instance->ends[reader])
        return (NTSTATUS)STATUS_PIPE_CLOSING;
    bool waits = !(instance->modes[side] & PIPE_NOWAIT) && !(file->flags & FILE_FLAG_OVERLAPPED);
    if (way->count && way->count + message->size > way->room)
        return (NTSTATUS)(waits ? STATUS_PENDING : STATUS_PIPE_EMPTY);
    put_message(way, message);
    *finished = serve_reads(way, instance->modes[reader] & PIPE_READMODE_MESSAGE, spent);
    return STATUS_SUCCESS;
}

NTSTATUS pipe_end_write(struct open_file *file, const char *from, DWORD size, LPDWORD done)
{
    struct pipe_message *message = malloc(sizeof *message + size), *spent = NULL;
    struct pipe_read *finished = NULL;
    NTSTATUS status;
    *done = 0;
    if (!message)
        return (NTSTATUS)STATUS_NO_MEMORY;
    *message = (struct pipe_message){.size = size};
    memcpy(message->bytes, from, size);
    for (;;) {
        uint32_t seen = pipe_changes();
        lock_take(&ram_lock);
        status = try_write(file, message, &spent, &finished);
        lock_release(&ram_lock);
        if (status != (NTSTATUS)STATUS_PENDING)
            break;
        pipe_wait_change(seen, WAIT_FOREVER);
    }
    if (NT_SUCCESS(status))
        *done = size;
    else
        free(message);
    pipe_free_messages(spent);
    pipe_finish_reads(finished);
    pipe_tell_changed();
    /* An end that does not wait writes nothing where there is no room, and says so by its count. */
    return status == (NTSTATUS)STATUS_PIPE_EMPTY ? (NTSTATUS)STATUS_SUCCESS : status;
}

DWORD pipe_end_look(const struct open_file *file, char *to, DWORD *size, DWORD *all, DWORD *left)
{
    DWORD room = *size;
    lock_take(&ram_lock);
    NTSTATUS status = end_status(file);
    *size = *all = *left = 0;
    if (NT_SUCCESS(status)) {
        const struct pipe_instance *instance = file->instance;
        enum pipe_side side = pipe_side_of(file);
        const struct pipe_message *message = instance->ways[side].first;
        bool by_message = instance->modes[side] & PIPE_READMODE_MESSAGE;
        if (!message && !instance->ends[!side])
            status = (NTSTATUS)STATUS_PIPE_BROKEN;
        *all = instance->ways[side].count;
        if (message && by_message)
            *left = message->size - message->taken;
        /* A reader by messages sees the first one alone, all others the bytes of all. */
        while (message && *size < room) {
            DWORD rest = message->size - message->taken, part = min(rest, room - *size);
            memcpy(to + *size, message->bytes + message->taken, part);
            *size += part;
            *left -= by_message ? part : 0;
            message = by_message ? NULL : message->next;
        }
    }
    lock_release(&ram_lock);
    if (NT_SUCCESS(status))
        return ERROR_SUCCESS;
    return status == (NTSTATUS)STATUS_PIPE_BROKEN ? ERROR_BROKEN_PIPE : ERROR_BAD_PIPE;
}

/* ---------------------------------------------------------------- closing */

struct pipe_leaving pipe_end_leave(struct open_file *file)
{
    struct pipe_leaving leaving = {.instance = NULL};
    struct pipe_instance *instance = file->instance;
    if (!instance)
        return leaving;
    enum pipe_side side = pipe_side_of(file);
    struct pipe_way *ways = instance->ways;
    for (struct pipe_read *read = ways[side].reads; read; read = read->next)
        read->file = NULL;
    leaving.own = pipe_take_reads(&ways[side], NULL, (NTSTATUS)STATUS_PIPE_BROKEN);
    leaving.reads = pipe_take_reads(&ways[!side], NULL, (NTSTATUS)STATUS_PIPE_BROKEN);
    instance->ends[side] = NULL;
    if (side == PIPE_SERVER) {
        leaving.connecting = instance->connecting;
        for (struct pipe_instance **place = &pipe_instances; *place; place = &(*place)->next)
            if (*place == instance) {
                *place = instance->next;
                break;
            }
    }
    if (!instance->ends[PIPE_SERVER] && !instance->ends[PIPE_CLIENT])
        leaving.instance = instance;
    return leaving;
}

void pipe_end_closed(struct pipe_leaving leaving)
{
    pipe_finish_reads(leaving.own);
    pipe_finish_reads(leaving.reads);
    if (leaving.connecting)
        file_complete(leaving.connecting, (NTSTATUS)STATUS_CANCELLED, 0);
    if (leaving.instance) {
        pipe_free_messages(pipe_empty(leaving.instance));
        free(leaving.instance);
    }
    pipe_tell_changed();
}
