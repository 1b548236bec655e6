/* Eight bytes that change in one step, by the words of C11 and of the compilers.
 *
 * run:
 *
 * run: name=ring3 ring=3 smp=4
 *
 * run: name=486 cpu=486
 *
 * run: name=486-ring3 cpu=486 ring=3
 */
#include <windows.h>

#include "tests/harness/tap.h"

#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 3000 };

#define BIG 0x123456789ABCDEF0ll

static _Atomic long long counter;
static long long plain, in_loop;

static void check_c11(void)
{
    long long expected = 1;
    atomic_store(&counter, BIG);
    ok(atomic_load(&counter) == BIG, "what is stored is loaded");
    ok(atomic_exchange(&counter, 5) == BIG && counter == 5, "an exchange tells what was there");
    ok(!atomic_compare_exchange_strong(&counter, &expected, 7) && expected == 5 && counter == 5,
       "if another value is expected it stays, and is told");
    ok(atomic_compare_exchange_strong(&counter, &expected, BIG) && counter == BIG,
       "if it is expected another takes its place");
    ok(atomic_fetch_add(&counter, BIG) == BIG && atomic_fetch_sub(&counter, 1) == 2 * BIG &&
           counter == 2 * BIG - 1,
       "sums carry into the upper half, and tell what was there");
    counter = BIG;
    ok(atomic_fetch_and(&counter, 0xFFFFFFFFFFll) == BIG &&
           atomic_fetch_or(&counter, 1ll << 62) == (BIG & 0xFFFFFFFFFFll) &&
           atomic_fetch_xor(&counter, -1) == ((BIG & 0xFFFFFFFFFFll) | 1ll << 62) &&
           counter == ~((BIG & 0xFFFFFFFFFFll) | 1ll << 62),
       "so do bits");
    counter = 3;
    counter *= BIG;
    ok(++counter == 3 * BIG + 1 && counter-- == 3 * BIG + 1, "operators work");
}

static void check_sync(void)
{
    plain = 1;
    ok(__sync_add_and_fetch(&plain, BIG) == BIG + 1 && __sync_sub_and_fetch(&plain, 1) == BIG &&
           __sync_or_and_fetch(&plain, 1) == (BIG | 1) && __sync_xor_and_fetch(&plain, 1) == BIG &&
           __sync_and_and_fetch(&plain, ~0xFFFFll) == (BIG & ~0xFFFFll) &&
           plain == (BIG & ~0xFFFFll),
       "__sync_add_and_fetch and its kin tell what is there then");
    plain = BIG;
    ok(__sync_fetch_and_add(&plain, 1) == BIG && __sync_fetch_and_sub(&plain, 1) == BIG + 1 &&
           __sync_fetch_and_or(&plain, 1) == BIG &&
           __sync_fetch_and_and(&plain, ~1ll) == (BIG | 1) &&
           __sync_fetch_and_xor(&plain, 3) == BIG && plain == (BIG ^ 3),
       "__sync_fetch_and_add and its kin tell what was there");
    plain = 6;
    ok(__atomic_fetch_nand(&plain, 3, __ATOMIC_SEQ_CST) == 6 && plain == ~2ll &&
           __atomic_nand_fetch(&plain, -1, __ATOMIC_SEQ_CST) == 2,
       "nand is the complement of and");
    ok(__sync_val_compare_and_swap(&plain, 9, BIG) == 2 && plain == 2 &&
           __sync_val_compare_and_swap(&plain, 2, BIG) == 2 && plain == BIG &&
           !__sync_bool_compare_and_swap(&plain, 2, 3) &&
           __sync_bool_compare_and_swap(&plain, BIG, 3) &&
           __sync_lock_test_and_set(&plain, BIG) == 3 && plain == BIG,
       "__sync_val_compare_and_swap tells the value, __sync_bool_compare_and_swap whether it was "
       "so");
}

static DWORD CALLBACK count(PVOID step)
{
    for (int i = 0; i < ROUNDS; i++) {
        atomic_fetch_add(&counter, *(long long *)step);
        long long seen = __atomic_load_n(&in_loop, __ATOMIC_SEQ_CST);
        while (!__atomic_compare_exchange_n(&in_loop, &seen, seen + *(long long *)step, FALSE,
                                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            ;
    }
    return 0;
}

static void check_threads(void)
{
    static long long step = 0xFFFFFFFFll;
    HANDLE threads[THREADS];
    counter = in_loop = 0;
    for (unsigned i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, count, &step, 0, NULL);
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    ok(counter == THREADS * ROUNDS * step, "no thread's sum is lost");
    ok(in_loop == THREADS * ROUNDS * step, "nor in a loop of exchanges");
}

static void check_fault(void)
{
    static _Atomic long long *const nowhere = (void *)0x10;
    DWORD code = 0;
    __try {
        atomic_fetch_add(nowhere, 1);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        code = GetExceptionCode();
    }
    is_hex(code, STATUS_ACCESS_VIOLATION,
           "where there is no memory the exception is the program's");
}

static LONG CALLBACK makes_writable(EXCEPTION_POINTERS *pointers)
{
    DWORD old;
    return VirtualProtect((void *)pointers->ExceptionRecord->ExceptionInformation[1], 1,
                          PAGE_READWRITE, &old)
               ? EXCEPTION_CONTINUE_EXECUTION
               : EXCEPTION_CONTINUE_SEARCH;
}

/* The place lies in two pages; the handler makes a page writable. */
static void check_resolved(DWORD first, DWORD second)
{
    enum { PAGE = 4096 };
    char *pages = VirtualAlloc(NULL, 2 * PAGE, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    long long *place = (long long *)(void *)(pages + PAGE - 4);
    PVOID handler = AddVectoredExceptionHandler(TRUE, makes_writable);
    DWORD old;
    *place = 5;
    VirtualProtect(pages, PAGE, first, &old);
    VirtualProtect(pages + PAGE, PAGE, second, &old);
    ok(__sync_val_compare_and_swap(place, 9, BIG) == 5 && *place == 5,
       "a fault that is resolved leaves the comparison as it was");
    RemoveVectoredExceptionHandler(handler);
    VirtualFree(pages, 0, MEM_RELEASE);
}

int main(void)
{
    check_c11();
    check_sync();
    check_threads();
    check_fault();
    check_resolved(PAGE_READONLY, PAGE_READWRITE);
    check_resolved(PAGE_READWRITE, PAGE_READONLY);
    return tap_done();
}
