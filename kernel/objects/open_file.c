/* Open files, as far as handles know them: a number that the program's side has for each. Files
 * are memory of the program, so all else is there (win32/files/). */
#include "kernel/objects/open_file.h"

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

uint32_t open_file_closing(const struct object *file)
{
    return file->handles == 1 ? FILE_ENDED | ((const struct file *)file)->number : STATUS_SUCCESS;
}

static const struct object_rights rights = {
    .read = FILE_GENERIC_READ,
    .write = FILE_GENERIC_WRITE,
    .execute = FILE_GENERIC_EXECUTE,
    .all = FILE_ALL_ACCESS,
};

const struct object_type open_file_type = {
    .name = "file", .kind = OBJECT_OTHER, .rights = &rights, .slab = &files};

uint32_t user_file_create(struct service_call *call)
{
    struct file *file = object_make(&open_file_type);
    if (!file)
        return STATUS_NO_MEMORY;
    file->object.signal = 1; /* what a call does to a file is done when it returns */
    file->number = (uint16_t)call->words[1];
    uint32_t access = handle_rights(&open_file_type, call->words[2]) | SYNCHRONIZE;
    uint32_t status = object_give_handle(call, &file->object, access, call->words[0]);
    object_release(&file->object);
    return status;
}

uint32_t user_file_number(struct service_call *call)
{
    uint32_t status;
    const struct file *file = handle_find(call->words[0], &open_file_type, call->words[1], &status);
    if (!file)
        return status;
    return user_write_word(call, call->words[2], file->number) ? STATUS_SUCCESS
                                                               : STATUS_ACCESS_VIOLATION;
}
