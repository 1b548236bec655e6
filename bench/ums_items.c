/* The cost of a short item of work by four ways: an item adds one, and makes no call. A way's
 * figure is all that it takes, from the first item's submission until the last one is done, by
 * item.
 */
#include "bench/bench.h"
#include "bench/ums_worker.h"

enum { ITEMS = 2000, WORKERS = 8, TRIES = 3, STACK = 16 << 10 };

static PUMS_COMPLETION_LIST list;
static HANDLE over;
static volatile LONG left, taken;
static PUMS_CONTEXT ready[WORKERS]; /* a ring */
static unsigned in, out, alive;

static void item(void)
{
    if (InterlockedDecrement(&left) == 0)
        SetEvent(over);
}

static DWORD CALLBACK does_one(PVOID unused)
{
    (void)unused;
    item();
    return 0;
}

static void by_pool(void)
{
    for (int i = 0; i < ITEMS; i++)
        QueueUserWorkItem(does_one, NULL, WT_EXECUTEDEFAULT);
    WaitForSingleObject(over, INFINITE);
}

static void by_threads(void)
{
    for (int i = 0; i < ITEMS; i++) {
        HANDLE thread =
            CreateThread(NULL, STACK, does_one, NULL, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
        WaitForSingleObject(thread, INFINITE);
        CloseHandle(thread);
    }
}

static DWORD CALLBACK does_many(PVOID unused)
{
    (void)unused;
    while (InterlockedIncrement(&taken) <= ITEMS) {
        item();
        UmsThreadYield(NULL);
    }
    return 0;
}

static void keep(PUMS_CONTEXT worker)
{
    if (DeleteUmsThreadContext(worker))
        alive--;
    else
        ready[in++ % WORKERS] = worker;
}

static void make(LPTHREAD_START_ROUTINE function)
{
    PUMS_CONTEXT context;
    CloseHandle(make_worker(&context, list, STACK, function, NULL));
    alive++;
}

/* A yield needs no look into the list while other workers are ready: none of these waits. */
static VOID NTAPI staying(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT worker, next;
    (void)parameter;
    if (reason == UmsSchedulerThreadYield) {
        ready[in++ % WORKERS] = (PUMS_CONTEXT)payload;
        ExecuteUmsThread(ready[out++ % WORKERS]);
    }
    while (alive) {
        DequeueUmsCompletionListItems(list, in == out ? INFINITE : 0, &next);
        while ((worker = next)) {
            next = GetNextUmsListItem(worker);
            keep(worker);
        }
        if (in != out)
            ExecuteUmsThread(ready[out++ % WORKERS]);
    }
}

/* Makes a worker, lets it run to its end, and makes the next one. */
static VOID NTAPI replacing(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT worker;
    (void)payload, (void)parameter;
    if (reason == UmsSchedulerThreadBlocked) {
        DequeueUmsCompletionListItems(list, 0, &worker);
        keep(worker);
    }
    if (!left)
        return;
    make(does_one);
    DequeueUmsCompletionListItems(list, 0, &worker);
    ExecuteUmsThread(worker);
}

static void by_workers(void)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, staying, NULL};
    for (int i = 0; i < WORKERS; i++)
        make(does_many);
    EnterUmsSchedulingMode(&info);
}

static void by_worker_each(void)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, replacing, NULL};
    EnterUmsSchedulingMode(&info);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*way)(void);
    } ways[] = {{"item_pool", by_pool},
                {"item_workers", by_workers},
                {"item_thread", by_threads},
                {"item_worker_each", by_worker_each}};
    bench_choose(argc, argv);
    over = CreateEvent(NULL, FALSE, FALSE, NULL);
    CreateUmsCompletionList(&list);
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        uint32_t least = UINT32_MAX;
        for (int try = 0; bench_wants(ways[i].name) && try < TRIES; try++) {
            left = ITEMS;
            taken = 0;
            STAMP(stamp_before);
            ways[i].way();
            STAMP(stamp_after);
            ResetEvent(over);
            least = path_length() < least ? path_length() : least;
        }
        if (bench_wants(ways[i].name))
            bench_report(ways[i].name, least / ITEMS);
    }
    return 0;
}
