/* The smallest scheduler of User-Mode Scheduling: the program says which of its threads runs. */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

enum { WORKERS = 3 };

static PUMS_COMPLETION_LIST list;
static PUMS_CONTEXT ready[WORKERS]; /* a ring of workers that can be executed */
static unsigned in, out, alive;
static HANDLE letter;

static DWORD WINAPI sends(void *name)
{
    printf("  %s yields\n", (char *)name); /* 5: cid yields | 9: ann yields */
    UmsThreadYield(name);
    SetEvent(letter);
    printf("  %s has sent a letter\n", (char *)name);
    /* 11: cid has sent a letter | 15: ann has sent a letter */
    return 0;
}

static DWORD WINAPI waits(void *name)
{
    printf("  %s waits\n", (char *)name); /* 7: bob waits */
    for (int i = 1; i <= 2; i++) {
        WaitForSingleObject(letter, INFINITE);
        printf("  %s has letter %d\n", (char *)name, i);
        /* 18: bob has letter 1 | 19: bob has letter 2 */
    }
    return 0;
}

/* Makes the workers of the completion list ready, or waits for one if no other is. */
static void take_list(void)
{
    PUMS_CONTEXT next, worker;
    DequeueUmsCompletionListItems(list, in == out ? INFINITE : 0, &next);
    while ((worker = next)) {
        char *name;
        BOOLEAN ended;
        QueryUmsThreadInformation(worker, UmsThreadUserContext, &name, sizeof name, NULL);
        QueryUmsThreadInformation(worker, UmsThreadIsTerminated, &ended, sizeof ended, NULL);
        printf("list: %s%s\n", name, ended ? ", ended" : "");
        /* 2: list: cid | 3: list: bob | 4: list: ann | 13: list: cid, ended | 14: list: bob
         * | 17: list: ann, ended | 21: list: bob, ended */
        next = GetNextUmsListItem(worker);
        if (!ended)
            ready[in++ % WORKERS] = worker;
        else if (DeleteUmsThreadContext(worker))
            alive--;
    }
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static const char *const names[] = {"startup", "blocked", "yield"};
    printf("%s %s\n", names[reason], parameter ? (char *)parameter : "");
    /* 1: startup | 6: yield cid | 8: blocked | 10: yield ann | 12: blocked | 16: blocked
     * | 20: blocked */
    if (reason == UmsSchedulerThreadYield)
        ready[in++ % WORKERS] = (PUMS_CONTEXT)payload;
    do
        take_list();
    while (alive && in == out);
    if (alive)
        ExecuteUmsThread(ready[out++ % WORKERS]);
}

static void add(LPTHREAD_START_ROUTINE function, char *name)
{
    PUMS_CONTEXT worker = make_named_worker(list, name, function, name);
    SetUmsThreadInformation(worker, UmsThreadUserContext, &name, sizeof name);
    alive++;
}

int main(void)
{
    CreateUmsCompletionList(&list);
    letter = CreateEvent(NULL, FALSE, FALSE, NULL);
    add(sends, "ann");
    add(waits, "bob");
    add(sends, "cid");
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    printf("all is over\n"); /* 22 */
    return 0;
}
