/* GetModuleHandle, LoadLibrary, FreeLibrary, DisableThreadLibraryCalls, GetModuleFileName and
 * GetProcAddress over the runtime's own calls. */
#include "kernel/call/program.h"

#include <consoleapi.h>
#include <ctype.h>
#include <debugapi.h>
#include <errhandlingapi.h>
#include <fibersapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <heapapi.h>
#include <interlockedapi.h>
#include <ioapiset.h>
#include <libloaderapi.h>
#include <memoryapi.h>
#include <processenv.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <realtimeapiset.h>
#include <seh.h>
#include <seh_frames.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <stringapiset.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <timezoneapi.h>
#include <ums.h>
#include <winbase.h>
#include <wincrypt.h>
#include <winnls.h>
#include <winnt.h>
#include <winternl.h>
#include <winuser.h>

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

/* Returns the module of this name, with or without its folder; NULL if there is none. */
static HMODULE find_module(const char *name)
{
    for (const char *next = name; *next; next++)
        if (*next == '\\' || *next == '/')
            name = next + 1;
    for (unsigned i = program + 1; i < MODULES; i++)
        if (is_called(modules[i], name))
            return (HMODULE)&modules[i];
    SetLastError(ERROR_MOD_NOT_FOUND);
    return NULL;
}

HMODULE WINAPI GetModuleHandleA(const char *name)
{
    return name ? find_module(name)
                : (HMODULE)NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress;
}

BOOL WINAPI GetModuleHandleExA(DWORD flags, LPCSTR name, HMODULE *module)
{
    MEMORY_BASIC_INFORMATION memory;
    const DWORD known = GET_MODULE_HANDLE_EX_FLAG_PIN |
                        GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT |
                        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
    if (flags & ~known || !module) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    *module = NULL;
    if (!(flags & GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS))
        *module = GetModuleHandleA(name);
    else if (VirtualQuery(name, &memory, sizeof memory) && memory.Type == MEM_IMAGE)
        *module = GetModuleHandleA(NULL);
    else
        SetLastError(ERROR_MOD_NOT_FOUND);
    return *module != NULL;
}

HMODULE WINAPI LoadLibraryExA(const char *name, HANDLE file, DWORD flags)
{
    (void)flags;
    if (name && !file)
        return find_module(name);
    SetLastError(ERROR_INVALID_PARAMETER);
    return NULL;
}

HMODULE WINAPI LoadLibraryA(const char *name)
{
    return LoadLibraryExA(name, NULL, 0);
}

/* The row of a handle: 0 is the program, MODULES none. */
static unsigned module_row(HMODULE module)
{
    if (!module || module == GetModuleHandleA(NULL))
        return program;
    const char *const *row = (const char *const *)module;
    return row > modules && row < modules + MODULES ? (unsigned)(row - modules) : MODULES;
}

BOOL WINAPI FreeLibrary(HMODULE module)
{
    if (module && module_row(module) < MODULES)
        return TRUE;
    SetLastError(ERROR_MOD_NOT_FOUND);
    return FALSE;
}

BOOL WINAPI DisableThreadLibraryCalls(HMODULE module)
{
    return FreeLibrary(module); /* there is nothing to switch off */
}

DWORD WINAPI GetModuleFileNameA(HMODULE module, LPSTR buffer, DWORD size)
{
    char text[300];
    int count;
    unsigned row = module_row(module);
    if (row == MODULES) {
        SetLastError(ERROR_MOD_NOT_FOUND);
        return 0;
    }
    if (row == program)
        snprintf(text, sizeof text, "C:\\%.250s.exe", *program_words(&count));
    else
        snprintf(text, sizeof text, "C:\\Windows\\System32\\%s.dll", modules[row]);
    DWORD length = (DWORD)strlen(text);
    if (length < size) {
        strcpy(buffer, text);
        return length;
    }
    if (size) {
        memcpy(buffer, text, size - 1);
        buffer[size - 1] = 0;
    }
    SetLastError(ERROR_INSUFFICIENT_BUFFER);
    return size;
}

FARPROC WINAPI GetProcAddress(HMODULE module, const char *name)
{
    unsigned row = module_row(module);
    DWORD error = (ULONG_PTR)name < 0x10000 ? ERROR_INVALID_ORDINAL : ERROR_PROC_NOT_FOUND;
    if (row == MODULES)
        error = ERROR_MOD_NOT_FOUND;
    else if (error == ERROR_PROC_NOT_FOUND)
        for (unsigned i = 0; i < sizeof exports / sizeof exports[0]; i++)
            if (exports[i].module == (enum module)row && strcmp(exports[i].name, name) == 0)
                return (FARPROC)exports[i].function;
    SetLastError(error);
    return NULL;
}
