/* Numbers by chance, by advapi32's calls. Part of windows.h, unless WIN32_LEAN_AND_MEAN leaves it
 * out; there is no other cryptography. The numbers are rand_s's: they are no secrets.
 * Ordinary code, at either privilege level.
 */
#ifndef WINCRYPT_H
#define WINCRYPT_H

#include <windef.h>

typedef ULONG_PTR HCRYPTPROV;

#define PROV_RSA_FULL         1
#define PROV_RSA_AES          24
#define CRYPT_VERIFYCONTEXT   0xF0000000u
#define CRYPT_NEWKEYSET       0x8u
#define CRYPT_DELETEKEYSET    0x10u
#define CRYPT_MACHINE_KEYSET  0x20u
#define CRYPT_SILENT          0x40u

#define NTE_BAD_FLAGS         ((HRESULT)0x80090009)
#define NTE_BAD_KEYSET        ((HRESULT)0x80090016)
#define NTE_PROV_TYPE_NOT_DEF ((HRESULT)0x80090017)

#define MS_DEF_PROV_A         "Microsoft Base Cryptographic Provider v1.0"
#define MS_DEF_PROV_W         L"Microsoft Base Cryptographic Provider v1.0"
#define MS_ENHANCED_PROV_A    "Microsoft Enhanced Cryptographic Provider v1.0"
#define MS_ENHANCED_PROV_W    L"Microsoft Enhanced Cryptographic Provider v1.0"
#define MS_ENH_RSA_AES_PROV_A "Microsoft Enhanced RSA and AES Cryptographic Provider"
#define MS_ENH_RSA_AES_PROV_W L"Microsoft Enhanced RSA and AES Cryptographic Provider"

/* There are no keys to keep: one asks for none of them (CRYPT_VERIFYCONTEXT) or for new ones
 * (CRYPT_NEWKEYSET). FALSE: NTE_BAD_KEYSET for those of an earlier program, NTE_PROV_TYPE_NOT_DEF
 * for a type that is not above. The names are not looked at. */
BOOL WINAPI CryptAcquireContextA(HCRYPTPROV *provider, LPCSTR container, LPCSTR name, DWORD type,
                                 DWORD flags);
BOOL WINAPI CryptAcquireContextW(HCRYPTPROV *provider, LPCWSTR container, LPCWSTR name, DWORD type,
                                 DWORD flags);

/* Fills size bytes. FALSE: ERROR_INVALID_PARAMETER, for a provider that CryptAcquireContext has not
 * given. */
BOOL WINAPI CryptGenRandom(HCRYPTPROV provider, DWORD size, BYTE *bytes);

/* CryptGenRandom without a provider: RtlGenRandom, by the name that advapi32 exports. TRUE. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG size);
#define RtlGenRandom SystemFunction036

/* FALSE: ERROR_INVALID_PARAMETER, as above; NTE_BAD_FLAGS, for flags that are not 0. */
BOOL WINAPI CryptReleaseContext(HCRYPTPROV provider, DWORD flags);

#ifdef UNICODE
#define CryptAcquireContext CryptAcquireContextW
#define MS_DEF_PROV         MS_DEF_PROV_W
#define MS_ENHANCED_PROV    MS_ENHANCED_PROV_W
#define MS_ENH_RSA_AES_PROV MS_ENH_RSA_AES_PROV_W
#else
#define CryptAcquireContext CryptAcquireContextA
#define MS_DEF_PROV         MS_DEF_PROV_A
#define MS_ENHANCED_PROV    MS_ENHANCED_PROV_A
#define MS_ENH_RSA_AES_PROV MS_ENH_RSA_AES_PROV_A
#endif

#endif
