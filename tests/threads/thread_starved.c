/* Priority inversion: threads of low priority have what the first thread waits for, and others
 * between them use all CPUs. In ring 0 they use them halted: where instructions are counted, that
 * takes no time of the host's.
 *
 * run: name=plain virtual-time=1
 * run: name=2 smp=2 virtual-time=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <intrin.h>
#include <ring3.h>
#include <windows.h>

#include "tests/harness/tap.h"

enum { EARLIEST_MS = 3900, LATEST_MS = 5600, MOST_CPUS = 8 };

static HANDLE taken, begun;
static volatile LONG stop;

/* Takes its mutex, and can give it back only when it gets a CPU after all have begun. */
static DWORD CALLBACK low(PVOID mutex)
{
    WaitForSingleObject(mutex, INFINITE);
    SignalObjectAndWait(taken, begun, INFINITE, FALSE);
    ReleaseMutex(mutex);
    return 0;
}

static DWORD CALLBACK middle(PVOID unused)
{
    while (!stop)
        if (ring3_current() == 0)
            __halt(); /* until the next interrupt, which comes back to this thread */
    return 0;
}

static HANDLE start(LPTHREAD_START_ROUTINE function, PVOID argument, int priority)
{
    HANDLE thread = CreateThread(NULL, 0, function, argument, CREATE_SUSPENDED, NULL);
    SetThreadPriority(thread, priority);
    ResumeThread(thread);
    return thread;
}

/* Returns a mutex that a low thread has. */
static HANDLE held_by_low(BOOL no_boost, HANDLE *thread)
{
    HANDLE mutex = CreateMutex(NULL, FALSE, NULL);
    *thread = start(low, mutex, THREAD_PRIORITY_LOWEST);
    SetThreadPriorityBoost(*thread, no_boost);
    WaitForSingleObject(taken, INFINITE);
    return mutex;
}

int main(void)
{
    HANDLE threads[MOST_CPUS + 2], helped, left;
    DWORD cpus = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS), count = cpus + 2;
    BOOL disabled = TRUE;
    taken = CreateEvent(NULL, FALSE, FALSE, NULL);
    begun = CreateEvent(NULL, TRUE, FALSE, NULL);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    helped = held_by_low(FALSE, &threads[0]);
    left = held_by_low(TRUE, &threads[1]);
    for (DWORD i = 0; i < cpus; i++)
        threads[2 + i] = start(middle, NULL, THREAD_PRIORITY_NORMAL);

    ULONGLONG from = GetTickCount64();
    SetEvent(begun);
    DWORD result = WaitForSingleObject(helped, 2 * LATEST_MS);
    ULONGLONG took = GetTickCount64() - from;
    ok(result == WAIT_OBJECT_0 && took >= EARLIEST_MS && took <= LATEST_MS,
       "a thread that has been ready for four seconds goes first, and gives back what it has: %u "
       "ms",
       (unsigned)took);
    is_dec((unsigned)GetThreadPriority(threads[0]), (unsigned)THREAD_PRIORITY_LOWEST,
           "its priority is told as ever");
    GetThreadPriorityBoost(threads[0], &disabled);
    is_dec((unsigned)disabled, 0, "that may be, unless it was disabled");
    GetThreadPriorityBoost(threads[1], &disabled);
    is_dec((unsigned)disabled, 1, "as for the other one");
    DWORD left_ms = took < LATEST_MS ? LATEST_MS - (DWORD)took : 0;
    is_dec(WaitForSingleObject(left, left_ms), WAIT_TIMEOUT, "which gets no CPU");
    stop = 1;
    is_dec(WaitForSingleObject(left, LATEST_MS), WAIT_OBJECT_0, "before the others end");
    ReleaseMutex(left);
    ReleaseMutex(helped);
    WaitForMultipleObjects(count, threads, TRUE, INFINITE);

    FILETIME made, ended, in_kernel, in_program;
    BOOL told = GetThreadTimes(threads[2], &made, &ended, &in_kernel, &in_program);
    unsigned ran = in_program.dwLowDateTime / 10000;
    ok(told && ran >= EARLIEST_MS && ran <= 2 * LATEST_MS,
       "one of those in between had a CPU for %u ms", ran);
    GetThreadTimes(threads[1], &made, &ended, &in_kernel, &in_program);
    ran = in_program.dwLowDateTime / 10000;
    ok(ran < 200, "the one that got none at first had one for %u ms", ran);
    unsigned lived = (ended.dwLowDateTime - made.dwLowDateTime) / 10000;
    ok(lived >= EARLIEST_MS && lived <= 2 * LATEST_MS, "and lived for %u ms", lived);
    return tap_done();
}
