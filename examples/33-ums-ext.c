/* Beyond Windows: a time slice, a direct switch, and states of workers that one can see. */
#include "ums_worker.h"

#include <stdio.h>
#include <ums_ext.h>
#include <windows.h>

enum { ANN, BOB, CID, WORKERS, SLICE_MS = 10 };

static const char *const names[WORKERS] = {"ann", "bob", "cid"};
static PUMS_CONTEXT workers[WORKERS], ready[WORKERS]; /* ready is a ring */
static unsigned in, out, alive = WORKERS;
static PUMS_COMPLETION_LIST list;
static HANDLE letter;
static volatile BOOL stop;

static DWORD WINAPI computes(void *unused)
{
    while (!stop) {
    }
    printf("  ann stops\n"); /* 6 */
    return (DWORD)unused;
}

static DWORD WINAPI gives_way(void *unused)
{
    stop = TRUE;
    printf("  bob gives his place to cid\n"); /* 3 */
    ready[in++ % WORKERS] = workers[BOB];
    UmsExtSwitchTo(workers[CID], NULL);
    printf("  bob has it again, and sends a letter\n"); /* 8 */
    SetEvent(letter);
    return (DWORD)unused;
}

static DWORD WINAPI waits(void *unused)
{
    printf("  cid waits for a letter\n"); /* 4 */
    WaitForSingleObject(letter, INFINITE);
    printf("  cid has a letter\n"); /* 10 */
    return (DWORD)unused;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static const char *const reasons[] = {"startup", "blocked", "yield", "preempted"};
    static const char *const states[] = {"ready", "running", "blocked", "suspended", "ended"};
    UMS_EXT_STATE state;
    (void)parameter;
    printf("%s", reasons[reason]);
    for (int i = 0; i < WORKERS; i++) {
        UmsExtGetState(workers[i], &state);
        printf("%s %s %s%s", i ? "," : ":", names[i], states[state],
               workers[i] == UmsExtLastRun() ? " (left)" : "");
    }
    printf("\n");
    /* 1: startup: ann ready, bob ready, cid ready
     * | 2: preempted: ann ready (left), bob ready, cid ready
     * | 5: blocked: ann ready, bob ready, cid blocked (left)
     * | 7: blocked: ann ended (left), bob ready, cid blocked
     * | 9: blocked: ann ended, bob ended (left), cid ready
     * | 11: blocked: ann ended, bob ended, cid ended (left) */
    UmsExtSetTimeSlice(reason == UmsSchedulerStartup ? SLICE_MS : 0);
    if (reason == UmsExtSchedulerThreadPreempted)
        ready[in++ % WORKERS] = (PUMS_CONTEXT)payload;
    while (alive) {
        PUMS_CONTEXT worker, next;
        DequeueUmsCompletionListItems(list, in == out ? INFINITE : 0, &next);
        while ((worker = next)) {
            UmsExtGetState(worker, &state);
            next = GetNextUmsListItem(worker);
            if (state == UmsExtEnded)
                alive--;
            else
                ready[in++ % WORKERS] = worker;
        }
        if (in != out)
            ExecuteUmsThread(ready[out++ % WORKERS]);
    }
}

int main(void)
{
    static const LPTHREAD_START_ROUTINE functions[WORKERS] = {computes, gives_way, waits};
    PUMS_CONTEXT next;
    CreateUmsCompletionList(&list);
    letter = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (int i = 0; i < WORKERS; i++)
        workers[i] = make_named_worker(list, names[i], functions[i], NULL);
    DequeueUmsCompletionListItems(list, 0, &next);
    while ((next = GetNextUmsListItem(next))) {
    }
    ready[in++] = workers[ANN];
    ready[in++] = workers[BOB]; /* cid begins when bob gives way */
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    return !EnterUmsSchedulingMode(&info);
}
