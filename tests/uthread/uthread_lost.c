/* Threads of the machine lose stacks at the same time: in each of them user-level threads end,
 * again and again, whose stack pointer is in no stack.
 *
 * run: name=plain smp=1
 * run: name=two smp=2
 * run: name=four smp=4
 * run: name=four-checked smp=4 checked=1 compilers=gcc
 * run: name=four-ring3 smp=4 ring=3
 */
#include "tests/harness/tap.h"

#include <uthread.h>
#include <windows.h>

enum { THREADS = 6, ROUNDS = 60, WAYS = 3 };

/* Each way has an address of its own. */
#define LOSES(name, esp)                                                                           \
    static void name(void) { __asm__ volatile("movl $" #esp ", %esp; pushl $0"); }
LOSES(loses_0, 0x5000)
LOSES(loses_1, 0x6000)
LOSES(loses_2, 0x7000)

static void (*const ways[WAYS])(void) = {loses_0, loses_1, loses_2};

static volatile LONG begun, wrong;

static DWORD CALLBACK loses(PVOID number)
{
    unsigned way = (unsigned)number % WAYS;
    InterlockedIncrement(&begun);
    while (begun < THREADS)
        SwitchToThread();
    for (unsigned round = 0; round < ROUNDS; round++) {
        uThd uthread = uThreadCreate(ways[way]);
        utResume(uthread);
        const EXCEPTION_RECORD *record = uThreadExceptionRecord(uthread);
        if (!record || record->ExceptionCode != STATUS_ACCESS_VIOLATION ||
            record->ExceptionInformation[1] != 0x4FFC + 0x1000 * way)
            InterlockedIncrement(&wrong);
        uThreadDestroy(uthread);
    }
    return (DWORD)number;
}

int main(void)
{
    HANDLE threads[THREADS];
    unsigned ended = 0;
    for (unsigned i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, loses, (PVOID)i, 0, NULL);
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    for (unsigned i = 0; i < THREADS; i++) {
        DWORD code;
        ended += GetExitCodeThread(threads[i], &code) && code == i;
        CloseHandle(threads[i]);
    }
    is_dec(ended, THREADS, "threads that have lost stacks at the same time go on");
    is_dec((DWORD)wrong, 0, "each of %u user-level threads left its own record", THREADS * ROUNDS);
    return tap_done();
}
