/* From a name to a module that can be called. */
#include "win32/process/load.h"

#include "lib/paths.h"
#include "win32/image/image_view.h"
#include "win32/image/map.h"
#include "win32/image/runtime_image.h"
#include "win32/process/attach.h"
#include "win32/process/dll_search.h"
#include "win32/process/file_bytes.h"
#include "win32/process/load_config.h"
#include "win32/process/locals.h"
#include "win32/process/system_modules.h"
#include "win32/process/tell.h"

#include <fileapi.h>
#include <libloaderapi.h>
#include <processenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct load_failure load_failure;

/* ---------------------------------------------------------------- names */

#define SYSTEM_FOLDER "C:\\Windows\\system32\\"

/* What a name of LoadLibrary's means: a whole path, or the name of a module, which may be one of
 * the runtime's that was given with Windows' folder. */
struct place {
    char plain[MODULE_PATH]; /* as the loader's lists have names */
    char path[MODULE_PATH];  /* "": the name alone */
    const char *name;
};

/* Takes blanks behind the name away, and adds ".DLL" where it has no ending; a dot at its end
 * stands for no ending. Returns false for a name that is empty or too long. */
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
    else if (!strchr(path_last_part(plain), '.'))
        strcpy(plain + length, ".DLL");
    return true;
}

/* Makes a name a whole path. Returns false for one that no file can have. */
static bool make_whole(const char *name, char path[MODULE_PATH])
{
    DWORD length = GetFullPathNameA(name, MODULE_PATH, path, NULL);
    return length && length < MODULE_PATH;
}

static bool find_place(const char *name, struct place *place)
{
    *place = (struct place){.name = NULL};
    if (!make_plain(name, place->plain))
        return false;
    place->name = system_module_host(place->plain);
    if (path_last_part(place->plain) == place->plain)
        return true;
    if (!make_whole(place->plain, place->path))
        return false;
    const size_t folder = strlen(SYSTEM_FOLDER);
    const struct system_module *system = _strnicmp(place->path, SYSTEM_FOLDER, folder) == 0
                                             ? system_module_find(place->path + folder)
                                             : NULL;
    if (system) {
        place->name = system->file;
        place->path[0] = 0;
    }
    return true;
}

static struct module *find_loaded(const struct place *place)
{
    return *place->path ? module_by_path(place->path) : module_by_name(place->name);
}

struct module *load_find(const char *name)
{
    struct place place;
    return find_place(name, &place) ? find_loaded(&place) : NULL;
}

/* ---------------------------------------------------------------- one module */

uint32_t load_fail(uint32_t status, const struct module *importer, const char *name)
{
    load_failure = (struct load_failure){.status = status};
    strncpy(load_failure.importer, importer ? module_name(importer) : "", MODULE_PATH - 1);
    strncpy(load_failure.module, name, MODULE_PATH - 1);
    return status;
}

/* Takes the module and its image away. */
static void discard(struct module *module)
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
        discard(made);
        return status;
    }
    module_read_entry(made);
    tell_module(made);
    *module = made;
    return STATUS_SUCCESS;
}

static uint32_t map_file(const char *path, bool is_program, bool is_looked_at,
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

static uint32_t make_of_runtime(const struct system_module *system, struct module **module)
{
    char path[MODULE_PATH], *base;
    uint32_t status = runtime_image_make(system->exports, system->base, &base);
    if (status != STATUS_SUCCESS)
        return status;
    snprintf(path, sizeof path, SYSTEM_FOLDER "%s.dll", system->exports->name);
    status = make_module(path, base, false, module);
    if (status != STATUS_SUCCESS)
        return status;
    (*module)->row.LoadCount = MODULE_PINNED;
    if (system->exports->begin)
        system->exports->begin();
    return STATUS_SUCCESS;
}

/* Maps the library if this folder has it. */
static uint32_t look_in(const char *folder, int length, const char *name, bool is_looked_at,
                        struct module **module)
{
    char whole[2 * MODULE_PATH], path[MODULE_PATH];
    bool ends = length == 0 || strchr("\\/", folder[length - 1]);
    int size = snprintf(whole, sizeof whole, ends ? "%.*s%s" : "%.*s\\%s", length, folder, name);
    return size < (int)sizeof whole && make_whole(whole, path)
               ? map_file(path, false, is_looked_at, module)
               : STATUS_DLL_NOT_FOUND;
}

/* Looks into the folders of a list like PATH. */
static uint32_t look_in_list(const char *list, const char *name, bool is_looked_at,
                             struct module **module)
{
    uint32_t status = STATUS_DLL_NOT_FOUND;
    while (*list && status == STATUS_DLL_NOT_FOUND) {
        size_t length = strcspn(list, ";");
        if (length)
            status = look_in(list, (int)length, name, is_looked_at, module);
        list += length + (list[length] == ';');
    }
    return status;
}

static uint32_t look_in_environment(const char *name, bool is_looked_at, struct module **module)
{
    DWORD size = GetEnvironmentVariableA("PATH", NULL, 0);
    char *list = size ? malloc(size) : NULL;
    uint32_t status = size && !list ? STATUS_NO_MEMORY : STATUS_DLL_NOT_FOUND;
    if (list && GetEnvironmentVariableA("PATH", list, size) < size)
        status = look_in_list(list, name, is_looked_at, module);
    free(list);
    return status;
}

/* A library without a folder lies beside the program, in SetDllDirectory's folder or Windows', in
 * the current one unless that call was made, or in one of PATH. */
static uint32_t find_file(const struct place *place, bool is_looked_at, struct module **module)
{
    const char *program = program_module->path;
    char folder[MAX_PATH];
    if (*place->path)
        return map_file(place->path, false, is_looked_at, module);
    uint32_t status = look_in(program, (int)(path_last_part(program) - program), place->name,
                              is_looked_at, module);
    bool is_set = dll_search_folder(folder);
    const struct {
        bool counts;
        const char *folder;
    } folders[] = {
        {*folder, folder}, {true, SYSTEM_FOLDER}, {true, "C:\\Windows\\"}, {!is_set, ""}};
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (status == STATUS_DLL_NOT_FOUND && folders[i].counts)
            status = look_in(folders[i].folder, (int)strlen(folders[i].folder), place->name,
                             is_looked_at, module);
    return status == STATUS_DLL_NOT_FOUND ? look_in_environment(place->name, is_looked_at, module)
                                          : status;
}

/* Finds or makes the module of this name, whose imports are not bound then. */
static uint32_t find_or_make(const char *name, bool is_looked_at, struct module **module,
                             bool *is_new)
{
    struct place place;
    *is_new = false;
    if (!find_place(name, &place))
        return STATUS_DLL_NOT_FOUND;
    *module = find_loaded(&place);
    if (*module)
        return STATUS_SUCCESS;
    const struct system_module *system = *place.path ? NULL : system_module_find(place.name);
    *is_new = true;
    uint32_t status = STATUS_DLL_NOT_FOUND;
    if (!system || system->yields)
        status = find_file(&place, is_looked_at, module);
    return system && status == STATUS_DLL_NOT_FOUND ? make_of_runtime(system, module) : status;
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

/* ---------------------------------------------------------------- counts */

static void forget_walks(void)
{
    MODULE_FOR_EACH (module)
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

/* The module without a count that was initialized last of those that have not been told; NULL. */
static struct module *next_to_tell(void)
{
    struct module *module = last_initialized;
    while (module && !(module->row.LoadCount == 0 && module->row.Flags & MODULE_ATTACHED))
        module = module->initialized_before;
    return module;
}

static struct module *next_to_go(void)
{
    MODULE_FOR_EACH (module)
        if (module->row.LoadCount == 0 && module != program_module)
            return module;
    return NULL;
}

/* All entries are called before the first module goes, because they may call each other. A module
 * goes only when no walk is on the stack, which may stand at its row, or in its code. */
void load_drop_uncounted(void)
{
    struct module *module;
    module_walks++;
    while ((module = next_to_tell()))
        attach_take_back(module, NULL);
    module_walks--;
    while (module_walks == 0 && (module = next_to_go()))
        discard(module);
}

void unload_library(struct module *module)
{
    forget_walks();
    count_tree(module, -1, false);
    load_drop_uncounted();
}

/* ---------------------------------------------------------------- programs and libraries */

const char *const load_always[LOAD_ALWAYS] = {"ntdll.dll", "KERNELBASE.dll", "kernel32.dll"};

uint32_t load_program(const char *path)
{
    struct module *module;
    uint32_t status = map_file(path, true, false, &program_module);
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

/* What is only looked at is neither bound nor called. */
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
        status = attach_tree(*module, NULL);
        if (status != STATUS_SUCCESS)
            unload_library(*module);
    } else {
        load_drop_uncounted();
    }
    return status;
}
