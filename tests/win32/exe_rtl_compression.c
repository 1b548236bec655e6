/* ntdll packs buffers in chunks of 4,096 bytes, by references to what was there before. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))

static void check_compression(void)
{
    enum { SIZE = 6000 };
    static BYTE text[SIZE], packed[SIZE], back[8192], workspace[0x4000];
    static const BYTE reference[] = {0x06, 0xB0, 0x10, 'a', 'b', 'c', 'd', 0x05, 0x30};
    ULONG to_pack = 0, to_part = 0, used = 0, length = 0;
    for (unsigned i = 0; i < SIZE; i++)
        text[i] = (BYTE)(i % 100 < 90 ? "to and fro, "[i % 12] : i * i / 7);
    printf("sizes: %lX", CALL(LONG, RtlGetCompressionWorkSpaceSize, USHORT, ULONG *,
                              ULONG *)(2, &to_pack, &to_part));
    printf(" %d %lX, %lX %lX\n", to_pack && to_pack <= sizeof workspace, to_part,
           CALL(LONG, RtlGetCompressionWorkSpaceSize, USHORT, ULONG *, ULONG *)(1, &used, &used),
           CALL(LONG, RtlGetCompressionWorkSpaceSize, USHORT, ULONG *, ULONG *)(9, &used, &used));
#define PACK(room)                                                                                 \
    CALL(LONG, RtlCompressBuffer, USHORT, void *, ULONG, void *, ULONG, ULONG, ULONG *, void *)    \
    (2, text, SIZE, packed, room, 4096, &length, workspace)
#define UNPACK(room, from, size)                                                                   \
    CALL(LONG, RtlDecompressBuffer, USHORT, void *, ULONG, const void *, ULONG, ULONG *)           \
    (2, back, room, from, size, &used)
#define PART(room, offset)                                                                         \
    CALL(LONG, RtlDecompressFragment, USHORT, void *, ULONG, void *, ULONG, ULONG, ULONG *,        \
         void *)                                                                                   \
    (2, back, room, packed, length, offset, &used, workspace)
    printf("packed: %lX", PACK(SIZE));
    printf(" %d", length < SIZE / 2);
    printf(", back: %lX", UNPACK(sizeof back, packed, length));
    printf(" %lu %d", used, memcmp(text, back, SIZE));
    printf(", part: %lX", PART(300, 4000));
    printf(" %lu %d\n", used, memcmp(text + 4000, back, 300));
    printf("short: %lX", PACK(20));
    printf(", reference: %lX", UNPACK(40, reference, 9));
    printf(" %lu %.12s", used, (char *)back);
    printf(", cut off: %lX %lX %lX\n", UNPACK(40, reference, 8), UNPACK(40, reference, 1),
           UNPACK(8, reference, 9));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_compression();
    return 0;
}
