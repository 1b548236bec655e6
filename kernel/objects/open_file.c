/* Open files, as far as handles know them: a number that the program's side has for each. Files
 * are memory of the program, so all else is there (win32/files/). */
#include "kernel/call/calls.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

struct file {
    struct object object;
    uint16_t number;
};

static struct slab files = SLAB_OF(files, struct file);

static uint32_t end_of_handles(struct object *object)
{
    return FILE_ENDED | ((struct file *)object)->number;
}

static const struct object_rights rights = {
    .read = FILE_GENERIC_READ,
    .write = FILE_GENERIC_WRITE,
    .execute = FILE_GENERIC_EXECUTE,
    .all = FILE_ALL_ACCESS,
};

static const struct object_type file_type = {
    .name = "file", .rights = &rights, .slab = &files, .end_of_handles = end_of_handles};

uint32_t user_file_create(struct service_call *call)
{
    struct file *file = object_make(&file_type);
    if (!file)
        return STATUS_NO_MEMORY;
    file->object.signal = 1; /* what a call does to a file is done when it returns */
    file->number = (uint16_t)call->words[1];
    uint32_t access = handle_rights(&file_type, call->words[2]) | SYNCHRONIZE;
    uint32_t status = object_give_handle(call, &file->object, access, call->words[0]);
    object_release(&file->object);
    return status;
}

uint32_t user_file_number(struct service_call *call)
{
    uint32_t status;
    const struct file *file = handle_find(call->words[0], &file_type, call->words[1], &status);
    if (!file)
        return status;
    return user_write_word(call, call->words[2], file->number) ? STATUS_SUCCESS
                                                               : STATUS_ACCESS_VIOLATION;
}
