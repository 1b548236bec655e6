#include "win32/kernel32/completion_ports.h"

#include "seh_emul/error_codes.h"
#include "win32/fails.h"
#include "win32/files/folder_changes.h"
#include "win32/files/named_pipes.h"
#include "win32/files/open_files.h"

#include <handleapi.h>
#include <ioapiset.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <synchapi.h>
#include <winnt.h>
#include <winternl.h>

struct packet {
    struct packet *next;
    OVERLAPPED_ENTRY entry;
};

struct port {
    struct lock lock; /* of all the rest */
    struct packet *first, **last;
    HANDLE filled;    /* a semaphore: the packets, and once the port is closed its waiters */
    unsigned waiters; /* calls that wait, or are about to */
    bool closed;
};

/* Frees a port that is closed and has no waiters. */
static void free_port(struct port *port)
{
    while (port->first) {
        struct packet *packet = port->first;
        port->first = packet->next;
        free(packet);
    }
    CloseHandle(port->filled);
    free(port);
}

/* The port is closed. Its waiters go on, and the last one of them frees it. */
void port_end(void *object)
{
    struct port *port = object;
    lock_take(&port->lock);
    unsigned waiters = port->waiters;
    port->closed = true;
    if (waiters)
        ReleaseSemaphore(port->filled, (LONG)waiters, NULL);
    lock_release(&port->lock);
    if (!waiters)
        free_port(port);
}

/* Makes the caller a waiter of a port, whose handle others may close meanwhile. NULL, with the last
 * error. */
static struct port *begin_wait(HANDLE handle)
{
    struct open_file *file = open_object_use(handle, port_end);
    if (!file)
        return NULL;
    struct port *port = file->object;
    lock_take(&port->lock);
    port->waiters++;
    lock_release(&port->lock);
    open_file_leave(file);
    return port;
}

/* Returns whether the port is open still. */
static bool end_wait(struct port *port)
{
    lock_take(&port->lock);
    bool is_open = !port->closed, is_last = --port->waiters == 0;
    lock_release(&port->lock);
    if (!is_open && is_last)
        free_port(port);
    return is_open;
}

static BOOL put_packet(struct port *port, OVERLAPPED_ENTRY entry)
{
    struct packet *packet = malloc(sizeof *packet);
    if (!packet)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    *packet = (struct packet){.entry = entry};
    lock_take(&port->lock);
    *port->last = packet;
    port->last = &packet->next;
    lock_release(&port->lock);
    return ReleaseSemaphore(port->filled, 1, NULL);
}

/* Takes the oldest packet, which the caller's wait has counted. Returns false: the port is
 * closed. */
static bool take_packet(struct port *port, OVERLAPPED_ENTRY *entry)
{
    lock_take(&port->lock);
    struct packet *packet = port->closed ? NULL : port->first;
    if (packet && !(port->first = packet->next))
        port->last = &port->first;
    lock_release(&port->lock);
    if (packet)
        *entry = packet->entry;
    free(packet);
    return packet != NULL;
}

BOOL port_put(HANDLE handle, const OVERLAPPED_ENTRY *entry)
{
    struct open_file *file = open_object_use(handle, port_end);
    if (!file)
        return FALSE;
    BOOL done = put_packet(file->object, *entry);
    open_file_leave(file);
    return done;
}

BOOL port_depth(HANDLE handle, LONG *depth)
{
    struct open_file *file = open_object_use(handle, port_end);
    if (!file)
        return FALSE;
    struct port *port = file->object;
    *depth = 0;
    lock_take(&port->lock);
    for (const struct packet *packet = port->first; packet; packet = packet->next)
        ++*depth;
    lock_release(&port->lock);
    open_file_leave(file);
    return TRUE;
}

void port_tell(HANDLE handle, void *value, NTSTATUS status, DWORD bytes)
{
    struct open_file *file = open_file_use(handle, 0);
    if (file && file->completed && !file->tells_failures)
        file->completed(file, value, status, bytes);
    if (file)
        open_file_leave(file);
}

static void tell_port(struct open_file *file, void *value, NTSTATUS status, DWORD bytes)
{
    put_packet(file->port->object,
               (OVERLAPPED_ENTRY){file->port_key, value, (ULONG_PTR)status, bytes});
}

static HANDLE new_port(void)
{
    struct port *port = calloc(1, sizeof *port);
    if (port && (port->filled = CreateSemaphoreA(NULL, 0, MAXLONG, NULL))) {
        port->last = &port->first;
        HANDLE handle = open_object_publish(port, port_end);
        return handle == INVALID_HANDLE_VALUE ? NULL : handle;
    }
    free(port);
    fails(ERROR_NOT_ENOUGH_MEMORY);
    return NULL;
}

/* Has the file tell its port. Returns the last error. */
static DWORD join(HANDLE handle, HANDLE port, ULONG_PTR key)
{
    struct open_file *file = open_file_use(handle, 0), *to = NULL;
    if (!file || !(to = open_object_use(port, port_end))) {
        if (file)
            open_file_leave(file);
        return ERROR_INVALID_HANDLE;
    }
    lock_take(&ram_lock);
    bool takes = file->flags & FILE_FLAG_OVERLAPPED && !file->port;
    if (takes) {
        file->port = to;
        file->port_key = key;
        file->completed = tell_port;
    }
    lock_release(&ram_lock);
    if (!takes)
        open_file_leave(to);
    open_file_leave(file);
    return takes ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER;
}

HANDLE WINAPI CreateIoCompletionPort(HANDLE file, HANDLE port, ULONG_PTR key, DWORD threads)
{
    (void)threads;
    if (file == INVALID_HANDLE_VALUE && port) {
        fails(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    HANDLE made = port ? port : new_port();
    if (!made || file == INVALID_HANDLE_VALUE)
        return made;
    DWORD error = join(file, made, key);
    if (!error)
        return made;
    if (!port)
        CloseHandle(made);
    SetLastError(error);
    return NULL;
}

BOOL WINAPI PostQueuedCompletionStatus(HANDLE handle, DWORD bytes, ULONG_PTR key,
                                       LPOVERLAPPED overlapped)
{
    return port_put(handle, &(OVERLAPPED_ENTRY){key, overlapped, 0, bytes});
}

BOOL WINAPI GetQueuedCompletionStatusEx(HANDLE handle, LPOVERLAPPED_ENTRY entries, ULONG room,
                                        PULONG count, DWORD timeout, BOOL alertable)
{
    struct port *port = room ? begin_wait(handle) : NULL;
    if (!port)
        return room ? FALSE : fails(ERROR_INVALID_PARAMETER);
    *count = 0;
    DWORD waited = WaitForSingleObjectEx(port->filled, timeout, alertable);
    while (waited == WAIT_OBJECT_0 && take_packet(port, &entries[*count]))
        waited = ++*count < room ? WaitForSingleObject(port->filled, 0) : WAIT_TIMEOUT;
    bool is_open = end_wait(port);
    return *count || fails(is_open ? waited : ERROR_ABANDONED_WAIT_0);
}

BOOL WINAPI GetQueuedCompletionStatus(HANDLE port, LPDWORD bytes, PULONG_PTR key,
                                      LPOVERLAPPED *overlapped, DWORD timeout)
{
    OVERLAPPED_ENTRY entry;
    ULONG count;
    *overlapped = NULL;
    if (!GetQueuedCompletionStatusEx(port, &entry, 1, &count, timeout, FALSE))
        return FALSE;
    *bytes = entry.dwNumberOfBytesTransferred;
    *key = entry.lpCompletionKey;
    *overlapped = entry.lpOverlapped;
    return error_if_failed(entry.Internal);
}

/* ---------------------------------------------------------------- functions that are called */

static DWORD WINAPI serve(LPVOID port)
{
    OVERLAPPED_ENTRY entry;
    ULONG count;
    while (GetQueuedCompletionStatusEx(port, &entry, 1, &count, INFINITE, FALSE))
        ((LPOVERLAPPED_COMPLETION_ROUTINE)entry.lpCompletionKey)(
            RtlNtStatusToDosError(entry.Internal), entry.dwNumberOfBytesTransferred,
            entry.lpOverlapped);
    return 0;
}

static BOOL CALLBACK start_serving(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once;
    HANDLE *port = parameter, thread = NULL;
    (void)context;
    if ((*port = new_port()))
        thread = CreateThread(NULL, 0, serve, *port, 0, NULL);
    return thread && CloseHandle(thread);
}

BOOL WINAPI BindIoCompletionCallback(HANDLE file, LPOVERLAPPED_COMPLETION_ROUTINE function,
                                     ULONG flags)
{
    static INIT_ONCE once;
    static HANDLE port;
    if (flags)
        return fails(ERROR_INVALID_PARAMETER);
    return InitOnceExecuteOnce(&once, start_serving, &port, NULL) &&
           CreateIoCompletionPort(file, port, (ULONG_PTR)function, 0);
}

/* Reads (to) or writes (from), with an event of nobody. */
static BOOL transfer(HANDLE handle, LPVOID to, LPCVOID from, DWORD size, LPOVERLAPPED overlapped,
                     LPOVERLAPPED_COMPLETION_ROUTINE function)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    bool takes = file->flags & FILE_FLAG_OVERLAPPED;
    open_file_leave(file);
    if (!takes)
        return fails(ERROR_INVALID_PARAMETER);
    DWORD done = 0;
    HANDLE event = overlapped->hEvent;
    overlapped->hEvent = (HANDLE)OVERLAPPED_QUIET;
    BOOL result = to ? ReadFile(handle, to, size, &done, overlapped)
                     : WriteFile(handle, from, size, &done, overlapped);
    overlapped->hEvent = event;
    if (!result || !file_call_later(GetCurrentThread(), function, overlapped))
        return FALSE;
    SetLastError(ERROR_SUCCESS);
    return TRUE;
}

BOOL WINAPI ReadFileEx(HANDLE file, LPVOID buffer, DWORD size, LPOVERLAPPED overlapped,
                       LPOVERLAPPED_COMPLETION_ROUTINE function)
{
    return transfer(file, buffer, NULL, size, overlapped, function);
}

BOOL WINAPI WriteFileEx(HANDLE file, LPCVOID buffer, DWORD size, LPOVERLAPPED overlapped,
                        LPOVERLAPPED_COMPLETION_ROUTINE function)
{
    return transfer(file, NULL, buffer, size, overlapped, function);
}

BOOL WINAPI CancelIo(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, 0);
    if (file) {
        named_pipe_cancel(file, NULL);
        folder_changes_cancel(file, NULL);
        open_file_leave(file);
    }
    return file != NULL;
}

BOOL WINAPI CancelIoEx(HANDLE handle, LPOVERLAPPED overlapped)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    bool found = named_pipe_cancel(file, overlapped) || folder_changes_cancel(file, overlapped);
    open_file_leave(file);
    return found || fails(ERROR_NOT_FOUND);
}

BOOL WINAPI CancelSynchronousIo(HANDLE thread)
{
    return GetThreadId(thread) && fails(ERROR_NOT_FOUND);
}

BOOL WINAPI SetFileCompletionNotificationModes(HANDLE handle, UCHAR flags)
{
    enum { NOT_ON_SUCCESS = 1, KNOWN = 3 };
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    bool takes = !(flags & ~KNOWN) && file->flags & FILE_FLAG_OVERLAPPED;
    if (takes && flags & NOT_ON_SUCCESS)
        file->tells_failures = true;
    open_file_leave(file);
    return takes || fails(ERROR_INVALID_PARAMETER);
}
