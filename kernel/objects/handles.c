/* Two levels: a table of pages of entries, made when they are needed, but for the first one. Free
 * entries are linked through their access word, once they have had a handle. The first entry is
 * never used, because 0 is no handle. */
#include "kernel/objects/handles.h"

#include "kernel/cpu/contracts.h"
#include "kernel/memory/frames.h"
#include "kernel/objects/names.h"
#include "kernel/objects/open_file.h"
#include "kernel/threads/thread.h"
#include "lib/inlining.h"

#include <nt_objects.h>
#include <string.h>

static struct handle first_page[HANDLE_PAGE_ENTRIES];
struct handle *handle_pages[HANDLE_PAGES] = {first_page};
uint32_t handle_entries = HANDLE_PAGE_ENTRIES;
static uint32_t free_list, in_use, unused = 1; /* unused: from here on no entry has had a handle */

static const struct object_rights process_rights = {
    .read = STANDARD_RIGHTS_READ | PROCESS_VM_READ | PROCESS_QUERY_INFORMATION,
    .write = STANDARD_RIGHTS_WRITE | PROCESS_SET_INFORMATION | PROCESS_CREATE_THREAD,
    .execute = STANDARD_RIGHTS_EXECUTE | SYNCHRONIZE | PROCESS_TERMINATE,
    .all = PROCESS_ALL_ACCESS,
};

const struct object_type process_type = {
    .name = "process", .kind = OBJECT_OTHER, .rights = &process_rights};

static struct object process = {
    .type = &process_type, .references = 1, .waits = {&process.waits, &process.waits}};

static struct handle *entry_of(uint32_t number)
{
    return number < handle_entries
               ? &handle_pages[number / HANDLE_PAGE_ENTRIES][number % HANDLE_PAGE_ENTRIES]
               : NULL;
}

static bool add_page(void)
{
    uint32_t first = handle_entries;
    uint32_t frame = first < HANDLE_PAGES * HANDLE_PAGE_ENTRIES ? frame_alloc() : FRAME_NONE;
    if (frame == FRAME_NONE)
        return false;
    handle_pages[first / HANDLE_PAGE_ENTRIES] = memset(direct(frame), 0, PAGE_SIZE);
    handle_entries += HANDLE_PAGE_ENTRIES;
    return true;
}

/* Puts another entry into the empty list. */
static bool add_entry(void)
{
    if (unused == handle_entries && !add_page())
        return false;
    entry_of(unused)->access = 0;
    free_list = unused++;
    return true;
}

uint32_t handle_rights(const struct object_type *type, uint32_t access)
{
    static const struct object_rights none;
    const struct object_rights *rights = type->rights ? type->rights : &none;
    uint32_t own =
        access & ~(GENERIC_READ | GENERIC_WRITE | GENERIC_EXECUTE | GENERIC_ALL | MAXIMUM_ALLOWED);
    if (access & GENERIC_READ)
        own |= rights->read;
    if (access & GENERIC_WRITE)
        own |= rights->write;
    if (access & GENERIC_EXECUTE)
        own |= rights->execute;
    if (access & (GENERIC_ALL | MAXIMUM_ALLOWED))
        own |= rights->all;
    return type->complete ? type->complete(own) : own;
}

uint32_t handle_make(struct object *object, uint32_t access)
{
    kernel_must_be_locked();
    if (!free_list && !add_entry())
        return 0;
    uint32_t number = free_list;
    struct handle *entry = entry_of(number);
    free_list = entry->access;
    *entry = (struct handle){object, access};
    object_keep(object);
    object->handles++;
    in_use++;
    return number * 4;
}

IN_REGISTERS void *handle_look(uint32_t handle, const struct object_type *type, uint32_t access,
                               uint32_t *status)
{
    kernel_must_be_locked();
    const struct handle *entry = entry_of(handle / 4);
    struct object *object = entry ? entry->object : NULL;
    if (handle == HANDLE_THIS_THREAD)
        object = &this_thread()->object;
    else if (handle == HANDLE_THIS_PROCESS)
        object = &process;
    if (!object)
        *status = STATUS_INVALID_HANDLE;
    else if (type && object->type != type)
        *status = STATUS_OBJECT_TYPE_MISMATCH;
    else if (entry && access & ~entry->access)
        *status = STATUS_ACCESS_DENIED;
    else
        return object;
    return NULL;
}

uint32_t handle_access(uint32_t handle)
{
    kernel_must_be_locked();
    const struct handle *entry = entry_of(handle / 4);
    return entry ? entry->access : UINT32_MAX;
}

/* The other pages go when no handle is left, so a program that closes all of them leaves nothing.
 */
static void drop_pages(void)
{
    for (; handle_entries > HANDLE_PAGE_ENTRIES; handle_entries -= HANDLE_PAGE_ENTRIES)
        frame_free((uint32_t)handle_pages[handle_entries / HANDLE_PAGE_ENTRIES - 1] - UPPER_HALF);
    free_list = 0;
    unused = 1;
}

/* Frees the entry of a handle, which is one of this object. */
static HOT void forget(uint32_t handle, struct handle *entry, struct object *object)
{
    *entry = (struct handle){NULL, free_list};
    free_list = handle / 4;
    if (--object->handles == 0 && object->name)
        name_forget(object); /* even if threads wait for it still */
    object_release(object);
    if (--in_use == 0)
        drop_pages();
}

static OWN_STACK uint32_t close_file(uint32_t handle, struct object *file)
{
    uint32_t status = open_file_closing(file);
    forget(handle, entry_of(handle / 4), file);
    return status;
}

uint32_t handle_close(uint32_t handle)
{
    kernel_must_be_locked();
    struct handle *entry = entry_of(handle / 4);
    if (!entry || !entry->object)
        return STATUS_INVALID_HANDLE;
    struct object *object = entry->object;
    if (object->type == &open_file_type)
        return close_file(handle, object);
    forget(handle, entry, object);
    return STATUS_SUCCESS;
}

void handles_close_all(void)
{
    kernel_must_be_locked();
    for (uint32_t number = 1; number < handle_entries; number++)
        handle_close(number * 4);
}

uint32_t handle_duplicate(uint32_t handle, uint32_t access, uint32_t options, uint32_t *second)
{
    kernel_must_be_locked();
    uint32_t status;
    struct object *object = handle_find(handle, NULL, 0, &status);
    if (!object)
        return status;
    if (!(options & DUPLICATE_SAME_ACCESS))
        access = handle_rights(object->type, access);
    else if (handle / 4 < handle_entries)
        access = entry_of(handle / 4)->access;
    else
        access = ~0u; /* of a pseudo-handle */
    *second = handle_make(object, access);
    if (options & DUPLICATE_CLOSE_SOURCE)
        handle_close(handle);
    return *second ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}
