/* The modules of a native program: itself, and by name the libraries whose calls the runtime has.
 */
#include "win32/module_loader.h"

#include "kernel/call/program.h"
#include "lib/paths.h"
#include "win32/export_declarations.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

enum module { program, ntdll, kernel32, kernelbase, advapi32, msvcrt, user32, MODULES };

/* A library's handle is the address of its row, the program's the address of its image. */
static const char *const modules[MODULES] = {"",         "ntdll",  "kernel32", "kernelbase",
                                             "advapi32", "msvcrt", "user32"};

static const struct export
{
    enum module module;
    const char *name;
    void *function;
}
exports[] = {
#define EXPORT(module, name) {module, #name, (void *)(name)},
#define PROCESS_EXPORT(module, name)
#define PROCESS_CODE(module, name)
#define SYSTEM_CALL(number, name, other, words) EXPORT(ntdll, name)
#define PROCESS_SYSTEM_CALL(number, name, other, words)
#define MISSING_SYSTEM_CALL(number, name, other, words)
#define PROCESS_ALIAS(module, name, of)
#include "win32/exports.h"
};

/* Returns the rest of text behind `small`, a beginning in small letters. NULL: it begins otherwise.
 */
static const char *module_behind(const char *text, const char *small)
{
    while (*small && tolower((unsigned char)*text) == *small)
        text++, small++;
    return *small ? NULL : text;
}

static bool is_called(const char *module, const char *name)
{
    const char *ending = module_behind(name, module);
    const char *end = ending && *ending ? module_behind(ending, ".dll") : ending;
    return end && !*end;
}

/* Returns the module of this name, with or without its folder; NULL if there is none. */
static HMODULE find_module(const char *name)
{
    name = path_last_part(name);
    for (unsigned i = program + 1; i < MODULES; i++)
        if (is_called(modules[i], name))
            return (HMODULE)&modules[i];
    SetLastError(ERROR_MOD_NOT_FOUND);
    return NULL;
}

static HMODULE find_address(const void *address)
{
    MEMORY_BASIC_INFORMATION memory;
    if (VirtualQuery(address, &memory, sizeof memory) && memory.Type == MEM_IMAGE)
        return NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress;
    SetLastError(ERROR_MOD_NOT_FOUND);
    return NULL;
}

/* There is nothing to load. */
static HMODULE load_known(const char *name, DWORD flags)
{
    (void)flags;
    return find_module(name);
}

/* The row of a handle: 0 is the program, MODULES none. */
static unsigned module_row(HMODULE module)
{
    if (!module || module == NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress)
        return program;
    const char *const *row = (const char *const *)module;
    return row > modules && row < modules + MODULES ? (unsigned)(row - modules) : MODULES;
}

static bool is_module(HMODULE module)
{
    if (module && module_row(module) < MODULES)
        return true;
    SetLastError(ERROR_MOD_NOT_FOUND);
    return false;
}

static bool path_of(HMODULE module, char path[MAX_PATH])
{
    int count;
    unsigned row = module_row(module);
    if (row == MODULES) {
        SetLastError(ERROR_MOD_NOT_FOUND);
        return false;
    }
    if (row == program)
        snprintf(path, MAX_PATH, "C:\\%.250s.exe", *program_words(&count));
    else
        snprintf(path, MAX_PATH, "C:\\Windows\\System32\\%s.dll", modules[row]);
    return true;
}

static uint32_t image_size(void)
{
    char *base = NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress, *end = base;
    MEMORY_BASIC_INFORMATION memory;
    while (VirtualQuery(end, &memory, sizeof memory) && memory.AllocationBase == base)
        end += memory.RegionSize;
    return (uint32_t)(end - base);
}

static bool each(bool (*tell)(const struct module_facts *facts, void *context), void *context)
{
    bool goes_on = true;
    for (unsigned row = program; row < MODULES && goes_on; row++) {
        char path[MAX_PATH];
        struct module_facts facts = {
            row == program ? NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress
                           : (HMODULE)&modules[row],
            path, row == program ? image_size() : 0, 0xFFFF /* it stays */};
        goes_on = path_of(facts.handle, path) && tell(&facts, context);
    }
    return goes_on;
}

static const void *find_call(HMODULE module, const char *name)
{
    unsigned row = module_row(module);
    DWORD error = (ULONG_PTR)name < 0x10000 ? ERROR_INVALID_ORDINAL : ERROR_PROC_NOT_FOUND;
    if (row == MODULES)
        error = ERROR_MOD_NOT_FOUND;
    else if (error == ERROR_PROC_NOT_FOUND)
        for (unsigned i = 0; i < sizeof exports / sizeof exports[0]; i++)
            if (exports[i].module == (enum module)row && strcmp(exports[i].name, name) == 0)
                return exports[i].function;
    SetLastError(error);
    return NULL;
}

struct module_loader module_loader = {
    .find = find_module,
    .find_address = find_address,
    .load = load_known,
    .release = is_module,
    .count = is_module,
    .pin = is_module,
    .hear_no_threads = is_module,
    .path_of = path_of,
    .each = each,
    .find_call = find_call,
};
