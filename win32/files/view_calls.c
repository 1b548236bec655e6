/* The table of views says which file each one keeps. Where its pages lie is the kernel's matter. */
#include "win32/files/view_calls.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"
#include "seh_emul/memory/locked_pages.h"
#include "win32/files/image_sections.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <string.h>

enum { GRANULE = 0x10000, PAGE = 4096 };

static struct view {
    struct ram_file *ram; /* NULL: the row is free */
    char *base;           /* NULL: it is being mapped */
    size_t size;
    bool is_image;
} views[128];

/* The view with this address. With the lock held. */
static struct view *find_view(const char *address)
{
    for (struct view *view = views; view < views + sizeof views / sizeof views[0]; view++)
        if (view->ram && view->base && address >= view->base && address < view->base + view->size)
            return view;
    return NULL;
}

/* ---------------------------------------------------------------- mapping */

/* The right that a section's handle needs for a view of each protection. */
static const struct {
    DWORD protect, access;
} needed[] = {
    {PAGE_NOACCESS, SECTION_MAP_READ},
    {PAGE_READONLY, SECTION_MAP_READ},
    {PAGE_READWRITE, SECTION_MAP_WRITE},
    {PAGE_WRITECOPY, SECTION_MAP_READ},
    {PAGE_EXECUTE, SECTION_MAP_EXECUTE},
    {PAGE_EXECUTE_READ, SECTION_MAP_EXECUTE | SECTION_MAP_READ},
    {PAGE_EXECUTE_READWRITE, SECTION_MAP_EXECUTE | SECTION_MAP_WRITE},
    {PAGE_EXECUTE_WRITECOPY, SECTION_MAP_EXECUTE | SECTION_MAP_READ},
};

static DWORD access_for(DWORD protect)
{
    for (unsigned i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (needed[i].protect == protect)
            return needed[i].access;
    return 0;
}

/* As Windows does at a process' end. */
static void end_views(void)
{
    for (struct view *view = views; view < views + sizeof views / sizeof views[0]; view++)
        if (view->base)
            UnmapViewOfFile(view->base);
}

/* Takes a row for a view of these bytes, which cannot move from now on. Returns NULL when the file
 * has become shorter, or there is no row. */
static struct view *begin_view(struct ram_file *ram, uint64_t end)
{
    struct view *free = NULL;
    lock_take(&ram_lock);
    for (unsigned i = 0; i < sizeof views / sizeof views[0] && !free; i++)
        free = views[i].ram ? NULL : &views[i];
    if (end > ram->size || ram->adopted)
        free = NULL;
    if (free) {
        *free = (struct view){.ram = ram};
        ram_views_end = end_views;
        ram->users++;
        ram->views++;
    }
    lock_release(&ram_lock);
    return free;
}

/* The row gets the place of its view, or, without one, is free again. */
static void end_view(struct view *view, char *base, size_t size, bool is_image)
{
    struct ram_file *ram = view->ram;
    lock_take(&ram_lock);
    *view = base ? (struct view){ram, base, size, is_image} : (struct view){.ram = NULL};
    lock_release(&ram_lock);
    if (!base)
        file_leave_bytes(ram);
}

static uint32_t map_bytes(const struct open_file *section, DWORD protect, uint64_t offset,
                          void **base, SIZE_T *size)
{
    uint64_t rest = section->position > offset ? section->position - offset : 0,
             bytes = *size ? *size : rest;
    if (offset % GRANULE || (uintptr_t)*base % GRANULE)
        return STATUS_MAPPED_ALIGNMENT;
    if (!rest || bytes > rest)
        return STATUS_INVALID_VIEW_SIZE;
    struct view *view = begin_view(section->ram, offset + bytes);
    if (!view)
        return STATUS_NO_MEMORY;
    struct view_wanted wanted = {
        .base = (uint32_t)*base,
        .size = (uint32_t)bytes,
        .source = (uint32_t)(section->ram->bytes + offset),
        .protect =
            protect | (section->share & SEC_NOCACHE && protect != PAGE_NOACCESS ? PAGE_NOCACHE : 0),
        .of_file = section->share & SEC_FILE,
    };
    uint32_t status = sys_view_map(&wanted);
    end_view(view, status == STATUS_SUCCESS ? (char *)wanted.base : NULL, wanted.size, false);
    if (status == STATUS_SUCCESS) {
        *base = (void *)wanted.base;
        *size = wanted.size;
    }
    return status;
}

static uint32_t map_image(const struct open_file *section, void **base, SIZE_T *size)
{
    struct view *view = begin_view(section->ram, 0);
    char *image = view ? image_section_map(section) : NULL;
    bool is_elsewhere = image && *base && *base != image;
    if (is_elsewhere)
        image_section_unmap(image);
    if (view)
        end_view(view, is_elsewhere ? NULL : image, (size_t)section->position, true);
    if (is_elsewhere)
        return STATUS_CONFLICTING_ADDRESSES;
    if (!image)
        return STATUS_NO_MEMORY;
    *base = image;
    *size = ((SIZE_T)section->position + PAGE - 1) / PAGE * PAGE;
    return STATUS_SUCCESS;
}

uint32_t view_of_section(HANDLE handle, DWORD protect, uint64_t offset, void **base, SIZE_T *size)
{
    DWORD before = GetLastError();
    struct open_file *section = open_section_use(handle, access_for(protect));
    if (!section) {
        bool is_denied = GetLastError() == ERROR_ACCESS_DENIED;
        SetLastError(before);
        return is_denied ? STATUS_ACCESS_DENIED : STATUS_INVALID_HANDLE;
    }
    uint32_t status = section->share & SEC_IMAGE ? map_image(section, base, size)
                                                 : map_bytes(section, protect, offset, base, size);
    open_file_leave(section);
    return status;
}

/* ---------------------------------------------------------------- kernel32's calls */

/* The protection of a view for this access. Bits beside those that are asked for here give none. */
static DWORD protection_for(DWORD access)
{
    bool executes = access & FILE_MAP_EXECUTE;
    access &= ~FILE_MAP_EXECUTE;
    if (access == FILE_MAP_COPY)
        return executes ? PAGE_EXECUTE_WRITECOPY : PAGE_WRITECOPY;
    if (access & FILE_MAP_WRITE)
        return executes ? PAGE_EXECUTE_READWRITE : PAGE_READWRITE;
    if (access & FILE_MAP_READ)
        return executes ? PAGE_EXECUTE_READ : PAGE_READONLY;
    return access || executes ? PAGE_NOACCESS : PAGE_READONLY;
}

LPVOID WINAPI MapViewOfFileEx(HANDLE section, DWORD access, DWORD offset_high, DWORD offset_low,
                              SIZE_T size, LPVOID base)
{
    uint32_t status = view_of_section(section, protection_for(access),
                                      offset_low | (uint64_t)offset_high << 32, &base, &size);
    return error_if_failed(status) ? base : NULL;
}

LPVOID WINAPI MapViewOfFile(HANDLE section, DWORD access, DWORD offset_high, DWORD offset_low,
                            SIZE_T size)
{
    return MapViewOfFileEx(section, access, offset_high, offset_low, size, NULL);
}

BOOL WINAPI UnmapViewOfFile(LPCVOID address)
{
    struct view ended = {.ram = NULL};
    lock_take(&ram_lock);
    struct view *view = find_view(address);
    if (view) {
        ended = *view;
        *view = (struct view){.ram = NULL};
    }
    lock_release(&ram_lock);
    if (!ended.ram)
        return file_fails(ERROR_INVALID_ADDRESS);
    if (ended.is_image)
        image_section_unmap(ended.base);
    else
        sys_view_unmap((uint32_t)ended.base);
    locked_pages_forget((uint32_t)ended.base, (uint32_t)ended.base + (uint32_t)ended.size);
    file_leave_bytes(ended.ram);
    return TRUE;
}

/* Bytes that a program writes to a view are the file's at once. */
BOOL WINAPI FlushViewOfFile(LPCVOID address, SIZE_T size)
{
    (void)size;
    lock_take(&ram_lock);
    bool is_view = find_view(address);
    lock_release(&ram_lock);
    return is_view || file_fails(ERROR_INVALID_ADDRESS);
}

bool view_name(const void *address, char name[RAM_NAME_MAX + 1])
{
    lock_take(&ram_lock);
    const struct view *view = find_view(address);
    if (view)
        strcpy(name, view->ram->name);
    lock_release(&ram_lock);
    return view;
}
