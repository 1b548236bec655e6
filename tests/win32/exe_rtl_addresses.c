/* Addresses of the internet, read and written with what stands behind them, by ntdll. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))
#define WRITER(name)            CALL(void *, name, const void *, void *)

static void check_four(void)
{
    static const char *const four[] = {"1.2.3.4:80", "1.2.3.010", "0x7F000001", "1.2",
                                       "1.2.3.256",  "1..2",      "1.2.3.4x"};
    for (unsigned i = 0; i < sizeof four / sizeof *four; i++) {
        BYTE address[4] = {9, 9, 9, 9};
        WCHAR wide[40];
        const WCHAR *wide_end = NULL;
        const char *end = NULL;
        USHORT port = 0xFFFF;
        char text[40];
        ULONG size = sizeof text, small = 7;
        MultiByteToWideChar(CP_ACP, 0, four[i], -1, wide, 40);
        printf("%s: %lX", four[i],
               CALL(LONG, RtlIpv4StringToAddressA, const char *, BOOLEAN, const char **,
                    void *)(four[i], FALSE, &end, address));
        printf(" at %d", (int)(end - four[i]));
        printf(" %lX", CALL(LONG, RtlIpv4StringToAddressW, const WCHAR *, BOOLEAN, const WCHAR **,
                            void *)(wide, TRUE, &wide_end, address));
        printf(" at %d, Ex %lX", (int)(wide_end - wide),
               CALL(LONG, RtlIpv4StringToAddressExA, const char *, BOOLEAN, void *,
                    USHORT *)(four[i], FALSE, address, &port));
        printf(" %lX %X",
               CALL(LONG, RtlIpv4StringToAddressExW, const WCHAR *, BOOLEAN, void *,
                    USHORT *)(wide, TRUE, address, &port),
               port);
        char *behind = WRITER(RtlIpv4AddressToStringA)(address, text);
        printf(" %s %d", text, *behind);
        CALL(LONG, RtlIpv4AddressToStringExA, void *, USHORT, char *, ULONG *)
        (address, 0x5000, text, &size);
        printf(" %s %lu", text, size);
        printf(" %lX", CALL(LONG, RtlIpv4AddressToStringExW, void *, USHORT, WCHAR *,
                            ULONG *)(address, 0x5000, wide, &small));
        printf(" %lu %d\n", small, *(WCHAR *)WRITER(RtlIpv4AddressToStringW)(address, wide));
    }
}

static void check_six(void)
{
    static const char *const six[] = {
        "::1",     "1:2:3:4:5:6:7:8", "fe80::1%5", "[::1]:0x50",      "::FFFF:1.2.3.4",
        "1::2::3", "12345::",         "1:2:",      "::0:5efe:1.2.3.4"};
    for (unsigned i = 0; i < sizeof six / sizeof *six; i++) {
        BYTE address[16] = {0};
        WCHAR wide[70], *wide_behind;
        const WCHAR *wide_end = NULL;
        const char *end = six[i] + 99;
        USHORT port = 0xFFFF;
        char text[70];
        ULONG size = sizeof text, small = 2, scope = 0xFFFF;
        MultiByteToWideChar(CP_ACP, 0, six[i], -1, wide, 70);
        printf("%s: %lX", six[i],
               CALL(LONG, RtlIpv6StringToAddressA, const char *, const char **,
                    void *)(six[i], &end, address));
        printf(" at %d", (int)(end - six[i]));
        printf(" %lX", CALL(LONG, RtlIpv6StringToAddressW, const WCHAR *, const WCHAR **,
                            void *)(wide, &wide_end, address));
        printf(" %d, Ex %lX", wide_end ? (int)(wide_end - wide) : -1,
               CALL(LONG, RtlIpv6StringToAddressExA, const char *, void *, ULONG *,
                    USHORT *)(six[i], address, &scope, &port));
        printf(" %lX %lX %X",
               CALL(LONG, RtlIpv6StringToAddressExW, const WCHAR *, void *, ULONG *,
                    USHORT *)(wide, address, &scope, &port),
               scope, port);
        WRITER(RtlIpv6AddressToStringA)(address, text);
        wide_behind = WRITER(RtlIpv6AddressToStringW)(address, wide);
        printf(" %s %d", text, wide_behind - wide == (int)strlen(text));
        CALL(LONG, RtlIpv6AddressToStringExA, void *, ULONG, USHORT, char *, ULONG *)
        (address, 7, 0x5000, text, &size);
        printf(" %s %lu", text, size);
        printf(" %lX", CALL(LONG, RtlIpv6AddressToStringExW, void *, ULONG, USHORT, WCHAR *,
                            ULONG *)(address, 0, 0, wide, &small));
        printf(" %lu\n", small);
    }
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_four();
    check_six();
    return 0;
}
