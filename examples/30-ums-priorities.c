/* A scheduler of User-Mode Scheduling with three priorities: the highest ready worker runs. */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

enum { HIGH, NORMAL, LOW, PRIORITIES, MOST = 4 };

struct task {
    LPTHREAD_START_ROUTINE function;
    const char *name;
    unsigned priority;
    int rings; /* the step in which it sets the alarm; 0 is none */
};

static PUMS_COMPLETION_LIST list;
static PUMS_CONTEXT ready[PRIORITIES][MOST]; /* a ring for each priority */
static unsigned in[PRIORITIES], out[PRIORITIES], alive;
static HANDLE alarm;

static DWORD WINAPI answers(void *self)
{
    struct task *task = self;
    for (int i = 1; i <= 2; i++) {
        printf("%s waits\n", task->name); /* 1: fire waits | 5: fire waits */
        WaitForSingleObject(alarm, INFINITE);
        printf("%s has alarm %d\n", task->name, i); /* 4: fire has alarm 1 | 12: fire has alarm 2 */
    }
    return 0;
}

static DWORD WINAPI works(void *self)
{
    struct task *task = self;
    for (int i = 1; i <= 2; i++) {
        printf("  %s, step %d\n", task->name, i);
        /* 2: ann, step 1 | 6: bob, step 1 | 7: ann, step 2 | 8: bob, step 2
         * | 9: idle, step 1 | 10: idle, step 2 */
        if (i == task->rings) {
            SetEvent(alarm);
            printf("  %s has rung\n", task->name); /* 3: ann has rung | 11: idle has rung */
        }
        UmsThreadYield(NULL);
    }
    return 0;
}

static void put(PUMS_CONTEXT worker)
{
    struct task *task;
    QueryUmsThreadInformation(worker, UmsThreadUserContext, &task, sizeof task, NULL);
    ready[task->priority][in[task->priority]++ % MOST] = worker;
}

/* Returns the highest priority that has a ready worker; PRIORITIES if none has. */
static unsigned highest(void)
{
    unsigned priority = HIGH;
    while (priority < PRIORITIES && in[priority] == out[priority])
        priority++;
    return priority;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    (void)parameter;
    if (reason == UmsSchedulerThreadYield)
        put((PUMS_CONTEXT)payload);
    while (alive) {
        PUMS_CONTEXT worker, next;
        DequeueUmsCompletionListItems(list, highest() == PRIORITIES ? INFINITE : 0, &next);
        while ((worker = next)) {
            next = GetNextUmsListItem(worker);
            if (DeleteUmsThreadContext(worker))
                alive--;
            else
                put(worker); /* it has not ended */
        }
        unsigned priority = highest();
        if (priority < PRIORITIES)
            ExecuteUmsThread(ready[priority][out[priority]++ % MOST]);
    }
}

int main(void)
{
    static struct task tasks[] = {{answers, "fire", HIGH, 0},
                                  {works, "idle", LOW, 2},
                                  {works, "bob", NORMAL, 0},
                                  {works, "ann", NORMAL, 1}};
    CreateUmsCompletionList(&list);
    alarm = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (alive = 0; alive < sizeof tasks / sizeof *tasks; alive++) {
        struct task *task = &tasks[alive];
        PUMS_CONTEXT worker = make_named_worker(list, task->name, task->function, task);
        SetUmsThreadInformation(worker, UmsThreadUserContext, &task, sizeof task);
    }
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    return !EnterUmsSchedulingMode(&info);
}
