/* GetModuleHandle, LoadLibrary, FreeLibrary, DisableThreadLibraryCalls, GetModuleFileName and
 * GetProcAddress, over the modules that there are. */
#include "win32/module_loader.h"

#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <nt.h>
#include <string.h>

HMODULE WINAPI GetModuleHandleA(const char *name)
{
    return name ? module_loader.find(name)
                : (HMODULE)NtCurrentTeb()->ProcessEnvironmentBlock->ImageBaseAddress;
}

BOOL WINAPI GetModuleHandleExA(DWORD flags, LPCSTR name, HMODULE *module)
{
    const DWORD pin = GET_MODULE_HANDLE_EX_FLAG_PIN;
    const DWORD uncounted = GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    const DWORD by_address = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
    if (module)
        *module = NULL;
    if (flags & ~(pin | uncounted | by_address) || !module ||
        (flags & (pin | uncounted)) == (pin | uncounted) || (flags & by_address && !name)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    HMODULE found = flags & by_address ? module_loader.find_address(name) : GetModuleHandleA(name);
    if (!found || (flags & pin && !module_loader.pin(found)) ||
        (!(flags & (pin | uncounted)) && !module_loader.count(found)))
        return FALSE;
    *module = found;
    return TRUE;
}

HMODULE WINAPI LoadLibraryExA(const char *name, HANDLE file, DWORD flags)
{
    if (name && !file)
        return module_loader.load(name, flags);
    SetLastError(ERROR_INVALID_PARAMETER);
    return NULL;
}

HMODULE WINAPI LoadLibraryA(const char *name)
{
    return LoadLibraryExA(name, NULL, 0);
}

BOOL WINAPI FreeLibrary(HMODULE module)
{
    return module_loader.release(module);
}

BOOL WINAPI DisableThreadLibraryCalls(HMODULE module)
{
    return module_loader.hear_no_threads(module);
}

DWORD WINAPI GetModuleFileNameA(HMODULE module, LPSTR buffer, DWORD size)
{
    char path[MAX_PATH];
    if (!module_loader.path_of(module, path))
        return 0;
    DWORD length = (DWORD)strlen(path);
    if (length < size) {
        strcpy(buffer, path);
        return length;
    }
    if (size) {
        memcpy(buffer, path, size - 1);
        buffer[size - 1] = 0;
    }
    SetLastError(ERROR_INSUFFICIENT_BUFFER);
    return size;
}

FARPROC WINAPI GetProcAddress(HMODULE module, const char *name)
{
    return (FARPROC)module_loader.find_call(module, name);
}
