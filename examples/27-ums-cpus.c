/* A scheduler of User-Mode Scheduling on each CPU; any of them executes any worker.
 *
 *     ./trapline run ums-cpus --smp 4
 */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

enum { WORKERS = 6, END = 3000, CPUS_MOST = 32 };
enum { OVER, LIST, READY, SOURCES };

static PUMS_COMPLETION_LIST list;
static HANDLE sources[SOURCES]; /* what schedulers wait for; READY counts the ready workers */
static SRWLOCK lock = SRWLOCK_INIT;
static PUMS_CONTEXT ready[WORKERS]; /* a ring */
static unsigned in, out;
static volatile LONG alive, next_number, primes, activations[UmsSchedulerThreadYield + 1];

static DWORD WINAPI looks_for_primes(void *unused)
{
    unsigned number;
    while ((number = (unsigned)InterlockedIncrement(&next_number)) < END) {
        unsigned divisor = 2;
        while (divisor * divisor <= number && number % divisor)
            divisor++;
        if (number > 1 && divisor * divisor > number)
            InterlockedIncrement(&primes);
        UmsThreadYield(unused);
    }
    Sleep(10);
    return 0;
}

static void put(PUMS_CONTEXT worker)
{
    AcquireSRWLockExclusive(&lock);
    ready[in++ % WORKERS] = worker;
    ReleaseSRWLockExclusive(&lock);
    ReleaseSemaphore(sources[READY], 1, NULL);
}

static PUMS_CONTEXT take(void)
{
    AcquireSRWLockExclusive(&lock);
    PUMS_CONTEXT worker = ready[out++ % WORKERS];
    ReleaseSRWLockExclusive(&lock);
    return worker;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    DWORD source;
    (void)parameter;
    InterlockedIncrement(&activations[reason]);
    if (reason == UmsSchedulerThreadYield)
        put((PUMS_CONTEXT)payload);
    while ((source = WaitForMultipleObjects(SOURCES, sources, FALSE, INFINITE)) != OVER) {
        PUMS_CONTEXT worker, next;
        if (source == READY)
            ExecuteUmsThread(take());
        DequeueUmsCompletionListItems(list, 0, &next);
        while ((worker = next)) {
            next = GetNextUmsListItem(worker);
            if (!DeleteUmsThreadContext(worker)) /* it has not ended */
                put(worker);
            else if (InterlockedDecrement(&alive) == 0)
                SetEvent(sources[OVER]);
        }
    }
}

static DWORD WINAPI schedules(void *cpu)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    SetThreadAffinityMask(GetCurrentThread(), 1u << (DWORD)cpu);
    return !EnterUmsSchedulingMode(&info);
}

int main(void)
{
    SYSTEM_INFO system;
    HANDLE threads[CPUS_MOST];
    GetSystemInfo(&system);
    CreateUmsCompletionList(&list);
    GetUmsCompletionListEvent(list, &sources[LIST]);
    sources[OVER] = CreateEvent(NULL, TRUE, FALSE, NULL);
    sources[READY] = CreateSemaphore(NULL, 0, WORKERS, NULL);
    for (alive = 0; alive < WORKERS; alive++)
        make_worker(list, looks_for_primes, NULL);
    for (DWORD cpu = 0; cpu < system.dwNumberOfProcessors; cpu++)
        threads[cpu] = CreateThread(NULL, 0, schedules, (void *)cpu, 0, NULL);
    WaitForMultipleObjects(system.dwNumberOfProcessors, threads, TRUE, INFINITE);
    printf("%ld primes, %ld yields, %ld blocks\n", primes, activations[UmsSchedulerThreadYield],
           activations[UmsSchedulerThreadBlocked]); /* 1: 430 primes, 2999 yields, 12 blocks */
    return 0;
}
