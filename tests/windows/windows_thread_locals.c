/* Variables that each thread has for itself, by all their names.
 *
 * run:
 *
 * run: name=ring3 ring=3
 * run: name=checked checked=1 compilers=gcc
 */
#include <threads.h>
#include <windows.h>

#include "tests/harness/tap.h"

#include <string.h>
#include <uthread.h>

enum { OTHERS = 3, LARGE = 100000, SMALL_STACK = 16384 };

static __declspec(thread) int initialized = 41;
static thread_local char odd = 'a';
static __thread double table[3] = {1.5, 2.5, 3.5};
static _Thread_local int zero;
static __thread char zeros[LARGE];
static _Thread_local struct {
    char text[40];
} __attribute__((aligned(64))) of_64 = {"sixty-four"};
thread_local int of_assembly = 6;
static __thread char last __attribute__((aligned(16)));

/* The counts that the initializer and the callbacks saw. */
static int before_main, at_begin, at_end;

__attribute__((constructor)) static void before(void) { before_main = initialized++; }

static VOID NTAPI callback(PVOID module, DWORD reason, PVOID reserved)
{
    if (reason == DLL_THREAD_ATTACH)
        at_begin = initialized;
    if (reason == DLL_THREAD_DETACH)
        at_end = initialized;
}
__attribute__((used, section(".CRT$XLM"))) static const PIMAGE_TLS_CALLBACK in_callbacks = callback;

static bool is_fresh(void)
{
    static const char none[LARGE];
    return initialized == 41 && odd == 'a' && table[0] == 1.5 && table[2] == 3.5 && !zero &&
           !memcmp(zeros, none, LARGE) && !strcmp(of_64.text, "sixty-four") && !last;
}

static void change(void)
{
    initialized += 100;
    odd++;
    table[2] = 0;
    zero--;
    memset(zeros, 1, LARGE);
    of_64.text[0] = 'S';
    last = 1;
}

/* volatile, because a compiler takes a variable's alignment for granted. */
static bool is_multiple(const void *volatile address, DWORD alignment)
{
    return (DWORD)address % alignment == 0;
}

static bool is_aligned(void)
{
    return is_multiple(&of_64, 64) && is_multiple(&last, 16) &&
           is_multiple(table, _Alignof(double));
}

static struct seen {
    bool fresh, aligned, kept;
    int *address;
    HANDLE go_on;
} seen[OTHERS];

static DWORD CALLBACK other(PVOID parameter)
{
    struct seen *mine = parameter;
    mine->fresh = is_fresh();
    mine->aligned = is_aligned();
    mine->address = &initialized;
    change();
    WaitForSingleObject(mine->go_on, INFINITE);
    mine->kept = initialized == 141 && zeros[LARGE - 1] == 1 && of_64.text[0] == 'S';
    return 0;
}

static void check_threads(void)
{
    HANDLE threads[OTHERS], go_on = CreateEventA(NULL, TRUE, FALSE, NULL);
    bool fresh = true, aligned = true, kept = true, apart = true;
    for (unsigned i = 0; i < OTHERS; i++) {
        seen[i].go_on = go_on;
        threads[i] = i ? CreateThread(NULL, 0, other, &seen[i], 0, NULL)
                       : CreateThread(NULL, SMALL_STACK, other, &seen[i],
                                      STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    }
    Sleep(30);
    SetEvent(go_on);
    WaitForMultipleObjects(OTHERS, threads, TRUE, INFINITE);
    for (unsigned i = 0; i < OTHERS; i++) {
        fresh &= seen[i].fresh, aligned &= seen[i].aligned, kept &= seen[i].kept;
        apart &= seen[i].address != &initialized;
        apart &= seen[i].address != seen[(i + 1) % OTHERS].address;
        CloseHandle(threads[i]);
    }
    CloseHandle(go_on);
    ok(fresh, "in a new thread all are as they were written, or 0, whatever others have done");
    ok(aligned, "each lies where its alignment says");
    ok(apart, "each thread has them at other addresses");
    ok(kept, "and keeps what it has put there while others run");
    is_dec(at_begin, 41, "a TLS callback finds those of the thread that begins");
    is_dec(at_end, 141, "and those of the thread that ends");
}

/* ---------------------------------------------------------------- whose they are */

static LPVOID main_fiber;

static VOID CALLBACK of_fiber(PVOID parameter)
{
    zero = 7;
    SwitchToFiber(main_fiber);
}

static void of_uthread(void) { zero = 8; }

static void check_owner(void)
{
    main_fiber = ConvertThreadToFiber(NULL);
    LPVOID fiber = CreateFiber(0, of_fiber, NULL);
    zero = 0;
    SwitchToFiber(fiber);
    is_dec(zero, 7, "fibers have those of the thread that runs them");
    DeleteFiber(fiber);
    ConvertFiberToThread();
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(of_uthread));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    is_dec(zero, 8, "and so have user-level threads");
}

static int of_fault(void)
{
    return zero == 9 ? EXCEPTION_EXECUTE_HANDLER : EXCEPTION_CONTINUE_SEARCH;
}

int main(void)
{
    is_dec(before_main, 41, "an initializer finds those of the first thread");
    is_dec(initialized, 42, "and main what it has left");
    check_threads();
    check_owner();
    __try {
        zero = 9;
        *(volatile int *)0 = 1;
    } __except (of_fault()) {
        ok(1, "a filter finds them");
    }
    char *const *array = NtCurrentTeb()->ThreadLocalStoragePointer;
    int by_assembly;
    __asm__("movl %%fs:0x2C, %0\n\tmovl of_assembly@ntpoff(%0), %0" : "=r"(by_assembly));
    is_dec(by_assembly, 6, "assembly finds one by its distance from what fs:[2Ch] points to");
    ok((char *)array - array[0] >= LARGE && (char *)&initialized >= array[0] &&
           (char *)zeros + LARGE <= (char *)array,
       "the first word that fs:[2Ch] points to leads to their begin");
    return tap_done();
}
