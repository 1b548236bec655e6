/* User-level threads in a worker: a call that waits goes to a worker of its own, and stops only
 * one.
 *
 *     ./trapline run uthread-over-ums direct       (the threads make such calls themselves)
 */
#include "ums_worker.h"

#include <stdio.h>
#include <uthread.h>
#include <windows.h>

static PUMS_COMPLETION_LIST list;
static unsigned workers = 1, waiting; /* workers that live, threads that wait for a call */
static HANDLE disk, some_over;
static utSch scheduler; /* of the threads */
static BOOL direct;

static DWORD WINAPI read_disk(void *data)
{
    WaitForSingleObject(disk, INFINITE);
    *(DWORD *)data = 42;
    return !SetEvent(some_over);
}

/* Lets a worker make the call. Other user-level threads run meanwhile. */
static DWORD WINAPI read_by_a_worker(void *data)
{
    utStatistics now;
    make_worker(list, read_disk, data);
    workers++, waiting++;
    UmsThreadYield(NULL); /* now the call begins */
    while (!*(volatile DWORD *)data) {
        utYield();
        utSchStatistics(scheduler, &now);
        if (now.ready == waiting) /* no thread has anything to do */
            WaitForSingleObject(some_over, INFINITE);
    }
    waiting--;
    return 0;
}

static void *reads(void *name)
{
    DWORD data = 0;
    printf("%s reads\n", (char *)name); /* 1: ann reads | 2: cid reads */
    (direct ? read_disk : read_by_a_worker)(&data);
    printf("%s has %lu\n", (char *)name, data); /* 7: ann has 42 | 9: cid has 42 */
    return NULL;
}

static void *works(void *name)
{
    for (int i = 1; i <= 3; i++, utYield())
        printf("  %s works\n", (char *)name); /* 3: bob works | 4: bob works | 5: bob works */
    return NULL;
}

static DWORD WINAPI run_threads(void *unused)
{
    scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreateFor(works, "bob", NULL));
    utSchAddUthd(scheduler, uThreadCreateFor(reads, "cid", NULL));
    utSchAddUthd(scheduler, uThreadCreateFor(reads, "ann", NULL));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return (DWORD)unused;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static PUMS_CONTEXT ready, yielded; /* the list's, linked; the worker of the threads */
    (void)parameter;
    if (reason == UmsSchedulerThreadYield)
        yielded = (PUMS_CONTEXT)payload;
    while (workers) {
        if (!ready)
            DequeueUmsCompletionListItems(list, 0, &ready);
        PUMS_CONTEXT worker = ready ? ready : yielded;
        ready = GetNextUmsListItem(ready);
        if (worker == yielded)
            yielded = NULL;
        if (worker && DeleteUmsThreadContext(worker))
            workers--;
        else if (worker)
            ExecuteUmsThread(worker); /* it has not ended */
        else if (SetEvent(disk))
            printf("all wait, and the disk answers\n"); /* 6, 8 */
    }
}

int main(int argc, char **argv)
{
    direct = argc > 1 && argv[1];
    CreateUmsCompletionList(&list);
    disk = CreateEvent(NULL, FALSE, FALSE, NULL);
    some_over = CreateEvent(NULL, FALSE, FALSE, NULL);
    make_worker(list, run_threads, NULL);
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    return !EnterUmsSchedulingMode(&info);
}
