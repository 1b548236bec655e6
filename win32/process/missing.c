#include "win32/process/missing.h"

#include "kernel/call/program.h"
#include "win32/process/module.h"

#include <memoryapi.h>
#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool missing_is_late(void)
{
    return program_missing_is_late;
}

struct import {
    char importer[MODULE_PATH], module[MODULE_PATH], entry[MODULE_PATH];
};

static _Noreturn void call_missing(const struct import *import)
{
    const ULONG_PTR parameters[] = {(ULONG_PTR)import->module, (ULONG_PTR)import->entry};
    fprintf(stderr, "trapline: %s calls %s of %s, which has none\n", import->importer,
            import->entry, import->module);
    for (;;)
        RaiseException(STATUS_ENTRYPOINT_NOT_FOUND, EXCEPTION_NONCONTINUABLE, 2, parameters);
}

/* push import; call call_missing. The call's return address is where that has its own. */
#pragma pack(push, 1)
struct code {
    uint8_t push;
    struct import *import;
    uint8_t call;
    uint32_t distance; /* from behind it */
};
#pragma pack(pop)

/* Returns room for the next code; NULL without memory. */
static struct code *room(void)
{
    enum { BYTES = 0x10000 };
    static struct code *next, *end;
    if (next == end) {
        next = VirtualAlloc(NULL, BYTES, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
        end = next ? next + BYTES / sizeof *next : NULL;
    }
    return next ? next++ : NULL;
}

const void *missing_entry(const char *importer, const char *module, const char *name,
                          uint32_t number)
{
    struct code *code = room();
    struct import *import = code ? calloc(1, sizeof *import) : NULL;
    if (!import)
        return NULL;
    code->import = import; /* for ever */
    strncpy(import->importer, importer, MODULE_PATH - 1);
    strncpy(import->module, module, MODULE_PATH - 1);
    if (name)
        strncpy(import->entry, name, MODULE_PATH - 1);
    else
        snprintf(import->entry, MODULE_PATH, "#%u", (unsigned)number);
    uint32_t distance = (uint32_t)call_missing - (uint32_t)(code + 1);
    code->push = 0x68;
    code->call = 0xE8;
    code->distance = distance;
    return code;
}
