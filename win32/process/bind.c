/* Imports become addresses. */
#include "win32/image/image_exports.h"
#include "win32/image/image_view.h"
#include "win32/image/map.h"
#include "win32/process/attach.h"
#include "win32/process/load.h"
#include "win32/process/load_config.h"
#include "win32/process/missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FORWARDS = 32 /* in a row; more are a circle */ };

/* The search for an export: its importer, and the number of forwards so far. */
struct search {
    struct module *importer; /* NULL: GetProcAddress */
    unsigned depth;
};

static uint32_t forward(const char *text, struct search *search, const void **address);

static uint32_t find_entry(struct module *module, const char *name, uint32_t number,
                           struct search *search, const void **address)
{
    struct image_export found;
    uint32_t status = image_find_export(module_base(module), name, number, &found);
    if (status != STATUS_SUCCESS)
        return status;
    if (found.forwarder)
        return forward(found.forwarder, search, address);
    *address = found.address;
    return STATUS_SUCCESS;
}

/* Begins what GetProcAddress has come to, for ever. */
static uint32_t begin_for_ever(struct module *module)
{
    load_count(module, false);
    uint32_t status = attach_tree(module, NULL);
    if (status == STATUS_SUCCESS)
        load_count(module, true);
    else
        unload_library(module);
    return status;
}

/* Follows "MODULE.name" or "MODULE.#number". */
static uint32_t forward(const char *text, struct search *search, const void **address)
{
    char name[MODULE_PATH];
    const char *dot = strrchr(text, '.');
    struct module *module;
    if (!dot || dot - text > MODULE_PATH - 5 || ++search->depth > MOST_FORWARDS)
        return STATUS_ENTRYPOINT_NOT_FOUND;
    snprintf(name, sizeof name, "%.*s.DLL", (int)(dot - text), text);
    uint32_t status = load_needed(name, search->importer, &module);
    if (status == STATUS_SUCCESS && !search->importer)
        status = begin_for_ever(module);
    if (status != STATUS_SUCCESS)
        return status;
    return dot[1] == '#' ? find_entry(module, NULL, strtoul(dot + 2, NULL, 10), search, address)
                         : find_entry(module, dot + 1, 0, search, address);
}

uint32_t load_find_export(struct module *module, const char *name, uint32_t number,
                          struct module *importer, const void **address)
{
    return find_entry(module, name, number, &(struct search){.importer = importer}, address);
}

/* A module that the export leads on to may have failed instead, and has noted that. */
static void note_failure(uint32_t status, const struct module *importer,
                         const struct module *module, const char *name, uint32_t number)
{
    if (status != STATUS_ENTRYPOINT_NOT_FOUND && status != STATUS_ORDINAL_NOT_FOUND)
        return;
    load_fail(status, importer, module->name);
    if (name)
        strncpy(load_failure.entry, name, MODULE_PATH - 1);
    else
        snprintf(load_failure.entry, MODULE_PATH, "#%u", (unsigned)number);
}

/* Binds one import, which the thunk names, of the module that the importer calls `from`. module
 * NULL: there is none. */
static uint32_t bind_one(struct module *importer, struct module *module, const char *from,
                         DWORD thunk, const void **address)
{
    const char *name = NULL;
    uint32_t number = IMAGE_ORDINAL32(thunk);
    if (!IMAGE_SNAP_BY_ORDINAL32(thunk)) {
        const WORD *hint = image_at(module_base(importer), thunk, sizeof *hint);
        name = hint ? image_text(module_base(importer), thunk + (uint32_t)sizeof *hint) : NULL;
        if (!name)
            return STATUS_INVALID_IMAGE_FORMAT;
        number = *hint;
    }
    uint32_t status = STATUS_PROCEDURE_NOT_FOUND;
    if (module)
        status = load_find_export(module, name, number, importer, address);
    if (status == STATUS_PROCEDURE_NOT_FOUND)
        status = name ? STATUS_ENTRYPOINT_NOT_FOUND : STATUS_ORDINAL_NOT_FOUND;
    if (status != STATUS_SUCCESS && missing_is_late()) {
        *address = missing_entry(importer->name, from, name, number);
        return *address ? STATUS_SUCCESS : STATUS_NO_MEMORY;
    }
    if (status != STATUS_SUCCESS)
        note_failure(status, importer, module, name, number);
    return status;
}

/* Binds what one descriptor lists. Some linkers leave the names in the table of addresses alone. */
static uint32_t bind_table(struct module *importer, struct module *module, const char *from,
                           const IMAGE_IMPORT_DESCRIPTOR *descriptor)
{
    char *base = module_base(importer);
    const IMAGE_OPTIONAL_HEADER *optional = &image_headers(base)->OptionalHeader;
    uint32_t names = descriptor->OriginalFirstThunk, places = descriptor->FirstThunk;
    if (names < optional->SizeOfHeaders || names >= optional->SizeOfImage)
        names = places;
    for (;; names += (uint32_t)sizeof(DWORD), places += (uint32_t)sizeof(DWORD)) {
        const DWORD *thunk = image_at(base, names, sizeof *thunk);
        const void **place = image_at(base, places, sizeof *place);
        if (!thunk || !place)
            return STATUS_INVALID_IMAGE_FORMAT;
        if (!*thunk)
            return STATUS_SUCCESS;
        uint32_t status = bind_one(importer, module, from, *thunk, place);
        if (status != STATUS_SUCCESS)
            return status;
    }
}

static uint32_t bind_all(struct module *importer)
{
    char *base = module_base(importer);
    uint32_t size;
    const IMAGE_IMPORT_DESCRIPTOR *next =
        image_directory(base, IMAGE_DIRECTORY_ENTRY_IMPORT, sizeof *next, &size);
    for (; next; next++) {
        if (!image_at(base, (uint32_t)((const char *)next - base), sizeof *next))
            return STATUS_INVALID_IMAGE_FORMAT;
        if (!next->Name || !next->FirstThunk)
            break;
        const DWORD *first = image_at(base, next->FirstThunk, sizeof *first);
        const char *name = image_text(base, next->Name);
        struct module *module;
        if (!first || !name)
            return STATUS_INVALID_IMAGE_FORMAT;
        if (!*first)
            continue; /* Windows does not even load the library */
        uint32_t status = load_needed(name, importer, &module);
        if (status == STATUS_DLL_NOT_FOUND && missing_is_late())
            status = STATUS_SUCCESS, module = NULL;
        if (status == STATUS_SUCCESS)
            status = bind_table(importer, module, name, next);
        if (status != STATUS_SUCCESS)
            return status;
    }
    return STATUS_SUCCESS;
}

uint32_t load_bind(struct module *module)
{
    load_failure.status = STATUS_SUCCESS;
    uint32_t status = module->is_unresolved ? STATUS_SUCCESS : bind_all(module);
    if (status == STATUS_INVALID_IMAGE_FORMAT && load_failure.status == STATUS_SUCCESS)
        load_fail(status, NULL, module->name);
    if (status == STATUS_SUCCESS) {
        if (!module->is_unresolved)
            load_config_read(module_base(module));
        image_protect_sections(module_base(module));
    }
    return status;
}
