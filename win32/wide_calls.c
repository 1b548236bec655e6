/* Calls whose wide text becomes narrow, and back. The narrow ones are elsewhere. */
#include "lib/utf16.h"

#include <debugapi.h>
#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <wchar.h>

/* Returns the text in UTF-8 from malloc, and an empty one for NULL. NULL, with the last error:
 * there is no memory. */
static char *narrow_copy(const wchar_t *text)
{
    char *narrow = wide_narrow_copy(text ? text : L"");
    if (!narrow)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return narrow;
}

HMODULE WINAPI GetModuleHandleW(const wchar_t *name)
{
    char *narrow = narrow_copy(name);
    HMODULE module = narrow ? GetModuleHandleA(name ? narrow : NULL) : NULL;
    free(narrow);
    return module;
}

BOOL WINAPI GetModuleHandleExW(DWORD flags, LPCWSTR name, HMODULE *module)
{
    if (flags & GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS || !name)
        return GetModuleHandleExA(flags, (LPCSTR)name, module);
    char *narrow = narrow_copy(name);
    BOOL found = narrow && GetModuleHandleExA(flags, narrow, module);
    free(narrow);
    return found;
}

HMODULE WINAPI LoadLibraryExW(const wchar_t *name, HANDLE file, DWORD flags)
{
    char *narrow = narrow_copy(name);
    HMODULE module = narrow ? LoadLibraryExA(name ? narrow : NULL, file, flags) : NULL;
    free(narrow);
    return module;
}

HMODULE WINAPI LoadLibraryW(const wchar_t *name)
{
    return LoadLibraryExW(name, NULL, 0);
}

DWORD WINAPI GetModuleFileNameW(HMODULE module, LPWSTR buffer, DWORD size)
{
    char narrow[MAX_PATH + 1];
    wchar_t wide[MAX_PATH + 1];
    DWORD length = GetModuleFileNameA(module, narrow, sizeof narrow);
    if (!length)
        return 0;
    length = (DWORD)wide_widen(narrow, wide);
    if (length < size) {
        wcscpy(buffer, wide);
        return length;
    }
    if (size) {
        memcpy(buffer, wide, (size - 1) * sizeof *wide);
        buffer[size - 1] = 0;
    }
    SetLastError(ERROR_INSUFFICIENT_BUFFER);
    return size;
}

void WINAPI OutputDebugStringW(const wchar_t *text)
{
    char *narrow = narrow_copy(text);
    if (narrow)
        OutputDebugStringA(narrow);
    free(narrow);
}

/* ---------------------------------------------------------------- the environment */

LPWSTR WINAPI GetEnvironmentStringsW(void)
{
    char *block = GetEnvironmentStringsA();
    const char *end = block;
    while (end && *end)
        end += strlen(end) + 1;
    wchar_t *wide = block ? malloc((size_t)(end - block + 1) * sizeof *wide) : NULL, *to = wide;
    for (const char *next = block; wide && next < end; next += strlen(next) + 1)
        to += wide_widen(next, to) + 1;
    if (wide)
        *to = 0;
    FreeEnvironmentStringsA(block);
    return wide;
}

BOOL WINAPI FreeEnvironmentStringsW(LPWSTR block)
{
    free(block);
    return TRUE;
}

DWORD WINAPI ExpandEnvironmentStringsW(LPCWSTR source, LPWSTR buffer, DWORD size)
{
    char *narrow = narrow_copy(source), *text = NULL;
    wchar_t *wide = NULL;
    DWORD room = 0, needed = narrow ? ExpandEnvironmentStringsA(narrow, NULL, 0) : 0;
    while (needed > room) { /* another thread may change the variables meanwhile */
        free(text);
        room = needed;
        text = malloc(room);
        needed = text ? ExpandEnvironmentStringsA(narrow, text, room) : 0;
    }
    wide = needed ? malloc(needed * sizeof *wide) : NULL;
    DWORD length = wide ? (DWORD)wide_widen(text, wide) + 1 : 0;
    if (length && length <= size)
        memcpy(buffer, wide, length * sizeof *wide);
    if (!length)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    free(wide);
    free(text);
    free(narrow);
    return length;
}

DWORD WINAPI GetEnvironmentVariableW(LPCWSTR name, LPWSTR buffer, DWORD size)
{
    char *narrow = narrow_copy(name), *text = NULL;
    wchar_t *wide = NULL;
    DWORD needed = narrow ? GetEnvironmentVariableA(narrow, NULL, 0) : 0, length = 0;
    while (needed) { /* another thread may change the text meanwhile */
        free(text);
        DWORD room = needed;
        text = malloc(room);
        needed = text ? GetEnvironmentVariableA(narrow, text, room) : 0;
        if (text && !needed)
            *text = 0; /* an empty one */
        if (needed < room)
            break;
    }
    wide = text ? malloc((strlen(text) + 1) * sizeof *wide) : NULL;
    if (wide) {
        length = (DWORD)wide_widen(text, wide);
        if (length < size)
            wcscpy(buffer, wide);
        else
            length++;
    }
    free(wide);
    free(text);
    free(narrow);
    return length;
}

BOOL WINAPI SetEnvironmentVariableW(LPCWSTR name, LPCWSTR value)
{
    char *narrow = narrow_copy(name), *text = narrow_copy(value);
    BOOL done = narrow && text && SetEnvironmentVariableA(narrow, value ? text : NULL);
    free(text);
    free(narrow);
    return done;
}

static BOOL CALLBACK widen_line(PINIT_ONCE once, PVOID parameter, PVOID *line)
{
    (void)once, (void)parameter;
    const char *narrow = GetCommandLineA();
    static wchar_t wide[8192];
    wide_widen(narrow, wide);
    *line = wide;
    return TRUE;
}

LPWSTR WINAPI GetCommandLineW(void)
{
    static INIT_ONCE once;
    PVOID line;
    InitOnceExecuteOnce(&once, widen_line, NULL, &line);
    return line;
}
