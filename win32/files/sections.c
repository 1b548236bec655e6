/* Sections: a view of one is the file's own bytes, which cannot move while there are views. */
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

static const struct protection {
    DWORD protect;
    bool writes, changes_file, executes;
} protections[] = {
    {PAGE_READONLY, false, false, false},       {PAGE_READWRITE, true, true, false},
    {PAGE_WRITECOPY, true, false, false},       {PAGE_EXECUTE_READ, false, false, true},
    {PAGE_EXECUTE_READWRITE, true, true, true}, {PAGE_EXECUTE_WRITECOPY, true, false, true},
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

/* The name as it is compared: there is one session. */
static const char *plain_name(const char *name)
{
    const char session[] = "Local\\";
    size_t length = sizeof session - 1;
    return strncmp(name, session, length) == 0 ? name + length : name;
}

/* The last error for a name of a section: the kernel tells whether it is a name, and whether an
 * object of the kernel has it. */
static DWORD error_of_name(const char *name)
{
    uint32_t handle, status = sys_object_open(&handle, name, OBJECT_EVENT, SYNCHRONIZE);
    if (status == STATUS_SUCCESS)
        CloseHandle((HANDLE)handle);
    if (status == STATUS_SUCCESS || status == STATUS_OBJECT_TYPE_MISMATCH)
        return ERROR_INVALID_HANDLE;
    return status == STATUS_OBJECT_NAME_NOT_FOUND ? ERROR_SUCCESS : RtlNtStatusToDosError(status);
}

/* Returns one more handle of the section with this name, NULL with the last error. */
static HANDLE open_named(const char *name)
{
    struct open_file *found = NULL;
    lock_take(&ram_lock);
    for (struct open_file *one = open_files; one < open_files + OPEN_FILES && !found; one++)
        if (one->kind == FILE_SECTION && one->name && strcmp(one->name, plain_name(name)) == 0)
            found = one;
    if (found)
        found->users++;
    lock_release(&ram_lock);
    if (!found) {
        SetLastError(ERROR_FILE_NOT_FOUND);
        return NULL;
    }
    HANDLE handle = open_file_publish(found);
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

HANDLE WINAPI OpenFileMappingA(DWORD access, BOOL inherit, LPCSTR name)
{
    (void)access, (void)inherit;
    DWORD error = name ? error_of_name(name) : ERROR_INVALID_PARAMETER;
    if (!error)
        return open_named(name);
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
    struct open_file *section = open_section_use(handle);
    char *copy = section ? _strdup(plain_name(name)) : NULL;
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
        section->access = FILE_ALL_ACCESS; /* what a call for files looks at first is the kind */
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

static HANDLE of_memory(const struct protection *protection, uint64_t size, DWORD traits)
{
    lock_take(&ram_lock);
    struct ram_file *ram = ram_make("");
    if (ram)
        ram->users++;
    lock_release(&ram_lock);
    if (!ram) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    HANDLE section = make_section(ram, &(struct protection){protection->protect, true, true, false},
                                  false, size, traits & SEC_RESERVE ? traits : traits | SEC_COMMIT);
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
    struct open_file *section = handle ? open_section_use(handle) : NULL;
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
    if (!error && is_named && (section = open_named(name)))
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

/* ---------------------------------------------------------------- views */

static struct view {
    char *base; /* NULL: the row is free */
    size_t size;
    struct ram_file *ram; /* NULL: a copy, whose memory is base's, or an image */
    bool is_image;
} views[128];

/* The view with this address, or, for NULL, a free row. The address that a view begins with is that
 * view's before another one's inside. With the lock held. */
static struct view *find_view(const char *address)
{
    struct view *around = NULL;
    for (struct view *view = views; view < views + sizeof views / sizeof views[0]; view++) {
        if (view->base == address)
            return view;
        if (view->base && address > view->base && address < view->base + view->size)
            around = view;
    }
    return around;
}

/* Returns the last error of a view that cannot be, or ERROR_SUCCESS. */
static DWORD view_error(const struct open_file *section, DWORD access, uint64_t offset,
                        uint64_t size)
{
    if (access & FILE_MAP_WRITE && !find_protection(section->flags)->changes_file)
        return ERROR_ACCESS_DENIED;
    if (offset % GRANULE)
        return ERROR_MAPPED_ALIGNMENT;
    return offset >= section->position || size > section->position - offset ? ERROR_ACCESS_DENIED
                                                                            : ERROR_SUCCESS;
}

/* Fills a free row with a view of the section's bytes. Returns NULL: there is none. */
static char *add_view(struct ram_file *ram, size_t offset, size_t size, char *copy)
{
    lock_take(&ram_lock);
    bool is_there = offset + size <= ram->size; /* the file may have become shorter */
    struct view *view = is_there ? find_view(NULL) : NULL;
    if (view && copy) {
        memcpy(copy, ram->bytes + offset, size);
        *view = (struct view){copy, size, NULL, false};
    } else if (view) {
        *view = (struct view){ram->bytes + offset, size, ram, false};
        ram->users++;
        ram->views++;
    }
    char *base = view ? view->base : NULL;
    lock_release(&ram_lock);
    return base;
}

/* A view of a section of an image is the whole of it. Returns NULL without memory. */
static char *add_image(const struct open_file *section)
{
    char *base = image_section_map(section);
    lock_take(&ram_lock);
    struct view *view = base ? find_view(NULL) : NULL;
    if (view)
        *view = (struct view){base, (size_t)section->position, NULL, true};
    lock_release(&ram_lock);
    if (base && !view)
        image_section_unmap(base);
    return view ? base : NULL;
}

LPVOID WINAPI MapViewOfFile(HANDLE handle, DWORD access, DWORD offset_high, DWORD offset_low,
                            SIZE_T wanted)
{
    uint64_t offset = offset_low | (uint64_t)offset_high << 32, size = wanted;
    struct open_file *section = open_section_use(handle);
    char *base = NULL, *copy = NULL;
    if (!section)
        return NULL;
    if (!size && offset < section->position)
        size = section->position - offset;
    bool is_image = section->share & SEC_IMAGE;
    DWORD error = is_image ? ERROR_SUCCESS : view_error(section, access, offset, size);
    bool is_copy = !is_image && (access & FILE_MAP_ALL_ACCESS) == FILE_MAP_COPY;
    if (is_image)
        base = add_image(section);
    else if (!error && is_copy)
        copy = lib_host.range_alloc(((size_t)size + GRANULE - 1) / GRANULE * GRANULE);
    if (!is_image && !error && (copy || !is_copy))
        base = add_view(section->ram, (size_t)offset, (size_t)size, copy);
    if (!base && copy)
        lib_host.range_free(copy);
    open_file_leave(section);
    if (!base)
        SetLastError(error ? error : ERROR_NOT_ENOUGH_MEMORY);
    return base;
}

LPVOID WINAPI MapViewOfFileEx(HANDLE handle, DWORD access, DWORD offset_high, DWORD offset_low,
                              SIZE_T wanted, LPVOID base)
{
    char *view = MapViewOfFile(handle, access, offset_high, offset_low, wanted);
    if (!view || !base || view == base)
        return view;
    UnmapViewOfFile(view);
    SetLastError((uintptr_t)base % GRANULE ? ERROR_MAPPED_ALIGNMENT : ERROR_INVALID_ADDRESS);
    return NULL;
}

BOOL WINAPI UnmapViewOfFile(LPCVOID address)
{
    char *left = NULL, *image = NULL;
    lock_take(&ram_lock);
    struct view *view = address ? find_view(address) : NULL;
    if (view && view->ram) {
        view->ram->views--;
        left = ram_leave(view->ram);
    } else if (view && view->is_image) {
        image = view->base;
    } else if (view) {
        left = view->base;
    }
    if (view)
        *view = (struct view){.base = NULL};
    lock_release(&ram_lock);
    ram_give_back(left);
    if (image)
        image_section_unmap(image);
    return view || file_fails(ERROR_INVALID_ADDRESS);
}

BOOL WINAPI FlushViewOfFile(LPCVOID address, SIZE_T size)
{
    (void)size;
    lock_take(&ram_lock);
    bool is_view = address && find_view(address);
    lock_release(&ram_lock);
    return is_view || file_fails(ERROR_INVALID_ADDRESS);
}
