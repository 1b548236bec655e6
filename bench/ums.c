/* The costs of User-Mode Scheduling. */
#include "bench/bench.h"
#include "bench/ums_worker.h"

enum { TRIES = 25 };

static PUMS_COMPLETION_LIST list;
static HANDLE event, list_event;
static uint32_t yield = UINT32_MAX, block = UINT32_MAX, wake = UINT32_MAX;

/* Takes the worker that the list has, so that the next wake sets the list's event again. */
static PUMS_CONTEXT dequeued(void)
{
    PUMS_CONTEXT worker;
    DequeueUmsCompletionListItems(list, INFINITE, &worker);
    WaitForSingleObject(list_event, 0);
    return worker;
}

static void take_least(uint32_t *least)
{
    *least = path_length() < *least ? path_length() : *least;
}

static DWORD CALLBACK work(PVOID unused)
{
    (void)unused;
    for (int i = 0; i < TRIES; i++) {
        STAMP(stamp_before);
        UmsThreadYield(NULL);
        STAMP(stamp_after);
        take_least(&yield);
    }
    for (int i = 0; i < TRIES; i++) {
        STAMP(stamp_before);
        WaitForSingleObject(event, INFINITE);
    }
    return 0;
}

static VOID NTAPI blocked(void)
{
    static int waits;
    take_least(&block);
    if (waits++ == TRIES)
        return; /* it has ended */
    STAMP(stamp_before);
    SetEvent(event);
    STAMP(stamp_after);
    take_least(&wake);
    ExecuteUmsThread(dequeued());
}

/* The stamp comes first in an activation as blocked, the execution in one as yielded. */
static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT worker = (PUMS_CONTEXT)payload;
    (void)parameter;
    STAMP(stamp_after);
    if (reason == UmsSchedulerThreadBlocked) {
        blocked();
        return;
    }
    if (reason == UmsSchedulerStartup)
        worker = dequeued();
    ExecuteUmsThread(worker);
}

int main(int argc, char **argv)
{
    PUMS_CONTEXT context;
    bench_choose(argc, argv);
    CreateUmsCompletionList(&list);
    GetUmsCompletionListEvent(list, &list_event);
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    CloseHandle(make_worker(&context, list, 0, work, NULL));
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    if (bench_wants("ums_yield"))
        bench_report("ums_yield", yield - STAMPING); /* the activation stamps, too */
    if (bench_wants("ums_block"))
        bench_report("ums_block", block);
    if (bench_wants("ums_wake"))
        bench_report("ums_wake", wake);
    return 0;
}
