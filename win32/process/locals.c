#include "win32/process/locals.h"

#include "kernel/call/tib.h"
#include "win32/image/image_view.h"

#include <stdlib.h>
#include <string.h>

/* What a thread has. */
struct locals {
    struct locals *next;
    void *blocks[LOCALS_MODULES]; /* fs:[2Ch] */
};

static struct locals *threads;
static struct module *numbers[LOCALS_MODULES];

static const IMAGE_TLS_DIRECTORY *directory_of(const struct module *module)
{
    uint32_t size;
    return image_directory(module_base(module), IMAGE_DIRECTORY_ENTRY_TLS,
                           sizeof(IMAGE_TLS_DIRECTORY), &size);
}

/* Makes the module's block for one thread, as its template is now. */
static bool make_block(struct locals *thread, const struct module *module)
{
    const IMAGE_TLS_DIRECTORY *directory = directory_of(module);
    uint32_t size = directory->EndAddressOfRawData - directory->StartAddressOfRawData;
    uint32_t start = directory->StartAddressOfRawData - (uint32_t)module_base(module);
    if (!image_at(module_base(module), start, size))
        size = 0;
    char *block = calloc(1, (size_t)size + directory->SizeOfZeroFill + 1);
    if (!block)
        return false;
    memcpy(block, module_base(module) + start, size);
    thread->blocks[module->locals] = block;
    return true;
}

static void free_block(struct locals *thread, int number)
{
    free(thread->blocks[number]);
    thread->blocks[number] = NULL;
}

uint32_t locals_give_number(struct module *module)
{
    const IMAGE_TLS_DIRECTORY *directory = directory_of(module);
    if (!directory)
        return STATUS_SUCCESS;
    int number = 0;
    while (number < LOCALS_MODULES && numbers[number])
        number++;
    if (number == LOCALS_MODULES)
        return STATUS_NO_MEMORY;
    numbers[number] = module;
    module->locals = number;
    module->row.TlsIndex = MODULE_HAS_LOCALS;
    uint32_t place = directory->AddressOfIndex - (uint32_t)module_base(module);
    DWORD *index = image_at(module_base(module), place, sizeof *index);
    if (index)
        *index = (DWORD)number;
    for (struct locals *thread = threads; thread; thread = thread->next)
        if (!make_block(thread, module)) {
            locals_take_number(module);
            return STATUS_NO_MEMORY;
        }
    return STATUS_SUCCESS;
}

void locals_take_number(struct module *module)
{
    if (module->locals < 0)
        return;
    for (struct locals *thread = threads; thread; thread = thread->next)
        free_block(thread, module->locals);
    numbers[module->locals] = NULL;
    module->locals = -1;
}

bool locals_begin_thread(void)
{
    struct locals *thread = calloc(1, sizeof *thread);
    if (!thread)
        return false;
    thread->next = threads;
    threads = thread;
    tib_current()->ThreadLocalStoragePointer = thread->blocks;
    for (int number = 0; number < LOCALS_MODULES; number++)
        if (numbers[number] && !make_block(thread, numbers[number]))
            return false;
    return true;
}

void locals_end_thread(void)
{
    void **blocks = (void **)tib_current()->ThreadLocalStoragePointer;
    for (struct locals **place = &threads; *place; place = &(*place)->next) {
        struct locals *thread = *place;
        if (thread->blocks != blocks)
            continue;
        *place = thread->next;
        tib_current()->ThreadLocalStoragePointer = NULL;
        for (int number = 0; number < LOCALS_MODULES; number++)
            free_block(thread, number);
        free(thread);
        return;
    }
}
