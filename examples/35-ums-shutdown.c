/* A whole scheduler: a queue of its own, workers that are locked, and an end when it is asked for.
 * needs: --smp 2
 */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

enum { WORKERS = 4, PARTS = 100, LAST_ITEMS = 20 };
enum { WORK, STOP, SIGNALS };

static PUMS_COMPLETION_LIST list;
static PUMS_CONTEXT ready[WORKERS]; /* a ring: the scheduler's own queue */
static unsigned in, out, alive = WORKERS;
static HANDLE threads[WORKERS], signals[SIGNALS]; /* WORK counts the items that nobody has taken */
static volatile LONG done, tried_again, over;

static DWORD WINAPI serve(void *number)
{
    threads[(int)number] = OpenThread(THREAD_GET_CONTEXT, FALSE, GetCurrentThreadId());
    while (WaitForMultipleObjects(SIGNALS, signals, FALSE, INFINITE) == WORK) { /* before STOP */
        for (int part = 0; part < PARTS; part++)
            UmsThreadYield(NULL);
        done++;
    }
    return 0;
}

/* Frees a worker that has ended, and puts any other behind those that are ready. */
static void keep(PUMS_CONTEXT worker)
{
    if (DeleteUmsThreadContext(worker))
        alive--;
    else
        ready[in++ % WORKERS] = worker;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT worker, next;
    (void)parameter;
    if (reason == UmsSchedulerThreadYield)
        keep((PUMS_CONTEXT)payload);
    while (alive) {
        DequeueUmsCompletionListItems(list, in == out ? INFINITE : 0, &next);
        while ((worker = next)) { /* the whole list, before any of it runs */
            next = GetNextUmsListItem(worker);
            keep(worker);
        }
        if (in == out)
            continue;
        worker = ready[out++ % WORKERS];
        ExecuteUmsThread(worker); /* comes back only when the worker cannot be executed now */
        tried_again += GetLastError() == ERROR_RETRY;
        keep(worker);
    }
}

static DWORD WINAPI schedules(void *unused)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, unused};
    return !EnterUmsSchedulingMode(&info);
}

/* Reads registers of the workers again and again, as a profiler does. Each time one is locked. */
static DWORD WINAPI looks(void *unused)
{
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    while (!over)
        for (int i = 0; i < WORKERS; i++)
            GetThreadContext(threads[i], &context);
    return (DWORD)unused;
}

int main(void)
{
    LONG items = 0;
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    CreateUmsCompletionList(&list);
    signals[WORK] = CreateSemaphore(NULL, 0, MAXLONG, NULL);
    signals[STOP] = CreateEvent(NULL, TRUE, FALSE, NULL);
    for (int i = 0; i < WORKERS; i++)
        make_worker(list, serve, (void *)i);
    HANDLE scheduler = CreateThread(NULL, 0, schedules, NULL, 0, NULL);
    HANDLE profiler = CreateThread(NULL, 0, looks, NULL, 0, NULL);
    for (; !tried_again && system.dwNumberOfProcessors > 1; Sleep(1), items += WORKERS)
        ReleaseSemaphore(signals[WORK], WORKERS, NULL);
    printf("tried again: %s\n", tried_again ? "yes" : "no"); /* 1: tried again: yes */
    ReleaseSemaphore(signals[WORK], LAST_ITEMS, NULL);
    printf("please stop; %u workers live\n", alive); /* 2: please stop; 4 workers live */
    SetEvent(signals[STOP]);
    WaitForSingleObject(scheduler, INFINITE);
    printf("it has left; %u workers live\n", alive); /* 3: it has left; 0 workers live */
    printf("items left over: %ld\n", items + LAST_ITEMS - done); /* 4: items left over: 0 */
    over = TRUE;
    WaitForSingleObject(profiler, INFINITE);
    return !DeleteUmsCompletionList(list); /* it fails while one of its workers lives */
}
