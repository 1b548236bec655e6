#include "win32/kernel32/search_settings.h"

#include "win32/fails.h"
#include "win32/files/file_names.h"

#include <processenv.h>
#include <string.h>

VOID WINAPI SetFileApisToANSI(void)
{
}

VOID WINAPI SetFileApisToOEM(void)
{
}

BOOL WINAPI NeedCurrentDirectoryForExePathA(LPCSTR name)
{
    return strchr(name, '\\') ||
           !GetEnvironmentVariableA("NoDefaultCurrentDirectoryInExePath", NULL, 0);
}

BOOL WINAPI NeedCurrentDirectoryForExePathW(LPCWSTR name)
{
    char narrow[FILE_NARROW_SIZE];
    return NeedCurrentDirectoryForExePathA(file_narrow(name, narrow));
}

BOOL WINAPI SetSearchPathMode(DWORD flags)
{
    enum { SAFE = 1, UNSAFE = 0x10000, FOR_EVER = 0x8000 };
    static bool is_fixed;
    if (flags != SAFE && flags != UNSAFE && flags != (SAFE | FOR_EVER))
        return fails(ERROR_INVALID_PARAMETER);
    if (is_fixed)
        return fails(ERROR_ACCESS_DENIED);
    is_fixed = flags & FOR_EVER;
    return TRUE;
}
