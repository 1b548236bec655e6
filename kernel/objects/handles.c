/* Two levels: a table of pages of entries, made when they are needed. Free entries are linked
 * through their access word. */
#include "kernel/objects/handles.h"

#include "boot/layout.h"
#include "kernel/memory/frames.h"
#include "kernel/objects/names.h"
#include "kernel/threads/thread.h"

#include <nt_objects.h>
#include <string.h>

struct entry {
    struct object *object; /* NULL: free */
    uint32_t access;       /* the rights; of a free entry the next free one, or 0 */
};

#define PAGE_ENTRIES (PAGE_SIZE / sizeof(struct entry))
#define PAGES        512 /* 262,144 handles */

static struct entry *pages[PAGES];
static uint32_t page_count, free_list, in_use; /* entries are counted from 1 */

static inline struct entry *entry_of(uint32_t number)
{
    uint32_t index = number - 1;
    return index < page_count * PAGE_ENTRIES ? &pages[index / PAGE_ENTRIES][index % PAGE_ENTRIES]
                                             : NULL;
}

static bool add_page(void)
{
    uint32_t frame = page_count < PAGES ? frame_alloc() : FRAME_NONE;
    if (frame == FRAME_NONE)
        return false;
    pages[page_count++] = memset(direct(frame), 0, PAGE_SIZE);
    for (uint32_t number = page_count * PAGE_ENTRIES; number > (page_count - 1) * PAGE_ENTRIES;
         number--) {
        entry_of(number)->access = free_list;
        free_list = number;
    }
    return true;
}

uint32_t handle_make(struct object *object, uint32_t access)
{
    if (!free_list && !add_page())
        return 0;
    uint32_t number = free_list;
    struct entry *entry = entry_of(number);
    free_list = entry->access;
    *entry = (struct entry){object, access};
    object_keep(object);
    object->handles++;
    in_use++;
    return number * 4;
}

uint32_t handle_find(uint32_t handle, const struct object_type *type, uint32_t access,
                     struct object **object)
{
    const struct entry *entry = entry_of(handle / 4);
    if (entry && entry->object)
        *object = entry->object;
    else if (handle == HANDLE_THIS_THREAD)
        *object = &this_thread()->object;
    else
        return STATUS_INVALID_HANDLE;
    if (type && (*object)->type != type)
        return STATUS_OBJECT_TYPE_MISMATCH;
    return entry && access & ~entry->access ? STATUS_ACCESS_DENIED : STATUS_SUCCESS;
}

/* The pages go when no handle is left, so a program that closes all of them leaves nothing. */
static void drop_pages(void)
{
    while (page_count)
        frame_free((uint32_t)pages[--page_count] - UPPER_HALF);
    free_list = 0;
}

uint32_t handle_close(uint32_t handle)
{
    struct entry *entry = entry_of(handle / 4);
    if (!entry || !entry->object)
        return STATUS_INVALID_HANDLE;
    struct object *object = entry->object;
    *entry = (struct entry){NULL, free_list};
    free_list = handle / 4;
    if (--object->handles == 0 && object->name)
        name_forget(object); /* even if threads wait for it still */
    object_release(object);
    if (--in_use == 0)
        drop_pages();
    return STATUS_SUCCESS;
}

void handles_close_all(void)
{
    for (uint32_t number = 1; number <= page_count * PAGE_ENTRIES; number++)
        handle_close(number * 4);
}

uint32_t handle_duplicate(uint32_t handle, uint32_t access, uint32_t options, uint32_t *second)
{
    struct object *object;
    uint32_t status = handle_find(handle, NULL, 0, &object);
    if (status != STATUS_SUCCESS)
        return status;
    if (options & DUPLICATE_SAME_ACCESS)
        access = handle == HANDLE_THIS_THREAD ? ~0u : entry_of(handle / 4)->access;
    object_keep(object); /* closing the first must not end it */
    if (options & DUPLICATE_CLOSE_SOURCE)
        handle_close(handle);
    *second = handle_make(object, access);
    object_release(object);
    return *second ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}
