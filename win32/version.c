/* The version, which is that of the PEB. */
#include "kernel/call/tib.h"

#include <errhandlingapi.h>
#include <nt.h>
#include <stdbool.h>
#include <string.h>
#include <sysinfoapi.h>
#include <wchar.h>

#define SERVICE_PACK      "Service Pack 1"
#define SERVICE_PACK_WIDE L"Service Pack 1"
enum { SINGLE_USER = 0x100 /* of the suites */ };

DWORD WINAPI GetVersion(void)
{
    const PEB *peb = tib_current()->ProcessEnvironmentBlock;
    return peb->OSMajorVersion | peb->OSMinorVersion << 8 | (DWORD)peb->OSBuildNumber << 16;
}

static bool is_size(DWORD size, DWORD plain, DWORD extended)
{
    if (size == plain || size == extended)
        return true;
    SetLastError(ERROR_INSUFFICIENT_BUFFER);
    return false;
}

BOOL WINAPI GetVersionExA(LPOSVERSIONINFOA version)
{
    const PEB *peb = tib_current()->ProcessEnvironmentBlock;
    DWORD size = version->dwOSVersionInfoSize;
    if (!is_size(size, sizeof(OSVERSIONINFOA), sizeof(OSVERSIONINFOEXA)))
        return FALSE;
    OSVERSIONINFOEXA whole = {.dwOSVersionInfoSize = size,
                              .dwMajorVersion = peb->OSMajorVersion,
                              .dwMinorVersion = peb->OSMinorVersion,
                              .dwBuildNumber = peb->OSBuildNumber,
                              .dwPlatformId = VER_PLATFORM_WIN32_NT,
                              .szCSDVersion = SERVICE_PACK,
                              .wServicePackMajor = 1,
                              .wSuiteMask = SINGLE_USER,
                              .wProductType = VER_NT_WORKSTATION};
    memcpy(version, &whole, size);
    return TRUE;
}

BOOL WINAPI GetVersionExW(LPOSVERSIONINFOW version)
{
    OSVERSIONINFOEXA narrow = {.dwOSVersionInfoSize = sizeof narrow};
    DWORD size = version->dwOSVersionInfoSize;
    if (!is_size(size, sizeof(OSVERSIONINFOW), sizeof(OSVERSIONINFOEXW)))
        return FALSE;
    GetVersionExA((LPOSVERSIONINFOA)&narrow);
    OSVERSIONINFOEXW whole = {.dwOSVersionInfoSize = size,
                              .dwMajorVersion = narrow.dwMajorVersion,
                              .dwMinorVersion = narrow.dwMinorVersion,
                              .dwBuildNumber = narrow.dwBuildNumber,
                              .dwPlatformId = narrow.dwPlatformId,
                              .szCSDVersion = SERVICE_PACK_WIDE,
                              .wServicePackMajor = narrow.wServicePackMajor,
                              .wSuiteMask = narrow.wSuiteMask,
                              .wProductType = narrow.wProductType};
    memcpy(version, &whole, size);
    return TRUE;
}
