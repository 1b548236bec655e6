/* Sections: how much of a file, or of memory, can be seen in views (view_calls.c), and how. The
 * bytes cannot move while there are views. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/host.h"
#include "win32/files/file_names.h"
#include "win32/files/image_sections.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <stdlib.h>
#include <string.h>
#include <winternl.h>

enum { GRANULE = 0x10000, ROOM_OF_VIEWS = 0x100000 };

/* The rights that a section's first handle has by its protection. */
enum {
    READS = STANDARD_RIGHTS_REQUIRED | SECTION_QUERY | SECTION_MAP_READ,
    WRITES = READS | SECTION_MAP_WRITE
};

static const struct protection {
    DWORD protect, access;
    bool changes_file, executes;
} protections[] = {
    {PAGE_READONLY, READS, false, false},
    {PAGE_READWRITE, WRITES, true, false},
    {PAGE_WRITECOPY, READS, false, false},
    {PAGE_EXECUTE_READ, READS | SECTION_MAP_EXECUTE, false, true},
    {PAGE_EXECUTE_READWRITE, WRITES | SECTION_MAP_EXECUTE, true, true},
    {PAGE_EXECUTE_WRITECOPY, READS | SECTION_MAP_EXECUTE, false, true},
};

static const struct protection *find_protection(DWORD protect)
{
    for (unsigned i = 0; i < sizeof protections / sizeof protections[0]; i++)
        if (protections[i].protect == protect)
            return &protections[i];
    return NULL;
}

/* Makes the file as long as its section. No view can move, so a file that may grow gets as much
 * room as files with views mostly need, and one in the machine's own memory leaves that. Returns
 * the last error. With the lock held, which is released for a while. */
static DWORD fit(struct ram_file *ram, const struct protection *protection, bool may_grow,
                 uint64_t *size)
{
    if (*size == 0)
        *size = ram->size;
    if (*size == 0)
        return ERROR_FILE_INVALID;
    if (*size > ram->size && !protection->changes_file)
        return ERROR_NOT_ENOUGH_MEMORY;
    size_t room = may_grow ? ROOM_OF_VIEWS : ram->size;
    if (ram->views == 0 && (ram->adopted || ram->room < room))
        ram_grow(ram, room);
    if (*size > ram->size && (!file_make_room(ram, *size) || !ram_resize(ram, (size_t)*size)))
        return ERROR_DISK_FULL;
    return ERROR_SUCCESS;
}

/* ---------------------------------------------------------------- names */

/* The last error for a name of a section: the kernel tells whether it is a name. An object that is
 * no section may have it. */
static DWORD error_of_name(const char *name)
{
    uint32_t handle, status = sys_object_open(&handle, name, OBJECT_EVENT, SYNCHRONIZE);
    if (status == STATUS_SUCCESS)
        CloseHandle((HANDLE)handle);
    bool is_free = status == STATUS_OBJECT_NAME_NOT_FOUND;
    if (status == STATUS_SUCCESS || status == STATUS_OBJECT_TYPE_MISMATCH ||
        (is_free && open_file_kind_of(name) == FILE_OBJECT))
        return ERROR_INVALID_HANDLE;
    return is_free ? ERROR_SUCCESS : RtlNtStatusToDosError(status);
}

/* The rights of a handle that is asked for such views. */
static DWORD rights_for(DWORD access)
{
    const DWORD all = WRITES | SECTION_MAP_EXECUTE | SECTION_EXTEND_SIZE;
    return access == FILE_MAP_COPY
               ? SECTION_MAP_READ
               : (access & all) | (access & FILE_MAP_EXECUTE ? SECTION_MAP_EXECUTE : 0) |
                     (access & GENERIC_READ ? READS : 0) |
                     (access & GENERIC_WRITE ? SECTION_MAP_WRITE : 0) |
                     (access & GENERIC_EXECUTE ? SECTION_MAP_EXECUTE : 0) |
                     (access & (GENERIC_ALL | MAXIMUM_ALLOWED) ? all : 0);
}

/* Returns one more handle of the section with this name, NULL with the last error. */
static HANDLE open_named(const char *name, DWORD access)
{
    struct open_file *found = NULL;
    lock_take(&ram_lock);
    for (struct open_file *one = open_files; one < open_files + OPEN_FILES && !found; one++)
        if (one->kind == FILE_SECTION && one->name &&
            strcmp(one->name, open_file_plain_name(name)) == 0)
            found = one;
    if (found)
        found->users++;
    lock_release(&ram_lock);
    if (!found) {
        SetLastError(ERROR_FILE_NOT_FOUND);
        return NULL;
    }
    HANDLE handle = open_file_publish_as(found, access);
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

HANDLE WINAPI OpenFileMappingA(DWORD access, BOOL inherit, LPCSTR name)
{
    (void)inherit;
    DWORD error = name ? error_of_name(name) : ERROR_INVALID_PARAMETER;
    if (!error)
        return open_named(name, rights_for(access));
    SetLastError(error);
    return NULL;
}

HANDLE WINAPI OpenFileMappingW(DWORD access, BOOL inherit, LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return OpenFileMappingA(access, inherit, file_narrow(name, narrow));
}

/* Gives a section its name, which no other one has. Returns the last error. */
static DWORD give_name(HANDLE handle, const char *name)
{
    struct open_file *section = open_section_use(handle, 0);
    char *copy = section ? _strdup(open_file_plain_name(name)) : NULL;
    if (copy)
        section->name = copy;
    if (section)
        open_file_leave(section);
    return copy ? ERROR_SUCCESS : ERROR_NOT_ENOUGH_MEMORY;
}

/* ---------------------------------------------------------------- making */

/* Makes the section of a file in memory, to which the caller has a user. */
static HANDLE make_section(struct ram_file *ram, const struct protection *protection, bool may_grow,
                           uint64_t size, DWORD traits)
{
    struct open_file *section = NULL;
    lock_take(&ram_lock);
    DWORD error = fit(ram, protection, may_grow, &size);
    if (!error && !(section = open_file_make(FILE_SECTION, ram)))
        error = ERROR_TOO_MANY_OPEN_FILES;
    if (section) {
        section->access = protection->access;
        section->position = size;
        section->flags = protection->protect;
        section->share = traits;
    }
    lock_release(&ram_lock);
    HANDLE handle = section ? open_file_publish(section) : INVALID_HANDLE_VALUE;
    if (!section || handle != INVALID_HANDLE_VALUE)
        SetLastError(error);
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

/* Memory that is only reserved has addresses for its bytes; the kernel gives them memory when a
 * view's are committed. */
static HANDLE of_memory(const struct protection *protection, uint64_t size, DWORD traits)
{
    char *reserved = NULL;
    if (traits & SEC_RESERVE && size <= UINT32_MAX &&
        !(reserved = sys_space_reserve((size_t)size))) {
        SetLastError(ERROR_COMMITMENT_LIMIT);
        return NULL;
    }
    lock_take(&ram_lock);
    struct ram_file *ram = ram_make("");
    if (ram) {
        ram->users++;
        ram->bytes = reserved;
        ram->size = ram->room = reserved ? (size_t)size : 0;
    }
    lock_release(&ram_lock);
    if (!ram) {
        ram_give_back(reserved);
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    const struct protection memory = {protection->protect, protection->access, true, false};
    HANDLE section = make_section(ram, &memory, false, size,
                                  traits & SEC_RESERVE ? traits : traits | SEC_COMMIT);
    if (!section && GetLastError() == ERROR_DISK_FULL)
        SetLastError(ERROR_COMMITMENT_LIMIT);
    lock_take(&ram_lock);
    char *left = ram_leave(ram);
    lock_release(&ram_lock);
    ram_give_back(left);
    return section;
}

/* A section of an image has the file's bytes and the image's size, of which a smaller one can be
 * told. */
static HANDLE of_image(struct open_file *file, const struct protection *protection, uint64_t size,
                       DWORD traits)
{
    uint32_t most, status = image_section_check(file, &most);
    if (status != STATUS_SUCCESS || size > most) {
        SetLastError(status != STATUS_SUCCESS ? RtlNtStatusToDosError((NTSTATUS)status)
                                              : ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    HANDLE handle = make_section(file->ram, protection, false, 0, traits);
    struct open_file *section = handle ? open_section_use(handle, 0) : NULL;
    if (section) {
        section->position = size ? size : most;
        open_file_leave(section);
    }
    return handle;
}

static HANDLE of_file(HANDLE handle, const struct protection *protection, uint64_t size,
                      DWORD traits)
{
    struct open_file *file = open_file_use(handle, FILE_READ_DATA);
    if (!file)
        return NULL;
    HANDLE section = NULL;
    if (file->kind != FILE_ON_DISK)
        SetLastError(ERROR_INVALID_HANDLE);
    else if ((protection->changes_file && !(file->access & FILE_WRITE_DATA)) ||
             (protection->executes && !(file->access & FILE_EXECUTE)))
        SetLastError(ERROR_ACCESS_DENIED);
    else if (traits & SEC_IMAGE)
        section = of_image(file, protection, size, traits);
    else
        section = make_section(file->ram, protection,
                               file->access & FILE_WRITE_DATA || file->share & FILE_SHARE_WRITE,
                               size, traits);
    open_file_leave(file);
    return section;
}

/* Whether these SEC flags go together: one says what kind of memory it is, and none is SEC_COMMIT.
 */
static bool traits_are_right(DWORD traits)
{
    const DWORD kinds = SEC_COMMIT | SEC_RESERVE | SEC_IMAGE;
    DWORD kind = traits & kinds;
    return !traits || (kind && !(kind & (kind - 1)) && !(traits & ~(kinds | SEC_NOCACHE)));
}

HANDLE WINAPI CreateFileMappingA(HANDLE handle, LPSECURITY_ATTRIBUTES security, DWORD protect,
                                 DWORD size_high, DWORD size_low, LPCSTR name)
{
    (void)security;
    uint64_t size = size_low | (uint64_t)size_high << 32;
    const struct protection *protection = find_protection(protect & 0xFF);
    DWORD traits = protect & ~0xFFu;
    bool of_none = handle == INVALID_HANDLE_VALUE;
    bool is_named = name && *name;
    HANDLE section = NULL;
    DWORD error = ERROR_SUCCESS;
    if (!protection || !traits_are_right(traits) || (of_none && !size))
        error = ERROR_INVALID_PARAMETER;
    else if (of_none && traits & SEC_IMAGE)
        error = ERROR_BAD_EXE_FORMAT;
    else if (is_named)
        error = error_of_name(name);
    /* The section that has the name keeps its size and its file, and this call's mean nothing. */
    if (!error && is_named && (section = open_named(name, protection->access)))
        error = ERROR_ALREADY_EXISTS;
    if (error) {
        SetLastError(error);
        return section;
    }
    section = of_none ? of_memory(protection, size, traits)
                      : of_file(handle, protection, size,
                                SEC_FILE | (traits & ~(DWORD)(SEC_COMMIT | SEC_RESERVE)));
    if (section && is_named && (error = give_name(section, name))) {
        CloseHandle(section);
        SetLastError(error);
        return NULL;
    }
    return section;
}

HANDLE WINAPI CreateFileMappingW(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protect,
                                 DWORD size_high, DWORD size_low, LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return CreateFileMappingA(file, security, protect, size_high, size_low,
                              file_narrow(name, narrow));
}
