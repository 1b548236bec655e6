/* Finds the module that a name of LoadLibrary means, and the folders in which its file is looked
 * for. */
#include "win32/process/find_library.h"

#include "lib/paths.h"
#include "win32/process/dll_search.h"
#include "win32/process/make_module.h"

#include <fileapi.h>
#include <processenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- names */

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

bool library_place(const char *name, struct library_place *place)
{
    *place = (struct library_place){.name = NULL};
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

struct module *library_loaded(const struct library_place *place)
{
    return *place->path ? module_by_path(place->path) : module_by_name(place->name);
}

/* ---------------------------------------------------------------- folders */

/* Maps the library if this folder has it. */
static uint32_t look_in(const char *folder, int length, const char *name, bool is_looked_at,
                        struct module **module)
{
    char whole[2 * MODULE_PATH], path[MODULE_PATH];
    bool ends = length == 0 || strchr("\\/", folder[length - 1]);
    int size = snprintf(whole, sizeof whole, ends ? "%.*s%s" : "%.*s\\%s", length, folder, name);
    return size < (int)sizeof whole && make_whole(whole, path)
               ? module_of_file(path, false, is_looked_at, module)
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

uint32_t library_file(const struct library_place *place, bool is_looked_at, struct module **module)
{
    const char *program = program_module->path;
    char folder[MAX_PATH];
    if (*place->path)
        return module_of_file(place->path, false, is_looked_at, module);
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
