/* From a name to a module that can be called. */
#include "win32/process/load.h"

#include "win32/image/image_view.h"
#include "win32/image/map.h"
#include "win32/image/runtime_image.h"
#include "win32/process/attach.h"
#include "win32/process/file_bytes.h"
#include "win32/process/locals.h"
#include "win32/process/system_modules.h"

#include <fileapi.h>
#include <libloaderapi.h>
#include <stdio.h>
#include <string.h>

struct load_failure load_failure;

/* ---------------------------------------------------------------- names */

#define SYSTEM_FOLDER "C:\\Windows\\system32\\"

static const char *behind_folder(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '\\' || *path == '/')
            name = path + 1;
    return name;
}

/* The name as the loader's lists have it: without blanks behind it, with ".DLL" where it has no
 * ending; a dot at its end stands for no ending. Returns false for one that is empty or too long.
 */
static bool make_plain(const char *name, char plain[MODULE_PATH])
{
    size_t length = strlen(name);
    while (length && name[length - 1] == ' ')
        length--;
    if (length == 0 || length > MODULE_PATH - sizeof ".DLL")
        return false;
    memcpy(plain, name, length);
    plain[length] = 0;
    if (plain[length - 1] == '.')
        plain[length - 1] = 0;
    else if (!strchr(behind_folder(plain), '.'))
        strcpy(plain + length, ".DLL");
    return true;
}

struct module *load_find(const char *name)
{
    char plain[MODULE_PATH];
    if (!make_plain(name, plain))
        return NULL;
    if (*behind_folder(plain) && behind_folder(plain) != plain)
        return module_by_path(plain);
    return module_by_name(system_module_host(plain));
}

/* ---------------------------------------------------------------- one module */

uint32_t load_fail(uint32_t status, const struct module *importer, const char *name)
{
    load_failure = (struct load_failure){.status = status};
    strncpy(load_failure.importer, importer ? module_name(importer) : "", MODULE_PATH - 1);
    strncpy(load_failure.module, name, MODULE_PATH - 1);
    return status;
}

/* Takes an image away that has no row, or with its row. */
static void discard(struct module *module)
{
    char *base = module_base(module);
    locals_take_number(module);
    module_forget(module);
    image_unmap(base);
}

/* Makes the mapped image a module whose addresses are right. */
static uint32_t make_module(const char *path, char *base, struct module **module)
{
    bool moved = image_headers(base)->OptionalHeader.ImageBase != (uint32_t)base;
    /* A program that is loaded as a library is there to be looked at. */
    bool is_looked_at =
        program_module && !(image_headers(base)->FileHeader.Characteristics & IMAGE_FILE_DLL);
    *module = module_make(path, base);
    if (!*module) {
        image_unmap(base);
        return STATUS_NO_MEMORY;
    }
    if (moved)
        (*module)->row.Flags |= MODULE_NOT_AT_BASE;
    (*module)->is_unresolved = is_looked_at;
    uint32_t status = is_looked_at ? STATUS_SUCCESS : image_relocate(base);
    if (status == STATUS_SUCCESS && !is_looked_at)
        status = locals_give_number(*module);
    if (status != STATUS_SUCCESS)
        discard(*module);
    return status;
}

static uint32_t map_file(const char *path, bool is_program, struct module **module)
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
    return status == STATUS_SUCCESS ? make_module(path, base, module) : status;
}

static uint32_t make_of_runtime(const struct system_module *system, struct module **module)
{
    char path[MODULE_PATH], *base;
    uint32_t status = runtime_image_make(system->exports, system->base, &base);
    if (status != STATUS_SUCCESS)
        return status;
    snprintf(path, sizeof path, SYSTEM_FOLDER "%s.dll", system->exports->name);
    status = make_module(path, base, module);
    if (status != STATUS_SUCCESS)
        return status;
    (*module)->row.LoadCount = MODULE_PINNED;
    return STATUS_SUCCESS;
}

/* Libraries without a folder lie beside the program, in the current folder, or in Windows' own. */
static uint32_t find_file(const char *plain, struct module **module)
{
    const char *program = program_module->path;
    char path[MODULE_PATH];
    if (behind_folder(plain) != plain) {
        return GetFullPathNameA(plain, sizeof path, path, NULL) ? map_file(path, false, module)
                                                                : STATUS_DLL_NOT_FOUND;
    }
    const struct {
        int length;
        const char *folder;
    } places[] = {{(int)(behind_folder(program) - program), program}, {0, ""}};
    uint32_t status = STATUS_DLL_NOT_FOUND;
    for (unsigned i = 0; i < 2 && status == STATUS_DLL_NOT_FOUND; i++) {
        char name[2 * MODULE_PATH];
        snprintf(name, sizeof name, "%.*s%s", places[i].length, places[i].folder, plain);
        if (GetFullPathNameA(name, sizeof path, path, NULL))
            status = map_file(path, false, module);
    }
    return status;
}

/* Finds or makes the module of this plain name, whose imports are not bound then. */
static uint32_t find_or_make(const char *plain, struct module **module, bool *is_new)
{
    const char *host = system_module_host(plain);
    bool has_folder = behind_folder(plain) != plain;
    *is_new = false;
    *module = has_folder ? module_by_path(plain) : module_by_name(host);
    if (*module)
        return STATUS_SUCCESS;
    const struct system_module *system = has_folder ? NULL : system_module_find(host);
    *is_new = true;
    return system ? make_of_runtime(system, module) : find_file(plain, module);
}

uint32_t load_needed(const char *name, struct module *importer, struct module **module)
{
    char plain[MODULE_PATH];
    bool is_new = false;
    uint32_t status = STATUS_DLL_NOT_FOUND;
    if (make_plain(name, plain))
        status = find_or_make(plain, module, &is_new);
    if (status != STATUS_SUCCESS)
        return load_fail(status, importer, name);
    if (importer && !module_note_import(importer, *module))
        return load_fail(STATUS_NO_MEMORY, importer, name);
    return is_new ? load_bind(*module) : STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- counts */

static void forget_walks(void)
{
    MODULE_FOR_EACH(module)
    module->is_walked = false;
}

static void count_tree(struct module *module, int change, bool for_ever)
{
    if (module->is_walked || module->row.LoadCount == MODULE_PINNED)
        return;
    module->is_walked = true;
    module->row.LoadCount = for_ever ? MODULE_PINNED : (USHORT)(module->row.LoadCount + change);
    for (unsigned i = 0; i < module->import_count; i++)
        count_tree(module->imports[i], change, for_ever);
}

void load_count(struct module *module, bool for_ever)
{
    forget_walks();
    count_tree(module, 1, for_ever);
}

/* Returns the module without a count that was initialized last, or that was loaded last if none
 * was; NULL when all have counts. */
static struct module *next_to_go(void)
{
    struct module *last = NULL;
    MODULE_FOR_EACH(module)
    if (module->row.LoadCount == 0 && module != program_module)
        last = module;
    LIST_ENTRY *head = &loader_data.InInitializationOrderModuleList;
    for (LIST_ENTRY *link = head->Blink; link != head; link = link->Blink) {
        struct module *module = module_of_initialization(link);
        if (module->row.LoadCount == 0 && module->row.Flags & MODULE_ATTACHED)
            return module;
    }
    return last;
}

/* All entries are called before the first module goes, because they may call each other. */
static void unload_uncounted(void)
{
    struct module *module;
    while ((module = next_to_go()) && module->row.Flags & MODULE_ATTACHED)
        attach_take_back(module, NULL);
    while ((module = next_to_go()))
        discard(module);
}

void unload_library(struct module *module)
{
    forget_walks();
    count_tree(module, -1, false);
    unload_uncounted();
}

/* ---------------------------------------------------------------- programs and libraries */

const char *const load_always[LOAD_ALWAYS] = {"ntdll.dll", "KERNELBASE.dll", "kernel32.dll"};

uint32_t load_program(const char *path)
{
    struct module *module;
    uint32_t status = map_file(path, true, &program_module);
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

uint32_t load_attach_found(void)
{
    uint32_t status = STATUS_SUCCESS;
    MODULE_FOR_EACH(module)
    if (module->row.LoadCount == 0 && status == STATUS_SUCCESS) {
        load_count(module, true);
        status = attach_tree(module, NULL);
    }
    return status;
}

uint32_t load_library(const char *name, uint32_t flags, struct module **module)
{
    char plain[MODULE_PATH];
    bool is_new = false;
    uint32_t status = STATUS_DLL_NOT_FOUND;
    if (make_plain(name, plain))
        status = find_or_make(plain, module, &is_new);
    if (status != STATUS_SUCCESS)
        return load_fail(status, NULL, name);
    if (is_new && flags & DONT_RESOLVE_DLL_REFERENCES)
        (*module)->is_unresolved = true;
    if (is_new && !(*module)->is_unresolved)
        status = load_bind(*module);
    else if (is_new)
        image_protect_sections(module_base(*module));
    if (status == STATUS_SUCCESS) {
        load_count(*module, false);
        status = attach_tree(*module, NULL);
        if (status != STATUS_SUCCESS)
            unload_library(*module);
    } else {
        unload_uncounted();
    }
    return status;
}
