/* The loader behind GetModuleHandle, LoadLibrary and their kin. */
#include "win32/process/loader_calls.h"

#include "seh_emul/error_codes.h"
#include "win32/image/map.h"
#include "win32/module_loader.h"
#include "win32/process/load.h"
#include "win32/process/module.h"

#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <seh.h>
#include <string.h>

/* The module of a handle, NULL with ERROR_MOD_NOT_FOUND. */
static struct module *module_of(HMODULE handle)
{
    struct module *module = handle ? module_by_base((const void *)handle) : program_module;
    if (!module)
        SetLastError(ERROR_MOD_NOT_FOUND);
    return module;
}

static HMODULE handle_of(const struct module *module)
{
    if (!module)
        SetLastError(ERROR_MOD_NOT_FOUND);
    return module ? (HMODULE)module->row.DllBase : NULL;
}

/* Each call below is one hold of the lock. */

static HMODULE find_named(const char *name)
{
    EnterCriticalSection(&loader_lock);
    HMODULE handle = handle_of(load_find(name));
    LeaveCriticalSection(&loader_lock);
    return handle;
}

static HMODULE find_address(const void *address)
{
    EnterCriticalSection(&loader_lock);
    HMODULE handle = handle_of(module_by_address(address));
    LeaveCriticalSection(&loader_lock);
    return handle;
}

/* The flags of LoadLibraryEx. Where a library lies is not asked: no two have one name. */
#define KNOWN_FLAGS                                                                                \
    (DONT_RESOLVE_DLL_REFERENCES | LOAD_LIBRARY_AS_DATAFILE | LOAD_WITH_ALTERED_SEARCH_PATH |      \
     LOAD_IGNORE_CODE_AUTHZ_LEVEL | LOAD_LIBRARY_AS_IMAGE_RESOURCE |                               \
     LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR |                       \
     LOAD_LIBRARY_SEARCH_APPLICATION_DIR | LOAD_LIBRARY_SEARCH_USER_DIRS |                         \
     LOAD_LIBRARY_SEARCH_SYSTEM32 | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS)
_Static_assert(KNOWN_FLAGS == 0x1F7B, "Windows 7's");

/* A file may be damaged in a way that only using it shows. */
SEH_FUNCTION uint32_t loader_load_guarded(const char *name, DWORD flags, struct module **module)
{
    unsigned walks = module_walks;
    uint32_t status = STATUS_SUCCESS;
    __try {
        status = load_library(name, flags, module);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        status = (uint32_t)GetExceptionCode();
        module_walks = walks;
        load_drop_uncounted();
    }
    return status;
}

/* Success leaves the last error as it was. */
static HMODULE load_named(const char *name, DWORD flags)
{
    struct module *module;
    DWORD error = GetLastError();
    if (flags & ~KNOWN_FLAGS) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    EnterCriticalSection(&loader_lock);
    uint32_t status = loader_load_guarded(name, flags, &module);
    HMODULE handle = status == STATUS_SUCCESS ? handle_of(module) : NULL;
    LeaveCriticalSection(&loader_lock);
    bool is_data = flags & (LOAD_LIBRARY_AS_DATAFILE | LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE);
    if (status == STATUS_SUCCESS)
        SetLastError(error);
    else if (is_data && status == STATUS_DLL_NOT_FOUND)
        SetLastError(ERROR_FILE_NOT_FOUND);
    else
        error_set(status);
    return handle;
}

static bool release(HMODULE handle)
{
    EnterCriticalSection(&loader_lock);
    struct module *module = handle ? module_of(handle) : NULL;
    if (module && module->row.LoadCount != MODULE_PINNED && !loader_data.ShutdownInProgress)
        unload_library(module);
    LeaveCriticalSection(&loader_lock);
    if (!handle)
        SetLastError(ERROR_INVALID_HANDLE);
    return module != NULL;
}

static bool count_for(HMODULE handle, bool for_ever)
{
    EnterCriticalSection(&loader_lock);
    struct module *module = module_of(handle);
    if (module)
        load_count(module, for_ever);
    LeaveCriticalSection(&loader_lock);
    return module != NULL;
}

static bool count(HMODULE handle)
{
    return count_for(handle, false);
}

static bool pin(HMODULE handle)
{
    return count_for(handle, true);
}

static bool hear_no_threads(HMODULE handle)
{
    EnterCriticalSection(&loader_lock);
    struct module *module = module_of(handle);
    bool has_locals = module && module->locals >= 0;
    if (module && !has_locals)
        module->row.Flags |= MODULE_NO_THREAD_CALLS;
    LeaveCriticalSection(&loader_lock);
    if (has_locals)
        SetLastError(ERROR_INVALID_PARAMETER);
    return module && !has_locals;
}

static bool path_of(HMODULE handle, char path[MAX_PATH])
{
    EnterCriticalSection(&loader_lock);
    const struct module *module = module_of(handle);
    if (module)
        strcpy(path, module->path);
    LeaveCriticalSection(&loader_lock);
    if (module)
        SetLastError(ERROR_SUCCESS);
    return module != NULL;
}

SEH_FUNCTION uint32_t loader_find_guarded(struct module *module, const char *name,
                                          const void **address)
{
    bool by_number = (ULONG_PTR)name < 0x10000;
    unsigned walks = module_walks;
    uint32_t status = STATUS_SUCCESS;
    __try {
        status =
            load_find_export(module, by_number ? NULL : name,
                             by_number ? (uint32_t)(ULONG_PTR)name : UINT32_MAX, NULL, address);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        status = (uint32_t)GetExceptionCode();
        module_walks = walks;
    }
    return status;
}

/* Success leaves the last error as it was. */
static const void *find_call(HMODULE handle, const char *name)
{
    const void *address = NULL;
    DWORD error = GetLastError();
    EnterCriticalSection(&loader_lock);
    struct module *module = module_of(handle);
    uint32_t status = STATUS_INVALID_PARAMETER;
    if (module && name)
        status = loader_find_guarded(module, name, &address);
    LeaveCriticalSection(&loader_lock);
    if (status == STATUS_DLL_NOT_FOUND) /* another module's, to which the export leads */
        status = STATUS_ENTRYPOINT_NOT_FOUND;
    if (module && status != STATUS_SUCCESS)
        error_set(status);
    else if (module)
        SetLastError(error);
    return status == STATUS_SUCCESS ? address : NULL;
}

/* ---------------------------------------------------------------- images that are no modules */

static uint32_t check_image(const char *bytes, uint32_t file_size, uint32_t *size)
{
    struct image_file file;
    uint32_t status = image_file_check(&file, bytes, file_size);
    if (status == STATUS_SUCCESS)
        *size = file.pages;
    return status;
}

static uint32_t map_image(const char *bytes, uint32_t file_size, char **base)
{
    struct image_file file;
    uint32_t status = image_file_check(&file, bytes, file_size);
    if (status == STATUS_SUCCESS)
        status = image_map(&file, base);
    if (status == STATUS_SUCCESS)
        image_protect_sections(*base);
    return status;
}

static bool each(bool (*tell)(const struct module_facts *facts, void *context), void *context)
{
    bool goes_on = true;
    EnterCriticalSection(&loader_lock);
    MODULE_FOR_EACH (module) {
        struct module_facts facts = {(HMODULE)module->row.DllBase, module->path,
                                     module->row.SizeOfImage, module->row.LoadCount};
        goes_on = goes_on && tell(&facts, context);
    }
    LeaveCriticalSection(&loader_lock);
    return goes_on;
}

void loader_calls_begin(void)
{
    module_loader = (struct module_loader){
        .find = find_named,
        .find_address = find_address,
        .load = load_named,
        .release = release,
        .count = count,
        .pin = pin,
        .hear_no_threads = hear_no_threads,
        .path_of = path_of,
        .each = each,
        .find_call = find_call,
        .check_image = check_image,
        .map_image = map_image,
        .unmap_image = image_unmap,
    };
}
