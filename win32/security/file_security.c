/* Owners and rights of files, which files here have not. */
#include "win32/fails.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <securitybaseapi.h>
#include <winerror.h>

static BOOL refuse_narrow(LPCSTR file)
{
    return GetFileAttributesA(file) == INVALID_FILE_ATTRIBUTES ? FALSE : fails(ERROR_NOT_SUPPORTED);
}

static BOOL refuse_wide(LPCWSTR file)
{
    return GetFileAttributesW(file) == INVALID_FILE_ATTRIBUTES ? FALSE : fails(ERROR_NOT_SUPPORTED);
}

BOOL WINAPI GetFileSecurityA(LPCSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR to,
                             DWORD size, LPDWORD needed)
{
    (void)parts, (void)to, (void)size, (void)needed;
    return refuse_narrow(file);
}

BOOL WINAPI GetFileSecurityW(LPCWSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR to,
                             DWORD size, LPDWORD needed)
{
    (void)parts, (void)to, (void)size, (void)needed;
    return refuse_wide(file);
}

BOOL WINAPI SetFileSecurityA(LPCSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR from)
{
    (void)parts, (void)from;
    return refuse_narrow(file);
}

BOOL WINAPI SetFileSecurityW(LPCWSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR from)
{
    (void)parts, (void)from;
    return refuse_wide(file);
}
