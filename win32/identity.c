/* The machine's name, the user's, and their language. */
#include "win32/process_handle.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <string.h>
#include <sysinfoapi.h>
#include <wchar.h>
#include <winbase.h>
#include <winnls.h>

#define COMPUTER "TRAPLINE"
#define USER     "User"
#define LANGUAGE L"en-US"

/* Copies a name of `count` units, its zero among them, if *size units have room for it, and tells
 * `told`; else what it needs. */
static BOOL tell(const void *name, SIZE_T unit, DWORD count, PVOID buffer, LPDWORD size, DWORD told,
                 DWORD error)
{
    BOOL fits = buffer && *size >= count;
    if (fits)
        memcpy(buffer, name, count * unit);
    else
        SetLastError(error);
    *size = fits ? told : count;
    return fits;
}

/* The first two tell the length without its zero, the others with it. */
BOOL WINAPI GetComputerNameA(LPSTR buffer, LPDWORD size)
{
    return tell(COMPUTER, 1, sizeof COMPUTER, buffer, size, sizeof COMPUTER - 1,
                ERROR_BUFFER_OVERFLOW);
}

BOOL WINAPI GetComputerNameW(LPWSTR buffer, LPDWORD size)
{
    return tell(L"" COMPUTER, sizeof *buffer, sizeof COMPUTER, buffer, size, sizeof COMPUTER - 1,
                ERROR_BUFFER_OVERFLOW);
}

BOOL WINAPI GetUserNameA(LPSTR buffer, LPDWORD size)
{
    return tell(USER, 1, sizeof USER, buffer, size, sizeof USER, ERROR_INSUFFICIENT_BUFFER);
}

BOOL WINAPI GetUserNameW(LPWSTR buffer, LPDWORD size)
{
    return tell(L"" USER, sizeof *buffer, sizeof USER, buffer, size, sizeof USER,
                ERROR_INSUFFICIENT_BUFFER);
}

BOOL WINAPI IsWow64Process(HANDLE process, PBOOL is)
{
    return process_tell(process, (DWORD *)is, FALSE);
}

/* ---------------------------------------------------------------- the language */

LCID WINAPI GetUserDefaultLCID(void)
{
    return MAKELCID(MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US), SORT_DEFAULT);
}

LCID WINAPI GetSystemDefaultLCID(void) __attribute__((alias("GetUserDefaultLCID")));
LCID WINAPI GetThreadLocale(void) __attribute__((alias("GetUserDefaultLCID")));

LANGID WINAPI GetUserDefaultLangID(void)
{
    return MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US);
}

LANGID WINAPI GetSystemDefaultLangID(void) __attribute__((alias("GetUserDefaultLangID")));
LANGID WINAPI GetUserDefaultUILanguage(void) __attribute__((alias("GetUserDefaultLangID")));
LANGID WINAPI GetSystemDefaultUILanguage(void) __attribute__((alias("GetUserDefaultLangID")));

int WINAPI GetUserDefaultLocaleName(LPWSTR buffer, int size)
{
    int needed = sizeof LANGUAGE / sizeof *buffer;
    if (size < 0 || (size && !buffer)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    if (size && size < needed) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (size)
        wcscpy(buffer, LANGUAGE);
    return needed;
}
