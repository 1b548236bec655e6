#include "win32/process/locals.h"

#include "kernel/call/tib.h"
#include "win32/image/image_view.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ZEROS = 0x10000000 };

/* A thread's blocks. */
struct locals {
    struct locals *next;
    void *blocks[LOCALS_MODULES]; /* fs:[2Ch] */
};

static struct locals *threads;
static struct module *numbers[LOCALS_MODULES];

/* Bytes of the template, and of zeros behind it. */
static uint32_t template_size(const struct module *module)
{
    return module->tls.EndAddressOfRawData - module->tls.StartAddressOfRawData;
}

/* Makes the module's block for one thread, as its template is now. */
static bool make_block(struct locals *thread, const struct module *module)
{
    uint32_t size = template_size(module);
    const char *from =
        module_at(module, module->tls.StartAddressOfRawData - (uint32_t)module_base(module), size);
    char *block = calloc(1, size + module->tls.SizeOfZeroFill + 1);
    if (!block)
        return false;
    if (from)
        memcpy(block, from, size);
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
    uint32_t room;
    const IMAGE_TLS_DIRECTORY *directory =
        image_directory(module_base(module), IMAGE_DIRECTORY_ENTRY_TLS, sizeof *directory, &room);
    if (!directory)
        return STATUS_SUCCESS;
    module->tls = *directory;
    if (template_size(module) > module->row.SizeOfImage || module->tls.SizeOfZeroFill > MOST_ZEROS)
        return STATUS_INVALID_IMAGE_FORMAT;
    int number = 0;
    while (number < LOCALS_MODULES && numbers[number])
        number++;
    if (number == LOCALS_MODULES)
        return STATUS_NO_MEMORY;
    numbers[number] = module;
    module->locals = number;
    module->row.TlsIndex = MODULE_HAS_LOCALS;
    DWORD *index = module_at(module, module->tls.AddressOfIndex - (uint32_t)module_base(module),
                             sizeof *index);
    if (index)
        *index = (DWORD)number;
    /* A library that is loaded late has variables in the threads that run already, too. */
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
