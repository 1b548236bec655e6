/* The Interlocked calls by both spellings: the value that each leaves in memory, and its result.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

static volatile LONG value;

static void starts_with(LONG start) { value = start; }

/* One row: the call, its result, the value behind it. It starts from 12. */
#define ROW(call, result, left)                                                                    \
    do {                                                                                           \
        starts_with(12);                                                                           \
        LONG returned = call;                                                                      \
        check(returned == (result) && value == (left), #call " returns " #result);                 \
    } while (0)

static void check_pointers(void)
{
    static int first, second;
    PVOID volatile pointer = &first;
    check(InterlockedExchangePointer(&pointer, &second) == &first && pointer == &second,
          "InterlockedExchangePointer");
    check(InterlockedCompareExchangePointer(&pointer, NULL, &first) == &second &&
              pointer == &second,
          "InterlockedCompareExchangePointer of another pointer changes nothing");
    check(_InterlockedCompareExchangePointer(&pointer, &first, &second) == &second &&
              pointer == &first,
          "and of the same exchanges it");
}

static BOOL has_cmpxchg8b(void)
{
    DWORD before = __readeflags(), toggled;
    __writeeflags(before ^ 0x200000);
    toggled = __readeflags();
    __writeeflags(before);
    if (((toggled ^ before) & 0x200000) == 0)
        return FALSE;
    int words[4];
    __cpuid(words, 1);
    return words[3] >> 8 & 1;
}

static void check_wide(void)
{
    volatile LONG64 wide = 0x123456789ABCDEF0;
    check(InterlockedCompareExchange64(&wide, 1, 2) == 0x123456789ABCDEF0 &&
              wide == 0x123456789ABCDEF0,
          "InterlockedCompareExchange64 of another value changes nothing");
    check(InterlockedCompareExchange64(&wide, 0x1122334455667788, 0x123456789ABCDEF0) ==
                  0x123456789ABCDEF0 &&
              wide == 0x1122334455667788,
          "and of the same exchanges both halves");
    wide = 0xFFFFFFFF;
    check(InterlockedIncrement64(&wide) == 0x100000000 && wide == 0x100000000 &&
              InterlockedDecrement64(&wide) == 0xFFFFFFFF && wide == 0xFFFFFFFF,
          "InterlockedIncrement64 and Decrement64 carry");
    check(InterlockedExchangeAdd64(&wide, 0x100000001) == 0xFFFFFFFF && wide == 0x200000000,
          "InterlockedExchangeAdd64");
    check(InterlockedOr64(&wide, 0xF0000000F) == 0x200000000 && wide == 0xF0000000F &&
              InterlockedAnd64(&wide, 0x30000000C) == 0xF0000000F && wide == 0x30000000C &&
              InterlockedXor64(&wide, 0x100000004) == 0x30000000C && wide == 0x200000008,
          "InterlockedOr64, And64, Xor64");
    check(InterlockedExchange64(&wide, -5) == 0x200000008 && wide == -5, "InterlockedExchange64");
}

static void check_narrow(void)
{
    volatile struct {
        char before, byte;
        SHORT word;
        char after;
    } all = {0x55, 0x0C, 0x7FFF, 0x55};
    check(InterlockedOr8(&all.byte, 3) == 0x0C && InterlockedAnd8(&all.byte, 6) == 0x0F &&
              InterlockedXor8(&all.byte, 2) == 6 && InterlockedExchange8(&all.byte, 9) == 4 &&
              all.byte == 9,
          "InterlockedOr8, And8, Xor8, Exchange8");
    check(InterlockedIncrement16(&all.word) == -0x8000 &&
              InterlockedDecrement16(&all.word) == 0x7FFF &&
              InterlockedExchangeAdd16(&all.word, -0x7FFF) == 0x7FFF &&
              InterlockedCompareExchange16(&all.word, 5, 1) == 0 &&
              InterlockedCompareExchange16(&all.word, 5, 0) == 0 && all.word == 5,
          "InterlockedIncrement16, Decrement16, ExchangeAdd16, CompareExchange16");
    check(InterlockedOr16(&all.word, 8) == 5 && InterlockedAnd16(&all.word, 9) == 13 &&
              InterlockedXor16(&all.word, 1) == 9 && InterlockedExchange16(&all.word, 2) == 8,
          "InterlockedOr16, And16, Xor16, Exchange16");
    check(all.before == 0x55 && all.after == 0x55, "nothing beside them changes");
}

static void check_bits(void)
{
    starts_with(12);
    check(InterlockedBitTestAndSet(&value, 0) == 0 && InterlockedBitTestAndSet(&value, 2) == 1 &&
              value == 13,
          "InterlockedBitTestAndSet");
    check(InterlockedBitTestAndReset(&value, 3) == 1 &&
              InterlockedBitTestAndReset(&value, 4) == 0 && value == 5,
          "InterlockedBitTestAndReset");
    check(InterlockedBitTestAndComplement(&value, 31) == 0 && value == (LONG)0x80000005 &&
              InterlockedBitTestAndComplement(&value, 31) == 1 && value == 5,
          "InterlockedBitTestAndComplement");
}

int main(void)
{
    ROW(InterlockedIncrement(&value), 13, 13);
    ROW(_InterlockedIncrement(&value), 13, 13);
    ROW(InterlockedDecrement(&value), 11, 11);
    ROW(_InterlockedDecrement(&value), 11, 11);
    ROW(InterlockedExchange(&value, -1), 12, -1);
    ROW(InterlockedExchangeAdd(&value, 30), 12, 42);
    ROW(_InterlockedExchangeAdd(&value, -13), 12, -1);
    ROW(InterlockedCompareExchange(&value, 5, 12), 12, 5);
    ROW(InterlockedCompareExchange(&value, 5, 11), 12, 12);
    ROW(_InterlockedCompareExchange(&value, 5, 12), 12, 5);
    ROW(InterlockedAnd(&value, 6), 12, 4);
    ROW(InterlockedOr(&value, 3), 12, 15);
    ROW(InterlockedXor(&value, 10), 12, 6);
    ROW(InterlockedIncrementAcquire(&value), 13, 13);
    ROW(InterlockedDecrementRelease(&value), 11, 11);
    ROW(InterlockedCompareExchangeAcquire(&value, 5, 12), 12, 5);
    ROW(InterlockedExchangeNoFence(&value, 5), 12, 5);
    ROW((LONG)InterlockedExchangeSubtract(&value, 5), 12, 7);
    check_pointers();
    check_narrow();
    check_bits();
    if (has_cmpxchg8b())
        check_wide();
    return done();
}
