/* A scheduler of User-Mode Scheduling waits for a lock that its own blocked worker has.
 *
 *     ./trapline run ums-deadlock worker
 *
 * lets another worker wait for the lock.
 */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

static PUMS_COMPLETION_LIST list;
static CRITICAL_SECTION lock;
static int sum; /* guarded by the lock */
static unsigned alive = 1;
static BOOL by_a_worker, looked_at;

static DWORD WINAPI adds(void *unused)
{
    (void)unused;
    EnterCriticalSection(&lock);
    sum += 20;
    printf("  adds 20, and sleeps with the lock\n"); /* 1 */
    Sleep(10);
    sum += 22;
    printf("  adds 22, and leaves the lock\n"); /* with an argument */
    LeaveCriticalSection(&lock);
    return 0;
}

static DWORD WINAPI looks(void *unused)
{
    (void)unused;
    EnterCriticalSection(&lock);
    printf("  the sum is %d\n", sum); /* with an argument */
    LeaveCriticalSection(&lock);
    return 0;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static PUMS_CONTEXT ready; /* linked, as the completion list had them */
    (void)payload, (void)parameter;
    if (reason == UmsSchedulerThreadBlocked && !looked_at) {
        looked_at = TRUE;
        printf("blocked: now the sum, please\n"); /* 2 */
        if (by_a_worker) {
            make_worker(list, looks, NULL);
            alive++;
        } else {
            looks(NULL); /* the run ends with status 7D */
        }
    }
    while (alive) {
        if (!ready)
            DequeueUmsCompletionListItems(list, INFINITE, &ready);
        PUMS_CONTEXT worker = ready;
        ready = GetNextUmsListItem(worker);
        if (DeleteUmsThreadContext(worker))
            alive--;
        else
            ExecuteUmsThread(worker); /* it has not ended */
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    by_a_worker = argc > 1;
    InitializeCriticalSection(&lock);
    CreateUmsCompletionList(&list);
    make_worker(list, adds, NULL);
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    /* 3: trapline: deadlock: no thread can go on
     * | 4: thread {{\d+}}, priority 8: waits for a change at {{\w+}}
     * | 5: thread {{\d+}}, priority 8: can go on when a scheduler executes it */
    printf("all is over\n"); /* with an argument */
    return 0;
}
