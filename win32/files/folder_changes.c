#include "win32/files/folder_changes.h"

#include "lib/name_order.h"
#include "win32/files/file_names.h"
#include "win32/files/pipe_instance.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <wchar.h>
#include <winternl.h>

enum { CLEANUP = 0x10B, LOOK_YOURSELF = 0x10C }; /* Windows' statuses of calls that end so */
enum { FILTERS = 0xFFF };

/* Windows' structure. */
struct record {
    DWORD next, action, name_size;
    WCHAR name[];
};

struct folder_watch {
    struct folder_watch *next;
    char folder[PATH_SIZE]; /* behind C:\ */
    bool subtree;
    DWORD filter;
    /* A watch that is only signalled: its event by two handles, of which the caller has one. */
    HANDLE event, handle;
    bool is_set, again; /* again: and there was one more change */
    /* A watch that returns the changes: a call that waits, and the changes that no call has
     * taken. */
    LPOVERLAPPED waiting;
    struct open_file *file; /* of the folder */
    void *buffer;
    LPOVERLAPPED_COMPLETION_ROUTINE routine; /* with the thread that calls it, or NULL */
    HANDLE thread;
    DWORD buffer_size, room, used, last; /* last: where the last record begins */
    bool lost;                           /* records had no room */
    char records[];
};

static struct folder_watch *watches; /* with the lock of all files */

/* ---------------------------------------------------------------- what has changed */

/* The part of a name behind the folder; NULL: it is not in there. */
static const char *part_inside(const struct folder_watch *watch, const char *name)
{
    size_t length = strlen(watch->folder);
    if (length && !ram_is_inside(name, watch->folder))
        return NULL;
    const char *part = name + length + (length != 0);
    return watch->subtree || !strchr(part, '\\') ? part : NULL;
}

/* Adds a record. With the lock held. */
static void add_record(struct folder_watch *watch, DWORD action, const char *name)
{
    enum { ALIGN = 4 };
    WCHAR wide[FILE_NARROW_SIZE];
    wide_widen(name, wide);
    DWORD size = (DWORD)(wcslen(wide) * sizeof *wide);
    DWORD at = (watch->used + ALIGN - 1) / ALIGN * ALIGN;
    struct record *last = (struct record *)(watch->records + watch->last);
    if (watch->used && last->action == action && last->name_size == size &&
        memcmp(last->name, wide, size) == 0)
        return;
    watch->lost |= at + sizeof *last + size > watch->room;
    if (watch->lost)
        return;
    if (watch->used)
        last->next = at - watch->last;
    struct record *record = (struct record *)(watch->records + at);
    *record = (struct record){0, action, size};
    memcpy(record->name, wide, size);
    watch->last = at;
    watch->used = at + (DWORD)sizeof *record + size;
}

/* Gives a caller the records. Returns the status. With the lock held. */
static NTSTATUS take_records(struct folder_watch *watch, void *buffer, DWORD size, DWORD *done)
{
    bool fits = !watch->lost && watch->used <= size;
    *done = fits ? watch->used : 0;
    memcpy(buffer, watch->records, *done);
    watch->used = watch->last = 0;
    watch->lost = false;
    return fits ? STATUS_SUCCESS : (NTSTATUS)LOOK_YOURSELF;
}

/* Ends the call that waits. With the lock held. */
static void end_call(struct folder_watch *watch, NTSTATUS status, DWORD done)
{
    LPOVERLAPPED overlapped = watch->waiting;
    watch->waiting = NULL;
    file_complete(overlapped, status, done);
    if (watch->routine) {
        file_call_later(watch->thread, watch->routine, overlapped);
        CloseHandle(watch->thread);
    } else
        file_tell(watch->file, overlapped);
}

static void signal_watch(struct folder_watch *watch)
{
    watch->again |= watch->is_set;
    watch->is_set = true;
    SetEvent(watch->event);
}

static DWORD filter_of(enum ram_change change, bool is_folder)
{
    if (change == RAM_RESIZED)
        return FILE_NOTIFY_CHANGE_SIZE;
    if (change == RAM_CHANGED)
        return FILE_NOTIFY_CHANGE_LAST_WRITE;
    if (change == RAM_TURNED)
        return FILE_NOTIFY_CHANGE_ATTRIBUTES;
    return is_folder ? FILE_NOTIFY_CHANGE_DIR_NAME : FILE_NOTIFY_CHANGE_FILE_NAME;
}

/* A call that waits ends with the first record. With the lock held. */
static void hear(const char *name, bool is_folder, enum ram_change change)
{
    static const BYTE actions[] = {
        [RAM_ADDED] = 1,  [RAM_REMOVED] = 2,      [RAM_RESIZED] = 3,  [RAM_CHANGED] = 3,
        [RAM_TURNED] = 3, [RAM_NAMED_BEFORE] = 4, [RAM_NAMED_NOW] = 5};
    bool goes_on = change == RAM_NAMED_BEFORE; /* nobody hears of an old name without the new one */
    for (struct folder_watch *watch = watches; watch; watch = watch->next) {
        const char *part = part_inside(watch, name);
        bool is_end = change == RAM_REMOVED && name_compare(name, watch->folder) == 0;
        if (!(watch->filter & filter_of(change, is_folder)) || (!part && !is_end))
            continue;
        if (watch->event) {
            if (!goes_on)
                signal_watch(watch);
            continue;
        }
        if (!part)
            continue;
        DWORD done;
        add_record(watch, actions[change], part);
        if (watch->waiting && !goes_on) {
            NTSTATUS status = take_records(watch, watch->buffer, watch->buffer_size, &done);
            end_call(watch, status, done);
        }
        pipe_tell_changed();
    }
}

static void add_watch(struct folder_watch *watch)
{
    lock_take(&ram_lock);
    ram_on_change = hear;
    watch->next = watches;
    watches = watch;
    lock_release(&ram_lock);
}

/* With the lock held. */
static void remove_watch(struct folder_watch *watch)
{
    struct folder_watch **place = &watches;
    while (*place && *place != watch)
        place = &(*place)->next;
    if (*place)
        *place = watch->next;
}

/* ---------------------------------------------------------------- a handle that is signalled */

/* The watch of a caller's handle. With the lock held. */
static struct folder_watch *watch_of(HANDLE handle)
{
    struct folder_watch *watch = watches;
    while (watch && (!watch->event || watch->handle != handle))
        watch = watch->next;
    return watch;
}

HANDLE WINAPI FindFirstChangeNotificationA(LPCSTR folder, BOOL subtree, DWORD filter)
{
    struct path path;
    if (!filter || filter & ~(DWORD)FILTERS)
        return file_handle_fails(ERROR_INVALID_PARAMETER);
    DWORD attributes = GetFileAttributesA(folder);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return INVALID_HANDLE_VALUE;
    path_make(&path, folder);
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY))
        return file_handle_fails(ERROR_DIRECTORY);
    struct folder_watch *watch = calloc(1, sizeof *watch);
    HANDLE event = watch ? CreateEventA(NULL, TRUE, FALSE, NULL) : NULL, self = GetCurrentProcess();
    if (!event ||
        !DuplicateHandle(self, event, self, &watch->handle, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
        if (event)
            CloseHandle(event);
        free(watch);
        return file_handle_fails(ERROR_NOT_ENOUGH_MEMORY);
    }
    path_copy_name(watch->folder, &path);
    watch->event = event;
    watch->subtree = subtree;
    watch->filter = filter;
    HANDLE handle = watch->handle;
    add_watch(watch);
    return handle;
}

HANDLE WINAPI FindFirstChangeNotificationW(LPCWSTR folder, BOOL subtree, DWORD filter)
{
    char narrow[FILE_NARROW_SIZE];
    return FindFirstChangeNotificationA(file_narrow(folder, narrow), subtree, filter);
}

BOOL WINAPI FindNextChangeNotification(HANDLE handle)
{
    lock_take(&ram_lock);
    struct folder_watch *watch = watch_of(handle);
    if (watch && !watch->again) {
        watch->is_set = false;
        ResetEvent(watch->event);
    }
    if (watch)
        watch->again = false;
    lock_release(&ram_lock);
    return watch || file_fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI FindCloseChangeNotification(HANDLE handle)
{
    lock_take(&ram_lock);
    struct folder_watch *watch = watch_of(handle);
    if (watch)
        remove_watch(watch);
    lock_release(&ram_lock);
    if (!watch)
        return file_fails(ERROR_INVALID_HANDLE);
    CloseHandle(watch->event);
    free(watch);
    return CloseHandle(handle);
}

/* ---------------------------------------------------------------- records */

/* The folder's watch, which its first call makes. NULL without memory. */
static struct folder_watch *watch_for(struct open_file *file, DWORD size, BOOL subtree,
                                      DWORD filter)
{
    if (file->watch)
        return file->watch;
    struct folder_watch *watch = calloc(1, sizeof *watch + size);
    if (!watch)
        return NULL;
    if (file->ram)
        strcpy(watch->folder, file->ram->name);
    watch->subtree = subtree;
    watch->filter = filter;
    watch->room = size;
    watch->file = file;
    file->watch = watch;
    add_watch(watch);
    return watch;
}

/* Leaves the call to be ended by a change, unless there was one. */
static void begin_call(struct folder_watch *watch, void *buffer, DWORD size,
                       LPOVERLAPPED overlapped, LPOVERLAPPED_COMPLETION_ROUTINE routine)
{
    DWORD done = 0;
    HANDLE self = GetCurrentProcess();
    watch->routine = routine;
    if (routine)
        DuplicateHandle(self, GetCurrentThread(), self, &watch->thread, 0, FALSE,
                        DUPLICATE_SAME_ACCESS);
    else if (overlapped_event(overlapped))
        ResetEvent(overlapped_event(overlapped));
    overlapped->Internal = STATUS_PENDING;
    lock_take(&ram_lock);
    watch->waiting = overlapped;
    watch->buffer = buffer;
    watch->buffer_size = size;
    if (watch->used || watch->lost) {
        NTSTATUS status = take_records(watch, buffer, size, &done);
        end_call(watch, status, done);
    }
    lock_release(&ram_lock);
}

BOOL WINAPI ReadDirectoryChangesW(HANDLE folder, LPVOID buffer, DWORD size, BOOL subtree,
                                  DWORD filter, LPDWORD done, LPOVERLAPPED overlapped,
                                  LPOVERLAPPED_COMPLETION_ROUTINE routine)
{
    if (!filter || filter & ~(DWORD)FILTERS)
        return file_fails(ERROR_INVALID_PARAMETER);
    struct open_file *file = open_file_use(folder, FILE_READ_DATA);
    if (!file)
        return FALSE;
    bool waits = overlapped && file->flags & FILE_FLAG_OVERLAPPED;
    struct folder_watch *watch =
        file->kind == FILE_FOLDER ? watch_for(file, size, subtree, filter) : NULL;
    if (!watch || watch->waiting) {
        open_file_leave(file);
        return file_fails(watch ? ERROR_NOT_SUPPORTED : ERROR_INVALID_PARAMETER);
    }
    /* An OVERLAPPED counts only for a handle that was opened for it. */
    if (waits)
        begin_call(watch, buffer, size, overlapped, routine);
    for (bool is_told = waits; !is_told;) {
        uint32_t seen = pipe_changes();
        lock_take(&ram_lock);
        if ((is_told = watch->used || watch->lost))
            take_records(watch, buffer, size, done);
        lock_release(&ram_lock);
        if (!is_told)
            pipe_wait_change(seen, UINT64_MAX);
    }
    open_file_leave(file);
    return TRUE;
}

bool folder_changes_cancel(struct open_file *folder, const OVERLAPPED *only)
{
    lock_take(&ram_lock);
    struct folder_watch *watch = folder->watch;
    bool ends = watch && watch->waiting && (!only || watch->waiting == only);
    if (ends)
        end_call(watch, (NTSTATUS)STATUS_CANCELLED, 0);
    lock_release(&ram_lock);
    return ends;
}

struct folder_watch *folder_changes_leave(struct open_file *folder)
{
    struct folder_watch *watch = folder->watch;
    if (watch && watch->waiting)
        end_call(watch, (NTSTATUS)CLEANUP, 0);
    if (watch)
        remove_watch(watch);
    return watch;
}
