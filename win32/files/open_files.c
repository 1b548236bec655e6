/* The table of open files. */
#include "win32/files/open_files.h"

#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"
#include "win32/files/folder_changes.h"
#include "win32/files/mailslots.h"
#include "win32/files/memory_pipe.h"
#include "win32/files/pipe_instance.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>

struct open_file open_files[OPEN_FILES];

BOOL file_fails(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

HANDLE file_handle_fails(DWORD error)
{
    SetLastError(error);
    return INVALID_HANDLE_VALUE;
}

struct open_file *open_file_make(enum file_kind kind, struct ram_file *ram)
{
    for (struct open_file *file = open_files; file < open_files + OPEN_FILES; file++)
        if (file->kind == FILE_NONE) {
            *file = (struct open_file){.kind = kind, .ram = ram, .users = 1};
            if (ram)
                ram->users++;
            return file;
        }
    return NULL;
}

/* The file's place is free again once the lock is given back. All that wakes others comes behind
 * that, because a port that goes, too, takes the lock itself. */
void open_file_leave(struct open_file *file)
{
    bool unlocks = false, ends_pipe = false;
    struct open_file ended = {.kind = FILE_NONE};
    struct memory_pipe *pipe = NULL;
    struct mailslot *slot = NULL;
    struct folder_watch *watch = NULL;
    struct pipe_leaving leaving = {.instance = NULL};
    char *left = NULL;
    lock_take(&ram_lock);
    if (--file->users == 0) {
        if ((ends_pipe = file->pipe))
            pipe = memory_pipe_leave(file);
        if (file->kind == FILE_PIPE_END)
            leaving = pipe_end_leave(file);
        bool is_named = file->kind == FILE_ON_DISK || (file->kind == FILE_FOLDER && file->ram);
        if (is_named && file->flags & FILE_FLAG_DELETE_ON_CLOSE && !ram_has_more(file->ram))
            file->ram->goes = true;
        watch = folder_changes_leave(file);
        if (file->slot)
            slot = mailslot_leave(file);
        if (file->ram)
            left = ram_leave(file->ram);
        unlocks = file_locks_end(file);
        ended = *file;
        *file = (struct open_file){.kind = FILE_NONE};
    }
    lock_release(&ram_lock);
    ram_give_back(left);
    mailslot_closed(slot);
    free(watch);
    if (unlocks)
        file_locks_changed();
    if (ends_pipe)
        memory_pipe_closed(pipe);
    if (ended.kind == FILE_PIPE_END)
        pipe_end_closed(leaving);
    if (ended.end)
        ended.end(ended.object);
    if (ended.port)
        open_file_leave(ended.port);
    free(ended.name);
}

HANDLE open_file_publish(struct open_file *file)
{
    return open_file_publish_as(file, file->access);
}

HANDLE open_file_publish_as(struct open_file *file, DWORD access)
{
    uint32_t handle, number = (uint32_t)(file - open_files);
    uint32_t status = sys_file_create(&handle, number, access);
    if (error_if_failed(status))
        return (HANDLE)handle;
    open_file_leave(file);
    return INVALID_HANDLE_VALUE;
}

/* Finds the open file of a handle, whose kind is one of those from `first` to `last`. A caller that
 * asks for a standard handle gets the file that the handle stands for. */
static struct open_file *use(HANDLE handle, DWORD access, enum file_kind first, enum file_kind last,
                             object_end *end)
{
    uint32_t number, standard = (uint32_t)handle;
    if (standard <= (uint32_t)STD_INPUT_HANDLE && standard >= (uint32_t)STD_ERROR_HANDLE)
        handle = GetStdHandle(standard);
    uint32_t status = sys_file_number((uint32_t)handle, access, &number);
    bool is_denied = status == STATUS_ACCESS_DENIED;
    if (is_denied) /* the kind comes before the rights */
        status = sys_file_number((uint32_t)handle, 0, &number);
    if (!error_if_failed(status))
        return NULL;
    struct open_file *file = &open_files[number % OPEN_FILES];
    lock_take(&ram_lock);
    bool is_open = file->kind >= first && file->kind <= last &&
                   (file->kind != FILE_OBJECT || file->end == end);
    if (is_open && !is_denied)
        file->users++;
    lock_release(&ram_lock);
    if (is_open && !is_denied)
        return file;
    /* of another kind, or closed meanwhile */
    SetLastError(is_open ? ERROR_ACCESS_DENIED : ERROR_INVALID_HANDLE);
    return NULL;
}

struct open_file *open_file_use(HANDLE handle, DWORD access)
{
    return use(handle, access, FILE_ON_DISK, FILE_FOLDER, NULL);
}

struct open_file *open_section_use(HANDLE handle, DWORD access)
{
    return use(handle, access, FILE_SECTION, FILE_SECTION, NULL);
}

struct open_file *open_object_use(HANDLE handle, object_end *end)
{
    return use(handle, 0, FILE_OBJECT, FILE_OBJECT, end);
}

HANDLE open_file_of(enum file_kind kind, DWORD access, void *object, object_end *end)
{
    lock_take(&ram_lock);
    struct open_file *file = open_file_make(kind, NULL);
    if (file) {
        file->object = object;
        file->end = end;
        file->access = access;
    }
    lock_release(&ram_lock);
    if (file)
        return open_file_publish(file);
    if (end)
        end(object);
    return file_handle_fails(ERROR_TOO_MANY_OPEN_FILES);
}

HANDLE open_object_publish(void *object, object_end *end)
{
    return open_file_of(FILE_OBJECT, FILE_ALL_ACCESS, object, end);
}

const char *open_file_plain_name(const char *name)
{
    const char session[] = "Local\\";
    size_t length = sizeof session - 1;
    return strncmp(name, session, length) == 0 ? name + length : name;
}

enum file_kind open_file_kind_of(const char *name)
{
    enum file_kind kind = FILE_NONE;
    lock_take(&ram_lock);
    for (const struct open_file *one = open_files; one < open_files + OPEN_FILES; one++)
        if (one->kind != FILE_NONE && one->name &&
            strcmp(one->name, open_file_plain_name(name)) == 0)
            kind = one->kind;
    lock_release(&ram_lock);
    return kind;
}

void open_file_end(uint32_t number)
{
    open_file_leave(&open_files[number % OPEN_FILES]);
}

/* The rights that sharing is about, as the shares that others need to grant. */
static DWORD shares_needed(DWORD access)
{
    return (access & (FILE_READ_DATA | FILE_EXECUTE) ? FILE_SHARE_READ : 0) |
           (access & (FILE_WRITE_DATA | FILE_APPEND_DATA) ? FILE_SHARE_WRITE : 0) |
           (access & DELETE ? FILE_SHARE_DELETE : 0);
}

/* A section that writes to the file wants writers to be shared. A FILE counts as a reader that lets
 * all others read and write. */
bool file_is_kept(const struct ram_file *ram, DWORD access, DWORD share)
{
    DWORD needed = shares_needed(access);
    unsigned known = ram->views;
    for (const struct open_file *one = open_files; one < open_files + OPEN_FILES; one++) {
        if (one->ram != ram ||
            (one->kind != FILE_ON_DISK && one->kind != FILE_FOLDER && one->kind != FILE_SECTION))
            continue;
        known++;
        DWORD its = shares_needed(one->access);
        bool meets = needed && its && (needed & ~one->share || its & ~share);
        if (one->kind == FILE_SECTION)
            meets = one->flags & (PAGE_READWRITE | PAGE_EXECUTE_READWRITE) &&
                    !(share & FILE_SHARE_WRITE);
        if (meets)
            return true;
    }
    return ram->users > known && needed &&
           (needed & FILE_SHARE_DELETE || !(share & FILE_SHARE_READ));
}

bool file_is_mapped(const struct ram_file *ram)
{
    bool has_section = false;
    for (const struct open_file *one = open_files; one < open_files + OPEN_FILES; one++)
        has_section |= one->kind == FILE_SECTION && one->ram == ram;
    return has_section || ram->views;
}

bool file_is_mapped_behind(const struct ram_file *ram, uint64_t size)
{
    bool is_behind = ram->views && size < ram->size;
    for (const struct open_file *one = open_files; one < open_files + OPEN_FILES; one++)
        is_behind |= one->kind == FILE_SECTION && one->ram == ram && one->position > size;
    return is_behind;
}

/* A file in the machine's own memory leaves that first, because no view can have its pages. */
void file_keep_bytes(struct ram_file *ram)
{
    lock_take(&ram_lock);
    if (ram->adopted && !ram->views)
        ram_grow(ram, ram->size);
    ram->views++;
    ram->users++;
    lock_release(&ram_lock);
}

void file_leave_bytes(struct ram_file *ram)
{
    lock_take(&ram_lock);
    ram->views--;
    char *left = ram_leave(ram);
    lock_release(&ram_lock);
    ram_give_back(left);
}

bool open_files_let_go(const struct ram_file *ram)
{
    unsigned sharers = 0;
    for (const struct open_file *one = open_files; one < open_files + OPEN_FILES; one++)
        sharers += (one->kind == FILE_ON_DISK || one->kind == FILE_FOLDER) && one->ram == ram &&
                   one->share & FILE_SHARE_DELETE;
    return ram->users == sharers;
}

bool file_make_room(struct ram_file *ram, uint64_t size)
{
    while (size > ram->room)
        if (size > UINT32_MAX || !ram_grow(ram, (size_t)size))
            return false;
    return true;
}
