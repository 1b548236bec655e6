/* GetModuleHandle and GetProcAddress over the runtime's own calls. */
#include <ctype.h>
#include <debugapi.h>
#include <errhandlingapi.h>
#include <fibersapi.h>
#include <handleapi.h>
#include <heapapi.h>
#include <interlockedapi.h>
#include <libloaderapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <realtimeapiset.h>
#include <seh.h>
#include <seh_frames.h>
#include <stdbool.h>
#include <string.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <timezoneapi.h>
#include <ums.h>
#include <winnt.h>
#include <winternl.h>

enum module { program, ntdll, kernel32, kernelbase, msvcrt, MODULES };

/* A library's handle is the address of its row, the program's the address of its image. */
static const char *const modules[MODULES] = {"", "ntdll", "kernel32", "kernelbase", "msvcrt"};

static const struct export
{
    enum module module;
    const char *name;
    void *function;
}
exports[] = {
#define EXPORT(module, name) {module, #name, (void *)(name)},
#include "win32/exports.h"
#undef EXPORT
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

HMODULE WINAPI GetModuleHandleA(const char *name)
{
    if (!name)
        return (HMODULE)NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress;
    for (unsigned i = program + 1; i < MODULES; i++)
        if (is_called(modules[i], name))
            return (HMODULE)&modules[i];
    SetLastError(ERROR_MOD_NOT_FOUND);
    return NULL;
}

FARPROC WINAPI GetProcAddress(HMODULE module, const char *name)
{
    bool of_program = !module || module == GetModuleHandleA(NULL);
    const char *const *row = of_program ? &modules[program] : (const char *const *)module;
    DWORD error = (ULONG_PTR)name < 0x10000 ? ERROR_INVALID_ORDINAL : ERROR_PROC_NOT_FOUND;
    if (row < modules || row >= modules + MODULES)
        error = ERROR_MOD_NOT_FOUND;
    else if (error == ERROR_PROC_NOT_FOUND)
        for (unsigned i = 0; i < sizeof exports / sizeof exports[0]; i++)
            if (exports[i].module == (enum module)(row - modules) &&
                strcmp(exports[i].name, name) == 0)
                return (FARPROC)exports[i].function;
    SetLastError(error);
    return NULL;
}
