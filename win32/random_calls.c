/* advapi32's numbers by chance. */
#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <wincrypt.h>
#include <winerror.h>

/* A provider keeps nothing, so there is one. Its handle is its address. */
static const char the_provider;

static BOOL is_provider(HCRYPTPROV provider)
{
    if (provider == (HCRYPTPROV)&the_provider)
        return TRUE;
    SetLastError(ERROR_INVALID_PARAMETER);
    return FALSE;
}

static BOOL acquire(HCRYPTPROV *provider, DWORD type, DWORD flags)
{
    *provider = 0;
    if (type != PROV_RSA_FULL && type != PROV_RSA_AES) {
        SetLastError((DWORD)NTE_PROV_TYPE_NOT_DEF);
        return FALSE;
    }
    if (!(flags & (CRYPT_VERIFYCONTEXT | CRYPT_NEWKEYSET))) {
        SetLastError((DWORD)NTE_BAD_KEYSET);
        return FALSE;
    }
    *provider = (HCRYPTPROV)&the_provider;
    return TRUE;
}

BOOL WINAPI CryptAcquireContextA(HCRYPTPROV *provider, LPCSTR container, LPCSTR name, DWORD type,
                                 DWORD flags)
{
    (void)container;
    (void)name;
    return acquire(provider, type, flags);
}

BOOL WINAPI CryptAcquireContextW(HCRYPTPROV *provider, LPCWSTR container, LPCWSTR name, DWORD type,
                                 DWORD flags)
{
    (void)container;
    (void)name;
    return acquire(provider, type, flags);
}

BOOLEAN NTAPI SystemFunction036(PVOID place, ULONG size)
{
    for (BYTE *bytes = place; size > 0;) {
        unsigned number;
        rand_s(&number);
        ULONG part = size < sizeof number ? size : sizeof number;
        memcpy(bytes, &number, part);
        bytes += part;
        size -= part;
    }
    return TRUE;
}

BOOL WINAPI CryptGenRandom(HCRYPTPROV provider, DWORD size, BYTE *bytes)
{
    return is_provider(provider) && SystemFunction036(bytes, size);
}

BOOL WINAPI CryptReleaseContext(HCRYPTPROV provider, DWORD flags)
{
    if (!is_provider(provider))
        return FALSE;
    if (flags)
        SetLastError((DWORD)NTE_BAD_FLAGS);
    return !flags;
}
