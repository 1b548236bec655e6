/* From a name to a module that can be called. */
#include "win32/process/load.h"

#include "win32/process/attach.h"
#include "win32/process/dll_listeners.h"
#include "win32/process/find_library.h"
#include "win32/process/make_module.h"

#include <libloaderapi.h>
#include <string.h>

struct load_failure load_failure;

uint32_t load_fail(uint32_t status, const struct module *importer, const char *name)
{
    load_failure = (struct load_failure){.status = status};
    strncpy(load_failure.importer, importer ? importer->name : "", MODULE_PATH - 1);
    strncpy(load_failure.module, name, MODULE_PATH - 1);
    return status;
}

struct module *load_find(const char *name)
{
    struct library_place place;
    return library_place(name, &place) ? library_loaded(&place) : NULL;
}

/* Finds or makes the module of this name, whose imports are not bound then. */
static uint32_t find_or_make(const char *name, bool is_looked_at, struct module **module,
                             bool *is_new)
{
    struct library_place place;
    *is_new = false;
    if (!library_place(name, &place))
        return STATUS_DLL_NOT_FOUND;
    *module = library_loaded(&place);
    if (*module)
        return STATUS_SUCCESS;
    const struct system_module *system = *place.path ? NULL : system_module_find(place.name);
    *is_new = true;
    uint32_t status = STATUS_DLL_NOT_FOUND;
    if (!system || system->yields)
        status = library_file(&place, is_looked_at, module);
    return system && status == STATUS_DLL_NOT_FOUND ? module_of_runtime(system, module) : status;
}

uint32_t load_needed(const char *name, struct module *importer, struct module **module)
{
    bool is_new;
    uint32_t status = find_or_make(name, false, module, &is_new);
    if (status != STATUS_SUCCESS)
        return load_fail(status, importer, name);
    if (importer && !module_note_import(importer, *module))
        return load_fail(STATUS_NO_MEMORY, importer, name);
    return is_new ? load_bind(*module) : STATUS_SUCCESS;
}

const char *const load_always[LOAD_ALWAYS] = {"ntdll.dll", "KERNELBASE.dll", "kernel32.dll"};

uint32_t load_program(const char *path)
{
    struct module *module;
    uint32_t status = module_of_file(path, true, false, &program_module);
    if (status != STATUS_SUCCESS)
        return load_fail(status, NULL, path);
    program_module->row.Flags |= MODULE_PROCESSED;
    static const unsigned char order[LOAD_ALWAYS] = {0, 2, 1}; /* of loading */
    for (unsigned i = 0; i < LOAD_ALWAYS; i++)
        if ((status = load_needed(load_always[order[i]], NULL, &module)) != STATUS_SUCCESS)
            return status;
    status = load_bind(program_module);
    if (status == STATUS_SUCCESS)
        load_count(program_module, true);
    return status;
}

/* A file that a program only looks at is neither bound nor called. */
#define LOAD_TO_LOOK_AT                                                                            \
    (DONT_RESOLVE_DLL_REFERENCES | LOAD_LIBRARY_AS_DATAFILE | LOAD_LIBRARY_AS_IMAGE_RESOURCE |     \
     LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE)

uint32_t load_library(const char *name, uint32_t flags, struct module **module)
{
    bool is_new;
    uint32_t status = find_or_make(name, flags & LOAD_TO_LOOK_AT, module, &is_new);
    if (status != STATUS_SUCCESS)
        return load_fail(status, NULL, name);
    if (is_new)
        status = load_bind(*module);
    if (status == STATUS_SUCCESS) {
        load_count(*module, false);
        dll_listeners_tell_tree(*module);
        status = attach_tree(*module, NULL);
        if (status != STATUS_SUCCESS)
            unload_library(*module);
    } else {
        load_drop_uncounted();
    }
    return status;
}
