#include "win32/files/mailslots.h"

#include "lib/name_order.h"
#include "win32/address_wait_calls.h"
#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/files/pipe_instance.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>
#include <string.h>
#include <sysinfoapi.h>
#include <winternl.h>

#define PLACE "\\\\.\\mailslot\\"

struct mailslot {
    struct mailslot *next; /* in the list of all that have a reader */
    const char *name;      /* behind PLACE */
    DWORD most, timeout;
    bool closed;    /* the reader is gone */
    unsigned users; /* open files */
    struct pipe_message *first, **last;
    DWORD count;
};

static struct mailslot *mailslots; /* with the lock of all files */

bool mailslot_is_name(const char *name)
{
    return name_compare_part(name, PLACE, sizeof PLACE - 1) == 0 && name[sizeof PLACE - 1];
}

/* With the lock held. */
static struct mailslot *find_slot(const char *name)
{
    struct mailslot *slot = mailslots;
    while (slot && name_compare(slot->name, name + sizeof PLACE - 1) != 0)
        slot = slot->next;
    return slot;
}

/* Opens an end of a slot, which gets a user. With the lock held. */
static struct open_file *open_end(enum file_kind kind, struct mailslot *slot, DWORD access)
{
    struct open_file *file = open_file_make(kind, NULL);
    if (file) {
        file->access = access;
        file->slot = slot;
        slot->users++;
    }
    return file;
}

HANDLE WINAPI CreateMailslotA(LPCSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security)
{
    (void)security;
    if (!name || !mailslot_is_name(name))
        return file_handle_fails(name ? ERROR_INVALID_NAME : ERROR_PATH_NOT_FOUND);
    const char *rest = name + sizeof PLACE - 1;
    struct mailslot *slot = calloc(1, sizeof *slot + strlen(rest) + 1);
    if (!slot)
        return file_handle_fails(ERROR_NOT_ENOUGH_MEMORY);
    slot->name = strcpy((char *)(slot + 1), rest);
    slot->most = size;
    slot->timeout = timeout;
    slot->last = &slot->first;
    lock_take(&ram_lock);
    bool is_new = !find_slot(name);
    struct open_file *file = is_new ? open_end(FILE_SLOT, slot, FILE_GENERIC_READ) : NULL;
    if (file) {
        slot->next = mailslots;
        mailslots = slot;
    }
    lock_release(&ram_lock);
    if (file)
        return open_file_publish(file);
    free(slot);
    return file_handle_fails(is_new ? ERROR_TOO_MANY_OPEN_FILES : ERROR_ALREADY_EXISTS);
}

HANDLE WINAPI CreateMailslotW(LPCWSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security)
{
    char narrow[FILE_NARROW_SIZE];
    return CreateMailslotA(name ? file_narrow(name, narrow) : NULL, size, timeout, security);
}

HANDLE mailslot_open(const char *name, DWORD access)
{
    lock_take(&ram_lock);
    struct mailslot *slot = find_slot(name);
    const DWORD reads = FILE_READ_DATA | FILE_EXECUTE; /* which no writer does */
    struct open_file *file = slot ? open_end(FILE_SLOT_WRITER, slot, access & ~reads) : NULL;
    lock_release(&ram_lock);
    if (!file)
        return file_handle_fails(slot ? ERROR_TOO_MANY_OPEN_FILES : ERROR_FILE_NOT_FOUND);
    HANDLE handle = open_file_publish(file);
    if (handle != INVALID_HANDLE_VALUE)
        SetLastError(ERROR_SUCCESS);
    return handle;
}

/* ---------------------------------------------------------------- messages */

/* Takes the message if it fits. STATUS_PENDING: there is none. */
static uint32_t take_message(struct mailslot *slot, char *to, DWORD size, LPDWORD done)
{
    lock_take(&ram_lock);
    struct pipe_message *message = slot->first;
    bool fits = message && message->size <= size;
    if (fits && !(slot->first = message->next))
        slot->last = &slot->first;
    slot->count -= fits;
    lock_release(&ram_lock);
    if (!fits)
        return message ? STATUS_BUFFER_TOO_SMALL : STATUS_PENDING;
    *done = message->size;
    memcpy(to, message->bytes, message->size);
    free(message);
    return STATUS_SUCCESS;
}

NTSTATUS mailslot_read(struct open_file *file, char *to, DWORD size, LPDWORD done)
{
    struct mailslot *slot = file->slot;
    uint64_t deadline = wait_deadline(slot->timeout);
    for (;;) {
        uint32_t seen = pipe_changes(), status = take_message(slot, to, size, done);
        if (status != STATUS_PENDING)
            return (NTSTATUS)status;
        if (GetTickCount64() >= deadline)
            return (NTSTATUS)STATUS_IO_TIMEOUT;
        pipe_wait_change(seen, deadline);
    }
}

NTSTATUS mailslot_write(struct open_file *file, const char *from, DWORD size, LPDWORD done)
{
    struct mailslot *slot = file->slot;
    if (slot->most && size > slot->most)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    struct pipe_message *message = malloc(sizeof *message + size);
    if (!message)
        return (NTSTATUS)STATUS_NO_MEMORY;
    *message = (struct pipe_message){.size = size};
    memcpy(message->bytes, from, size);
    struct pipe_message *unread = NULL;
    lock_take(&ram_lock);
    if (slot->closed) { /* a writer's handle may outlive the reader's */
        unread = message;
    } else {
        *slot->last = message;
        slot->last = &message->next;
        slot->count++;
    }
    lock_release(&ram_lock);
    if (unread) {
        free(unread);
        return (NTSTATUS)STATUS_FILE_FORCED_CLOSED;
    }
    pipe_tell_changed();
    *done = size;
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- what is told, and the end */

/* The open file of a reader's handle. NULL, with the last error. */
static struct open_file *use_reader(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file || file->kind == FILE_SLOT)
        return file;
    open_file_leave(file);
    fails(ERROR_INVALID_HANDLE);
    return NULL;
}

static void tell_number_at(LPDWORD place, DWORD value)
{
    if (place)
        *place = value;
}

BOOL WINAPI GetMailslotInfo(HANDLE handle, LPDWORD size, LPDWORD next, LPDWORD count,
                            LPDWORD timeout)
{
    struct open_file *file = use_reader(handle);
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    const struct mailslot slot = *file->slot;
    DWORD first = slot.first ? slot.first->size : MAILSLOT_NO_MESSAGE;
    lock_release(&ram_lock);
    open_file_leave(file);
    tell_number_at(size, slot.most);
    tell_number_at(next, first);
    tell_number_at(count, slot.count);
    tell_number_at(timeout, slot.timeout);
    return TRUE;
}

BOOL WINAPI SetMailslotInfo(HANDLE handle, DWORD timeout)
{
    struct open_file *file = use_reader(handle);
    if (!file)
        return FALSE;
    file->slot->timeout = timeout;
    open_file_leave(file);
    return TRUE;
}

struct mailslot *mailslot_leave(struct open_file *file)
{
    struct mailslot *slot = file->slot;
    if (file->kind == FILE_SLOT) {
        struct mailslot **place = &mailslots;
        while (*place != slot)
            place = &(*place)->next;
        *place = slot->next;
        slot->closed = true;
    }
    return --slot->users ? NULL : slot;
}

void mailslot_closed(struct mailslot *slot)
{
    if (slot)
        pipe_free_messages(slot->first);
    free(slot);
}
