/* Tens of thousands of workers at the same time: made, blocked, woken and ended by schedulers on
 * all CPUs. More of them than the local table has selectors.
 *
 * run: name=1 args="10000" memory=512M
 * run: name=2 smp=2 args="10000" memory=512M
 * run: name=ring3 smp=2 ring=3 args="10000" memory=512M compilers=gcc
 * run: name=50000 args="50000" memory=1200M compilers=gcc
 * run: name=4-50000 smp=4 args="50000" memory=1200M compilers=gcc
 * run: name=ring3-50000 smp=2 ring=3 args="50000" memory=1200M compilers=gcc
 */
#include "kernel/objects/handles.h"
#include "tests/harness/frames_in_use.h"
#include "tests/ums/scheduler.h"

#include <stdlib.h>

enum { WARM = 200, HANDLES_EACH = 3 };

struct task {
    struct worker worker;
    HANDLE event;
    LONG deliveries;
    BOOL ended;
};

static struct task *tasks;
static unsigned count;
static volatile LONG begun, woken, left, twice, failed;

static DWORD CALLBACK works(PVOID argument)
{
    struct task *task = argument;
    InterlockedIncrement(&begun);
    if (WaitForSingleObject(task->event, INFINITE) == WAIT_OBJECT_0)
        InterlockedIncrement(&woken);
    return (DWORD)(task - tasks);
}

/* A delivery is the scheduler's alone, so only it may run the worker: new, and once more when
 * woken. Then the worker comes as one that has ended. */
static void take(PUMS_CONTEXT context)
{
    struct task *task = NULL;
    QueryUmsThreadInformation(context, UmsThreadUserContext, &task, sizeof task, NULL);
    if (!is_terminated(context)) {
        if (++task->deliveries > 2)
            InterlockedIncrement(&twice);
        return;
    }
    if (task->deliveries != 2 || task->ended)
        InterlockedIncrement(&twice);
    task->ended = TRUE;
    InterlockedDecrement(&left);
}

/* The workers that this scheduler has dequeued and not executed yet, in its user context. */
static VOID NTAPI schedules(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT me = GetCurrentUmsThread(), first = NULL, next = NULL;
    QueryUmsThreadInformation(me, UmsThreadUserContext, &first, sizeof first, NULL);
    while (left > 0 || first) {
        if (!first && !DequeueUmsCompletionListItems(list, 5, &first))
            continue;
        if (!first)
            continue;
        next = GetNextUmsListItem(first);
        SetUmsThreadInformation(me, UmsThreadUserContext, &next, sizeof next);
        take(first);
        if (!is_terminated(first)) {
            ExecuteUmsThread(first);
            InterlockedIncrement(&failed);
        }
        first = next;
    }
}

static DWORD CALLBACK scheduler(PVOID unused) { return (DWORD)enter(schedules, NULL); }

static unsigned make_all(void)
{
    unsigned made = 0;
    for (unsigned i = 0; i < count; i++) {
        struct task *task = &tasks[i];
        *task = (struct task){.event = CreateEvent(NULL, FALSE, FALSE, NULL)};
        task->worker = make_worker_in(list, works, task, CREATE_SUSPENDED);
        if (!task->event || !task->worker.thread)
            break;
        SetUmsThreadInformation(task->worker.context, UmsThreadUserContext, &task, sizeof task);
        ResumeThread(task->worker.thread);
        made++;
    }
    return made;
}

/* Lets so many workers live, block, go on and end. */
static void live_and_end(unsigned processors)
{
    HANDLE schedulers[CPUS_MOST];
    unsigned wrong_codes = 0;
    begun = woken = twice = failed = 0;
    left = (LONG)count;
    ok(make_all() == count, "34: %u workers are made", count);
    for (unsigned i = 0; i < processors; i++) {
        schedulers[i] = CreateThread(NULL, 0, scheduler, NULL, CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(schedulers[i], 1u << i);
        ResumeThread(schedulers[i]);
    }
    for (DWORD from = GetTickCount(); begun < (LONG)count && GetTickCount() - from < 60000;)
        Sleep(1);
    ok(begun == (LONG)count && woken == 0, "34: all of them block (%u of %u)", (unsigned)begun,
       count);
    for (unsigned i = 0; i < count; i++)
        SetEvent(tasks[i].event);
    WaitForMultipleObjects(processors, schedulers, TRUE, INFINITE);
    ok(woken == (LONG)count, "34: all are woken (%u)", (unsigned)woken);
    ok(twice == 0 && failed == 0 && left == 0,
       "34: each came to the list when it was new, woken and ended (%u, %u)", (unsigned)twice,
       (unsigned)failed);
    for (unsigned i = 0; i < count; i++) {
        wrong_codes += exit_code(&tasks[i].worker) != i;
        forget(&tasks[i].worker);
        CloseHandle(tasks[i].event);
    }
    ok(wrong_codes == 0, "34: each has its own exit code");
    for (unsigned i = 0; i < processors; i++)
        CloseHandle(schedulers[i]);
}

int main(int argc, char **argv)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    SetThreadAffinityMask(GetCurrentThread(), 1); /* whose gate privileged.h has opened */
    unsigned many = argc > 1 ? (unsigned)atoi(argv[1]) : 1000,
             processors = system.dwNumberOfProcessors;
    tasks = malloc(many * sizeof *tasks);
    list = make_list();
    count = WARM;
    live_and_end(processors);
    uint32_t before = frames_in_use();
    count = many;
    live_and_end(processors);
    uint32_t after = frames_in_use();
    uint32_t kept = many * HANDLES_EACH / HANDLE_PAGE_ENTRIES + 16; /* the table of handles is */
    ok(after <= before + kept, "34: the memory comes back (%u frames, %u before)", (unsigned)after,
       (unsigned)before);
    ok(DeleteUmsCompletionList(list), "34: the list can be deleted");
    free(tasks);
    return tap_done();
}
