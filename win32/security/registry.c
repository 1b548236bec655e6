/* The registry: roots without keys. */
#include <stdbool.h>
#include <winerror.h>
#include <winreg.h>

static bool is_root(HKEY key)
{
    return key >= HKEY_CLASSES_ROOT && key <= HKEY_CURRENT_CONFIG;
}

/* Returns the answer of a call for a key of a root. */
static LSTATUS answer(HKEY key, DWORD of_root)
{
    return (LSTATUS)(is_root(key) ? of_root : ERROR_INVALID_HANDLE);
}

static LSTATUS open_key(HKEY key, bool is_itself, PHKEY opened, DWORD missing)
{
    if (!opened)
        return (LSTATUS)ERROR_INVALID_PARAMETER;
    *opened = is_root(key) && is_itself ? key : NULL;
    return answer(key, is_itself ? ERROR_SUCCESS : missing);
}

LSTATUS WINAPI RegCloseKey(HKEY key)
{
    return answer(key, ERROR_SUCCESS);
}

LSTATUS WINAPI RegOpenCurrentUser(REGSAM access, PHKEY opened)
{
    (void)access;
    return open_key(HKEY_CURRENT_USER, true, opened, ERROR_SUCCESS);
}

/* Defines the calls for narrow text, or for wide. */
#define CALLS(letter, text, constant_text)                                                         \
    LSTATUS WINAPI RegOpenKeyEx##letter(HKEY key, constant_text name, DWORD options,               \
                                        REGSAM access, PHKEY opened)                               \
    {                                                                                              \
        (void)options, (void)access;                                                               \
        return open_key(key, !name || !*name, opened, ERROR_FILE_NOT_FOUND);                       \
    }                                                                                              \
    LSTATUS WINAPI RegOpenKey##letter(HKEY key, constant_text name, PHKEY opened)                  \
    {                                                                                              \
        return RegOpenKeyEx##letter(key, name, 0, 0, opened);                                      \
    }                                                                                              \
    LSTATUS WINAPI RegCreateKeyEx##letter(                                                         \
        HKEY key, constant_text name, DWORD reserved, text kind, DWORD options, REGSAM access,     \
        const SECURITY_ATTRIBUTES *security, PHKEY opened, LPDWORD how)                            \
    {                                                                                              \
        (void)reserved, (void)kind, (void)options, (void)access, (void)security;                   \
        LSTATUS result = open_key(key, !name || !*name, opened, ERROR_ACCESS_DENIED);              \
        if (result == ERROR_SUCCESS && how)                                                        \
            *how = REG_OPENED_EXISTING_KEY;                                                        \
        return result;                                                                             \
    }                                                                                              \
    LSTATUS WINAPI RegCreateKey##letter(HKEY key, constant_text name, PHKEY opened)                \
    {                                                                                              \
        return RegCreateKeyEx##letter(key, name, 0, NULL, 0, 0, NULL, opened, NULL);               \
    }                                                                                              \
    LSTATUS WINAPI RegQueryValueEx##letter(HKEY key, constant_text name, LPDWORD reserved,         \
                                           LPDWORD type, LPBYTE data, LPDWORD size)                \
    {                                                                                              \
        (void)name, (void)reserved, (void)type, (void)data, (void)size;                            \
        return answer(key, ERROR_FILE_NOT_FOUND);                                                  \
    }                                                                                              \
    LSTATUS WINAPI RegSetValueEx##letter(HKEY key, constant_text name, DWORD reserved, DWORD type, \
                                         const BYTE *data, DWORD size)                             \
    {                                                                                              \
        (void)name, (void)reserved, (void)type, (void)data, (void)size;                            \
        return answer(key, ERROR_ACCESS_DENIED);                                                   \
    }                                                                                              \
    LSTATUS WINAPI RegDeleteKey##letter(HKEY key, constant_text name)                              \
    {                                                                                              \
        return answer(key, name && *name ? ERROR_FILE_NOT_FOUND : ERROR_ACCESS_DENIED);            \
    }                                                                                              \
    LSTATUS WINAPI RegDeleteValue##letter(HKEY key, constant_text name)                            \
    {                                                                                              \
        (void)name;                                                                                \
        return answer(key, ERROR_FILE_NOT_FOUND);                                                  \
    }                                                                                              \
    LSTATUS WINAPI RegEnumKeyEx##letter(HKEY key, DWORD index, text name, LPDWORD size,            \
                                        LPDWORD reserved, text kind, LPDWORD kind_size,            \
                                        PFILETIME written)                                         \
    {                                                                                              \
        (void)index, (void)name, (void)size, (void)reserved, (void)kind, (void)kind_size;          \
        (void)written;                                                                             \
        return answer(key, ERROR_NO_MORE_ITEMS);                                                   \
    }                                                                                              \
    LSTATUS WINAPI RegEnumValue##letter(HKEY key, DWORD index, text name, LPDWORD size,            \
                                        LPDWORD reserved, LPDWORD type, LPBYTE data,               \
                                        LPDWORD data_size)                                         \
    {                                                                                              \
        (void)index, (void)name, (void)size, (void)reserved, (void)type, (void)data;               \
        (void)data_size;                                                                           \
        return answer(key, ERROR_NO_MORE_ITEMS);                                                   \
    }

CALLS(A, LPSTR, LPCSTR)
CALLS(W, LPWSTR, LPCWSTR)
