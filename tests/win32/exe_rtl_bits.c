/* ntdll's maps of bits. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

static void check_bits(void)
{
    struct {
        ULONG size, *words;
    } map;
    ULONG words[3] = {0};
    CALL(void, RtlInitializeBitMap, void *, ULONG *, ULONG)(&map, words, 70);
    CALL(void, RtlSetBits, void *, ULONG, ULONG)(&map, 30, 5);
    printf("set: %lX %lX %lX, ", words[0], words[1], words[2]);
    printf("count %lu %lu\n", CALL(ULONG, RtlNumberOfSetBits, void *)(&map),
           CALL(ULONG, RtlNumberOfClearBits, void *)(&map));
    printf("are: %d %d %d %d\n", CALL(BOOLEAN, RtlAreBitsSet, void *, ULONG, ULONG)(&map, 30, 5),
           CALL(BOOLEAN, RtlAreBitsSet, void *, ULONG, ULONG)(&map, 30, 6),
           CALL(BOOLEAN, RtlAreBitsClear, void *, ULONG, ULONG)(&map, 0, 30),
           CALL(BOOLEAN, RtlAreBitsClear, void *, ULONG, ULONG)(&map, 60, 11));
    printf("find: %ld %ld %ld\n", CALL(ULONG, RtlFindClearBits, void *, ULONG, ULONG)(&map, 35, 0),
           CALL(ULONG, RtlFindClearBits, void *, ULONG, ULONG)(&map, 36, 0),
           CALL(ULONG, RtlFindSetBits, void *, ULONG, ULONG)(&map, 2, 0));
    printf("take: %ld", CALL(ULONG, RtlFindClearBitsAndSet, void *, ULONG, ULONG)(&map, 10, 0));
    printf(" %lX", words[0]);
    printf(", give: %ld", CALL(ULONG, RtlFindSetBitsAndClear, void *, ULONG, ULONG)(&map, 10, 0));
    printf(" %lX, bit %d\n", words[0], CALL(BOOLEAN, RtlTestBit, void *, ULONG)(&map, 31));
    CALL(void, RtlClearBits, void *, ULONG, ULONG)(&map, 31, 2);
    printf("cleared: %lX %lX\n", words[0], words[1]);
    CALL(void, RtlSetAllBits, void *)(&map);
    printf("all: %lu", CALL(ULONG, RtlNumberOfSetBits, void *)(&map));
    CALL(void, RtlClearAllBits, void *)(&map);
    printf(" %lu\n", CALL(ULONG, RtlNumberOfSetBits, void *)(&map));
    printf("ends: %d %d %d\n", CALL(CHAR, RtlFindMostSignificantBit, ULONGLONG)(0x1000000001),
           CALL(CHAR, RtlFindLeastSignificantBit, ULONGLONG)(0x1000000000),
           CALL(CHAR, RtlFindMostSignificantBit, ULONGLONG)(0));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_bits();
    return 0;
}
