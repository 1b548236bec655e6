/* A worker's whole life, with one worker and with 50,000 at the same time: the context and the
 * thread are made, it runs, waits for an event, is woken, runs, ends, and what is left of it is
 * closed. And the memory of the machine that each takes while all of them wait.
 *
 * run: memory=1200M
 */
#include "bench/bench.h"
#include "bench/ums_worker.h"
#include "kernel/memory/frames.h"

#include <stdlib.h>

enum { MANY = 50000, FEW = 20, STACK = 16 << 10 };

static PUMS_COMPLETION_LIST list;
static HANDLE event;
static unsigned count, waiting, ended;
static uint32_t frames_then;

static DWORD CALLBACK works(PVOID unused)
{
    (void)unused;
    waiting++;
    WaitForSingleObject(event, INFINITE);
    return 0;
}

static uint32_t frames_in_use(void)
{
    struct frame_usage usage = frame_usage();
    return usage.total - usage.free;
}

/* Executes the workers of the list one by one. When all wait, it sets the event. */
static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static PUMS_CONTEXT first;
    (void)reason, (void)payload, (void)parameter;
    while (ended < count) {
        if (!first && waiting == count) {
            frames_then = frames_in_use();
            SetEvent(event);
            waiting = 0;
        }
        if (!first)
            DequeueUmsCompletionListItems(list, INFINITE, &first);
        PUMS_CONTEXT worker = first;
        BOOLEAN terminated;
        first = GetNextUmsListItem(worker);
        QueryUmsThreadInformation(worker, UmsThreadIsTerminated, &terminated, sizeof terminated,
                                  NULL);
        if (!terminated)
            ExecuteUmsThread(worker);
        DeleteUmsThreadContext(worker);
        ended++;
    }
}

/* Returns the instructions of so many lives. */
static uint32_t live(unsigned workers)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    PUMS_CONTEXT context;
    count = workers;
    waiting = ended = 0;
    STAMP(stamp_before);
    event = CreateEvent(NULL, TRUE, FALSE, NULL);
    for (unsigned i = 0; i < workers; i++)
        if (!CloseHandle(make_worker(&context, list, STACK, works, NULL)))
            exit(1);
    EnterUmsSchedulingMode(&info);
    CloseHandle(event);
    STAMP(stamp_after);
    return path_length();
}

int main(int argc, char **argv)
{
    uint32_t one = UINT32_MAX;
    bench_choose(argc, argv);
    CreateUmsCompletionList(&list);
    for (unsigned i = 0; i < FEW; i++) {
        uint32_t length = live(1);
        one = length < one ? length : one;
    }
    if (bench_wants("ums_life"))
        bench_report("ums_life", one);
    uint32_t before = frames_in_use(), all = live(MANY);
    if (bench_wants("ums_life_50k"))
        bench_report("ums_life_50k", all / MANY);
    if (bench_wants("ums_bytes"))
        bench_report("ums_bytes", (uint32_t)((uint64_t)(frames_then - before) * 4096 / MANY));
    return 0;
}
