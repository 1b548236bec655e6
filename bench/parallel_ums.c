/* Speed-up by more schedulers: workers search for primes together, by the clock.
 *
 *     parallel_ums ROUNDS SCHEDULERS LISTS
 *
 * The schedulers share one completion list, or have one each (LISTS: 1, or as many as SCHEDULERS).
 * Workers go in pairs. After each piece of its work a worker releases the other one's semaphore and
 * waits for its own, so each piece is a block and a wake through a list. A round prints `round
 * MICROSECONDS`. tools/bench/parallel.py runs this on a machine with four CPUs.
 */
#include "bench/ums_worker.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 16, MOST = 4, PIECE = 250, PIECES = 240, PRIMES = 6057 };

/* A list, and the workers that its schedulers have taken out of it. */
static struct group {
    PUMS_COMPLETION_LIST list;
    SRWLOCK lock; /* held for a few instructions, and by schedulers only */
    PUMS_CONTEXT ready[WORKERS];
    unsigned first, last;
} groups[MOST];

static HANDLE turns[WORKERS];
static volatile LONG primes, left;

static BOOL is_prime(unsigned number)
{
    for (unsigned divisor = 2; divisor * divisor <= number; divisor++)
        if (number % divisor == 0)
            return FALSE;
    return number > 1;
}

static DWORD WINAPI count_primes(LPVOID parameter)
{
    unsigned own = (unsigned)parameter;
    for (unsigned piece = own; piece < PIECES; piece += WORKERS) {
        LONG found = 0;
        for (unsigned i = 0; i < PIECE; i++)
            found += is_prime(piece * PIECE + i);
        InterlockedExchangeAdd(&primes, found);
        ReleaseSemaphore(turns[own ^ 1], 1, NULL);
        WaitForSingleObject(turns[own], INFINITE);
    }
    return 0;
}

/* ---------------------------------------------------------------- schedulers */

static BOOL has_ended(PUMS_CONTEXT worker)
{
    BOOLEAN terminated;
    QueryUmsThreadInformation(worker, UmsThreadIsTerminated, &terminated, sizeof terminated, NULL);
    return terminated;
}

static PUMS_CONTEXT take(struct group *group)
{
    AcquireSRWLockExclusive(&group->lock);
    PUMS_CONTEXT worker =
        group->first == group->last ? NULL : group->ready[group->first++ % WORKERS];
    ReleaseSRWLockExclusive(&group->lock);
    return worker;
}

static void put_all(struct group *group, PUMS_CONTEXT worker)
{
    AcquireSRWLockExclusive(&group->lock);
    while (worker) {
        PUMS_CONTEXT next = GetNextUmsListItem(worker);
        group->ready[group->last++ % WORKERS] = worker;
        worker = next;
    }
    ReleaseSRWLockExclusive(&group->lock);
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct group *group = parameter;
    (void)payload;
    if (reason == UmsSchedulerStartup)
        SetUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &group, sizeof group);
    else
        QueryUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &group, sizeof group,
                                  NULL);
    while (left > 0) {
        PUMS_CONTEXT worker;
        DequeueUmsCompletionListItems(group->list, 0, &worker);
        put_all(group, worker);
        worker = take(group);
        if (!worker) {
            if (DequeueUmsCompletionListItems(group->list, 1, &worker))
                put_all(group, worker);
        } else if (has_ended(worker)) {
            InterlockedDecrement(&left);
        } else {
            ExecuteUmsThread(worker);
        }
    }
}

static DWORD WINAPI run_scheduler(LPVOID group)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, ((struct group *)group)->list, schedule, group};
    return !EnterUmsSchedulingMode(&info);
}

/* ---------------------------------------------------------------- a round */

/* Returns microseconds. */
static unsigned run_round(unsigned schedulers, unsigned lists)
{
    HANDLE threads[MOST], workers[WORKERS];
    PUMS_CONTEXT contexts[WORKERS];
    LARGE_INTEGER begin, end, frequency;
    QueryPerformanceFrequency(&frequency);
    primes = 0;
    left = WORKERS;
    for (unsigned i = 0; i < WORKERS; i++) {
        turns[i] = CreateSemaphore(NULL, 0, PIECES, NULL);
        workers[i] =
            make_worker(&contexts[i], groups[i / 2 % lists].list, 0, count_primes, (PVOID)i);
    }
    QueryPerformanceCounter(&begin);
    for (unsigned i = 0; i < schedulers; i++)
        threads[i] = CreateThread(NULL, 0, run_scheduler, &groups[i % lists], 0, NULL);
    WaitForMultipleObjects(schedulers, threads, TRUE, INFINITE);
    QueryPerformanceCounter(&end);
    for (unsigned i = 0; i < schedulers; i++)
        CloseHandle(threads[i]);
    for (unsigned i = 0; i < WORKERS; i++) {
        CloseHandle(workers[i]);
        DeleteUmsThreadContext(contexts[i]);
        CloseHandle(turns[i]);
    }
    return (unsigned)((end.QuadPart - begin.QuadPart) * 1000000 / frequency.QuadPart);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    unsigned schedulers = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    unsigned lists = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
    if (schedulers < 1 || schedulers > MOST || (lists != 1 && lists != schedulers)) {
        printf("1 to %d schedulers share a list or have one each\n", MOST);
        return 2;
    }
    for (unsigned i = 0; i < lists; i++)
        CreateUmsCompletionList(&groups[i].list);
    for (int i = 0; i < rounds; i++) {
        unsigned microseconds = run_round(schedulers, lists);
        if (primes != PRIMES) {
            printf("%ld primes instead of %d\n", (long)primes, PRIMES);
            return 1;
        }
        printf("round %u\n", microseconds);
    }
    return 0;
}
