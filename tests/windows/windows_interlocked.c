/* The Interlocked calls by both spellings: what each leaves in memory, and what it returns.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

static volatile LONG value;

static void starts_with(LONG start)
{
    value = start;
}

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
    check_pointers();
    if (has_cmpxchg8b())
        check_wide();
    return done();
}
