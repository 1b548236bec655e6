/* advapi32's numbers by chance.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/windows_check.h"

static void check_error(int refused, DWORD error, const char *claim)
{
    check(refused && GetLastError() == error, claim);
}

static void check_providers(void)
{
    HCRYPTPROV provider = 7;
    check_error(!CryptAcquireContext(&provider, NULL, NULL, PROV_RSA_FULL, 0) && provider == 0,
                (DWORD)NTE_BAD_KEYSET, "an earlier program's keys");
    check_error(!CryptAcquireContext(&provider, NULL, NULL, 99, CRYPT_VERIFYCONTEXT),
                (DWORD)NTE_PROV_TYPE_NOT_DEF, "a type that nobody has");
    check(CryptAcquireContextW(&provider, NULL, MS_ENH_RSA_AES_PROV_W, PROV_RSA_AES,
                               CRYPT_NEWKEYSET | CRYPT_MACHINE_KEYSET),
          "new keys");
    check_error(!CryptReleaseContext(provider, 1), (DWORD)NTE_BAD_FLAGS, "flags of a release");
    check(CryptReleaseContext(provider, 0), "a release");
    check_error(!CryptReleaseContext(7, 0), ERROR_INVALID_PARAMETER, "a release of another number");
}

static void check_numbers(void)
{
    HCRYPTPROV provider;
    BYTE bytes[4][10] = {0};
    check(CryptAcquireContextA(&provider, NULL, MS_DEF_PROV_A, PROV_RSA_FULL, CRYPT_VERIFYCONTEXT),
          "a provider");
    check(CryptGenRandom(provider, 9, bytes[0]) && CryptGenRandom(provider, 9, bytes[1]) &&
              memcmp(bytes[0], bytes[1], 9) != 0,
          "each call gives other bytes");
    check(bytes[0][9] == 0 && CryptGenRandom(provider, 0, bytes[2]) &&
              memcmp(bytes[2], bytes[3], 10) == 0,
          "as many as asked for");
    unsigned ones = 0;
    for (int i = 0; i < 1000; i++) {
        CryptGenRandom(provider, 10, bytes[0]);
        for (int at = 0; at < 10; at++)
            ones += (unsigned)__builtin_popcount(bytes[0][at]);
    }
    check(ones > 39000 && ones < 41000, "half of the bits are set");
    check_error(!CryptGenRandom(0, 9, bytes[0]), ERROR_INVALID_PARAMETER, "no provider");
    HMODULE module = LoadLibraryA("ADVAPI32.dll");
    check(module && GetProcAddress(module, "CryptGenRandom") == (FARPROC)(void *)CryptGenRandom,
          "the module advapi32");
}

int main(void)
{
    check_providers();
    check_numbers();
    return done();
}
