/* CreateFile. */
#include "kernel/shared/system_time.h"
#include "win32/console/console_io.h"
#include "win32/files/file_names.h"
#include "win32/files/mailslots.h"
#include "win32/files/named_pipes.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <string.h>

DWORD open_file_rights(DWORD access)
{
    static const struct {
        DWORD generic, rights;
    } rows[] = {{GENERIC_READ, FILE_GENERIC_READ},
                {GENERIC_WRITE, FILE_GENERIC_WRITE},
                {GENERIC_EXECUTE, FILE_GENERIC_EXECUTE},
                {GENERIC_ALL | MAXIMUM_ALLOWED, FILE_ALL_ACCESS}};
    DWORD rights = SYNCHRONIZE | FILE_READ_ATTRIBUTES;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (access & rows[i].generic)
            rights |= rows[i].rights;
        access &= ~rows[i].generic;
    }
    return rights | access;
}

/* The request of a CreateFile. */
struct wish {
    DWORD access, share, disposition, flags;
};

/* Whether what a file is keeps it from being opened so: it is only read, or hidden from a caller
 * that makes it anew. */
static bool attributes_refuse(const struct ram_file *found, const struct wish *wish)
{
    const DWORD writes = FILE_WRITE_DATA | FILE_APPEND_DATA;
    const DWORD unseen = FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM;
    bool anew = wish->disposition == CREATE_ALWAYS || wish->disposition == TRUNCATE_EXISTING;
    bool changes = wish->access & writes || wish->flags & FILE_FLAG_DELETE_ON_CLOSE || anew;
    return (found->attributes & FILE_ATTRIBUTE_READONLY && changes) ||
           (wish->disposition == CREATE_ALWAYS && found->attributes & unseen & ~wish->flags);
}

/* Finds the file, or makes it. Returns the last error of a success or a failure; *ram is NULL with
 * a failure. With the lock held. */
static DWORD find_or_make(const char *name, const struct wish *wish, struct ram_file **ram)
{
    DWORD how = wish->disposition;
    struct ram_file *found = ram_find(name);
    DWORD error = ERROR_SUCCESS;
    if (found && found->is_folder)
        error = wish->flags & FILE_FLAG_BACKUP_SEMANTICS && how == CREATE_NEW ? ERROR_FILE_EXISTS
                                                                              : ERROR_ACCESS_DENIED;
    else if (found && how == CREATE_NEW)
        error = ERROR_FILE_EXISTS;
    else if (found && (found->goes || attributes_refuse(found, wish)))
        error = ERROR_ACCESS_DENIED;
    else if (found && file_is_kept(found, wish->access, wish->share))
        error = ERROR_SHARING_VIOLATION;
    else if (found && file_is_mapped(found) && (how == CREATE_ALWAYS || how == TRUNCATE_EXISTING))
        error = ERROR_USER_MAPPED_FILE;
    else if (!found && !ram_has_place(name))
        error = ERROR_PATH_NOT_FOUND;
    else if (!found && (how == OPEN_EXISTING || how == TRUNCATE_EXISTING))
        error = ERROR_FILE_NOT_FOUND;
    *ram = NULL;
    if (error)
        return error;
    *ram = found ? found : ram_make(name);
    if (!*ram)
        return ERROR_DISK_FULL;
    if (found && (how == CREATE_ALWAYS || how == TRUNCATE_EXISTING)) {
        ram_resize(found, 0);
        ram_tell(found, RAM_CHANGED);
    }
    if (!found || how == CREATE_ALWAYS)
        (*ram)->attributes = (wish->flags & FILE_SETTABLE_ATTRIBUTES) | FILE_ATTRIBUTE_ARCHIVE;
    if (!found)
        (*ram)->times[RAM_MADE] = (*ram)->times[RAM_READ] = (*ram)->times[RAM_WRITTEN] =
            system_time();
    return found && (how == CREATE_ALWAYS || how == OPEN_ALWAYS) ? ERROR_ALREADY_EXISTS
                                                                 : ERROR_SUCCESS;
}

static HANDLE open_disk(const char *name, const struct wish *wish)
{
    struct ram_file *ram;
    struct open_file *file = NULL;
    lock_take(&ram_lock);
    bool is_new = !ram_find(name);
    DWORD error = find_or_make(name, wish, &ram);
    if (ram)
        file = open_file_make(FILE_ON_DISK, ram);
    if (file) {
        file->access = wish->access;
        file->share = wish->share;
        file->flags = wish->flags;
    } else if (ram) {
        error = ERROR_TOO_MANY_OPEN_FILES;
        if (is_new)
            ram_forget(ram); /* it has no memory yet */
    }
    lock_release(&ram_lock);
    HANDLE handle = file ? open_file_publish(file) : INVALID_HANDLE_VALUE;
    if (!file || handle != INVALID_HANDLE_VALUE)
        SetLastError(error);
    return handle;
}

/* Opens a folder, the root where ram is NULL, which only a caller gets that asks for folders. */
static HANDLE open_folder(const struct path *path, const struct wish *wish)
{
    char name[PATH_SIZE];
    path_copy_name(name, path);
    lock_take(&ram_lock);
    struct ram_file *ram = path->kind == PATH_ROOT ? NULL : ram_find(name);
    struct open_file *folder = NULL;
    DWORD error = ram && ram->goes                                      ? ERROR_ACCESS_DENIED
                  : ram && file_is_kept(ram, wish->access, wish->share) ? ERROR_SHARING_VIOLATION
                                                                        : ERROR_SUCCESS;
    if (!error && !(folder = open_file_make(FILE_FOLDER, ram)))
        error = ERROR_TOO_MANY_OPEN_FILES;
    if (folder) {
        folder->access = wish->access;
        folder->share = wish->share;
        folder->flags = wish->flags & (FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OVERLAPPED);
    }
    lock_release(&ram_lock);
    if (!folder)
        return file_handle_fails(error);
    HANDLE handle = open_file_publish(folder);
    if (handle != INVALID_HANDLE_VALUE)
        SetLastError(wish->disposition == OPEN_ALWAYS ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS);
    return handle;
}

HANDLE open_file_device(enum file_kind kind, DWORD access)
{
    HANDLE handle = open_file_of(kind, access, NULL, NULL);
    if (handle != INVALID_HANDLE_VALUE)
        SetLastError(ERROR_SUCCESS);
    return handle;
}

static HANDLE open_device(enum path_kind device, const struct wish *wish)
{
    bool reads = wish->access & FILE_READ_DATA, writes = wish->access & FILE_WRITE_DATA;
    enum file_kind kind = device == PATH_NUL                ? FILE_NUL
                          : device == PATH_INPUT            ? FILE_INPUT
                          : device == PATH_OUTPUT || writes ? FILE_OUTPUT
                                                            : FILE_INPUT;
    if (device == PATH_CONSOLE && reads == writes)
        return file_handle_fails(ERROR_FILE_NOT_FOUND);
    if (device != PATH_NUL && !console_is_there())
        return INVALID_HANDLE_VALUE;
    return kind == FILE_OUTPUT ? console_open_output(wish->access)
                               : open_file_device(kind, wish->access);
}

HANDLE WINAPI CreateFileA(LPCSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                          DWORD disposition, DWORD flags, HANDLE like)
{
    (void)security, (void)like;
    struct path path;
    struct wish wish = {open_file_rights(access), share, disposition, flags};
    if (disposition < CREATE_NEW || disposition > TRUNCATE_EXISTING ||
        (disposition == TRUNCATE_EXISTING && !(access & (GENERIC_WRITE | GENERIC_ALL))))
        return file_handle_fails(ERROR_INVALID_PARAMETER);
    if (flags & FILE_FLAG_DELETE_ON_CLOSE)
        wish.access |= DELETE;
    if (name && named_pipe_is_name(name))
        return named_pipe_open(name, wish.access, flags);
    if (name && mailslot_is_name(name))
        return mailslot_open(name, wish.access);
    path_make(&path, name ? name : "");
    bool opens = disposition == OPEN_EXISTING || disposition == OPEN_ALWAYS;
    if (flags & FILE_FLAG_BACKUP_SEMANTICS && opens && folder_is_there(&path))
        return open_folder(&path, &wish);
    switch (path.kind) {
    case PATH_NUL:
    case PATH_CONSOLE:
    case PATH_INPUT:
    case PATH_OUTPUT:
        return open_device(path.kind, &wish);
    case PATH_FILE:
        if (!path_is_folder(&path))
            return open_disk(path_name(&path), &wish);
        return file_handle_fails(file_is_named(&path) ? ERROR_PATH_NOT_FOUND
                                 : disposition == OPEN_EXISTING || disposition == TRUNCATE_EXISTING
                                     ? ERROR_FILE_NOT_FOUND
                                     : ERROR_INVALID_NAME);
    case PATH_ROOT: /* C: is a folder, C:\ a path without a file's name */
        return file_handle_fails(strchr("\\/", name[strlen(name) - 1]) ? ERROR_PATH_NOT_FOUND
                                                                       : ERROR_ACCESS_DENIED);
    default:
        return file_handle_fails(path.kind == PATH_LONG ? ERROR_PATH_NOT_FOUND
                                                        : file_error_of(path.kind));
    }
}

HANDLE WINAPI CreateFileW(LPCWSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                          DWORD disposition, DWORD flags, HANDLE like)
{
    char narrow[FILE_NARROW_SIZE];
    return CreateFileA(file_narrow(name, narrow), access, share, security, disposition, flags,
                       like);
}
