/* Work stealing: each of four schedulers has a queue, and without work takes from another's.
 * needs: --smp 4
 */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

enum { SCHEDULERS = 4, TASKS = SCHEDULERS * SCHEDULERS, WORK = SCHEDULERS, SOURCES };

static struct scheduler {
    PUMS_COMPLETION_LIST list;
    SRWLOCK lock;
    PUMS_CONTEXT queue[TASKS]; /* a ring of workers that can be executed */
    unsigned in, out, tasks, stolen;
} schedulers[SCHEDULERS];
static HANDLE sources[SOURCES]; /* the lists' events; WORK counts the workers in the queues */
static volatile LONG alive = TASKS, begun[SCHEDULERS];

static DWORD WINAPI task(void *number)
{
    unsigned home = (unsigned)number / SCHEDULERS, here = GetCurrentProcessorNumber();
    schedulers[here].tasks++;
    schedulers[here].stolen += here != home;
    InterlockedIncrement(&begun[home]);
    while (begun[home] < SCHEDULERS) /* until four run at the same time */
        YieldProcessor();
    Sleep(1);
    return 0;
}

static PUMS_CONTEXT take(struct scheduler *from)
{
    AcquireSRWLockExclusive(&from->lock);
    PUMS_CONTEXT worker = from->in == from->out ? NULL : from->queue[from->out++ % TASKS];
    ReleaseSRWLockExclusive(&from->lock);
    return worker;
}

/* Takes the workers of a list to the queue beside it. */
static void drain(struct scheduler *home)
{
    PUMS_CONTEXT worker, next;
    AcquireSRWLockExclusive(&home->lock);
    DequeueUmsCompletionListItems(home->list, 0, &next);
    while ((worker = next)) {
        next = GetNextUmsListItem(worker);
        if (!DeleteUmsThreadContext(worker)) { /* it has not ended */
            home->queue[home->in++ % TASKS] = worker;
            ReleaseSemaphore(sources[WORK], 1, NULL);
        } else if (InterlockedDecrement(&alive) == 0) {
            ReleaseSemaphore(sources[WORK], SCHEDULERS, NULL);
        }
    }
    ReleaseSRWLockExclusive(&home->lock);
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT worker = NULL;
    (void)reason, (void)payload, (void)parameter;
    for (DWORD at; (at = WaitForMultipleObjects(SOURCES, sources, FALSE, INFINITE)) != WORK;)
        drain(&schedulers[at]);
    for (unsigned i = GetCurrentProcessorNumber(); alive && !worker; i++) /* its own first */
        worker = take(&schedulers[i % SCHEDULERS]);
    ExecuteUmsThread(worker); /* without one it fails, and the mode ends */
}

static DWORD WINAPI schedules(void *own)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, schedulers[(int)own].list, schedule, NULL};
    SetThreadAffinityMask(GetCurrentThread(), 1u << (int)own);
    return !EnterUmsSchedulingMode(&info);
}

int main(void)
{
    HANDLE threads[SCHEDULERS];
    sources[WORK] = CreateSemaphore(NULL, 0, TASKS, NULL);
    for (int i = 0; i < SCHEDULERS; i++) {
        CreateUmsCompletionList(&schedulers[i].list);
        GetUmsCompletionListEvent(schedulers[i].list, &sources[i]);
    }
    for (int i = 0; i < SCHEDULERS; i++)
        threads[i] = CreateThread(NULL, 0, schedules, (void *)i, 0, NULL);
    for (int i = 0; i < TASKS; i++) {
        make_worker(schedulers[i / SCHEDULERS].list, task, (void *)i);
        while (i % SCHEDULERS == SCHEDULERS - 1 && begun[i / SCHEDULERS] < SCHEDULERS)
            Sleep(1); /* the four of this list have not met */
    }
    WaitForMultipleObjects(SCHEDULERS, threads, TRUE, INFINITE);
    BOOL wrong = FALSE;
    for (int i = 0; i < SCHEDULERS; i++) {
        printf("%u tasks began, %u of them stolen\n", schedulers[i].tasks, schedulers[i].stolen);
        wrong |= schedulers[i].tasks != SCHEDULERS || schedulers[i].stolen != SCHEDULERS - 1;
    }
    /* 1: 4 tasks began, 3 of them stolen | 2: 4 tasks began, 3 of them stolen
     * | 3: 4 tasks began, 3 of them stolen | 4: 4 tasks began, 3 of them stolen */
    return wrong;
}
