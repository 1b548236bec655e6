/* bcrypt.dll: random numbers, of the system's generator alone. */
#include "win32/libraries/library.h"

#include <nt.h>
#include <wincrypt.h>
#include <windef.h>

enum { OF_THE_SYSTEM = 2 };

static LONG WINAPI BCryptGenRandom(void *algorithm, UCHAR *bytes, ULONG size, ULONG flags)
{
    if (algorithm || !(flags & OF_THE_SYSTEM))
        return (LONG)STATUS_INVALID_HANDLE;
    if (!bytes)
        return (LONG)STATUS_INVALID_PARAMETER;
    SystemFunction036(bytes, size);
    return STATUS_SUCCESS;
}

static LONG WINAPI BCryptOpenAlgorithmProvider(void **algorithm, LPCWSTR name, LPCWSTR provider,
                                               ULONG flags)
{
    (void)name, (void)provider, (void)flags;
    *algorithm = NULL;
    return (LONG)0xC0000225; /* STATUS_NOT_FOUND */
}

static LONG WINAPI BCryptCloseAlgorithmProvider(void *algorithm, ULONG flags)
{
    (void)algorithm, (void)flags;
    return (LONG)STATUS_INVALID_HANDLE;
}

static const struct runtime_export rows[] = {
    EXPORT(BCryptCloseAlgorithmProvider),
    EXPORT(BCryptGenRandom),
    EXPORT(BCryptOpenAlgorithmProvider),
};

LIBRARY(bcrypt_module, "bcrypt", rows);
