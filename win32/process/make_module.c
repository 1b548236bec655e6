/* From a file, or from a table of exports, to a module of the lists. */
#include "win32/process/make_module.h"

#include "lib/paths.h"
#include "win32/image/image_view.h"
#include "win32/image/map.h"
#include "win32/image/runtime_image.h"
#include "win32/process/file_bytes.h"
#include "win32/process/load_config.h"
#include "win32/process/locals.h"
#include "win32/process/tell.h"

#include <stdio.h>

void module_discard(struct module *module)
{
    char *base = module_base(module);
    locals_take_number(module);
    load_config_forget(base);
    module_forget(module);
    image_unmap(base);
}

/* Makes the mapped image a module. Its addresses become right, and its thread locals get a number,
 * unless it is there to be looked at alone, as a program is that is loaded as a library. */
static uint32_t make_module(const char *path, char *base, bool is_looked_at, struct module **module)
{
    const IMAGE_NT_HEADERS *headers = image_headers(base);
    bool moved = headers->OptionalHeader.ImageBase != (uint32_t)base;
    struct module *made = module_make(path, base);
    *module = NULL;
    if (!made) {
        image_unmap(base);
        return STATUS_NO_MEMORY;
    }
    if (moved)
        made->row.Flags |= MODULE_NOT_AT_BASE;
    if (program_module && !(headers->FileHeader.Characteristics & IMAGE_FILE_DLL))
        is_looked_at = true;
    made->is_unresolved = is_looked_at;
    uint32_t status = is_looked_at ? STATUS_SUCCESS : image_relocate(base);
    if (status == STATUS_SUCCESS && !is_looked_at)
        status = locals_give_number(made);
    if (status != STATUS_SUCCESS) {
        module_discard(made);
        return status;
    }
    module_read_entry(made);
    tell_module(made);
    *module = made;
    return STATUS_SUCCESS;
}

uint32_t module_of_file(const char *path, bool is_program, bool is_looked_at,
                        struct module **module)
{
    struct file_bytes opened;
    struct image_file file;
    char *base;
    uint32_t status = file_bytes_open(path, &opened);
    if (status != STATUS_SUCCESS)
        return status;
    status = image_file_check(&file, opened.bytes, opened.size);
    if (status == STATUS_SUCCESS && is_program)
        status = image_file_check_program(&file);
    if (status == STATUS_SUCCESS)
        status = image_map(&file, &base);
    file_bytes_close(&opened);
    return status == STATUS_SUCCESS ? make_module(path, base, is_looked_at, module) : status;
}

uint32_t module_of_runtime(const struct system_module *system, struct module **module)
{
    char path[MODULE_PATH], *base;
    uint32_t status = runtime_image_make(system->exports, system->shares, &base);
    if (status != STATUS_SUCCESS)
        return status;
    snprintf(path, sizeof path, SYSTEM_FOLDER "%s", system->file);
    status = make_module(path, base, false, module);
    if (status != STATUS_SUCCESS)
        return status;
    (*module)->row.LoadCount = MODULE_PINNED;
    if (system->exports->begin)
        system->exports->begin();
    return STATUS_SUCCESS;
}
