/* Memory, handles and addresses run out in each call of User-Mode Scheduling: the call says so,
 * leaves nothing behind, and succeeds as soon as there is some again.
 *
 * run: name=once args=once
 * run: name=for-good args=for-good
 * run: name=once-checked checked=1 compilers=gcc args=once
 * run: name=once-ring3 ring=3 compilers=gcc args=once
 * run: name=for-good-ring3 ring=3 compilers=gcc args=for-good
 * run: name=all memory=8M args=all
 * run: name=all-ring3 ring=3 memory=8M compilers=gcc args=all
 * run: name=all-checked checked=1 memory=12M compilers=gcc args=all
 */
#include "tests/harness/arguments.h"
#include "tests/harness/failing_memory.h"
#include "tests/harness/frames_in_use.h"
#include "tests/ums/scheduler.h"

#include <string.h>

enum { MANY = 5 /* objects, more than a wait of no memory has */, VALUE = 7, LONG_MS = 10000 };
enum { MOST = 300000 };

static struct scene {
    PUMS_COMPLETION_LIST list;
    HANDLE list_event;
    struct worker worker;
    PUMS_CONTEXT held; /* the worker in its scheduler's hands */
    volatile DWORD error, waits, failed_waits;
    volatile bool ended;
} scene;

static HANDLE events[MANY];

/* ---------------------------------------------------------------- a worker and its scheduler */

/* A wait that finds no memory fails; the worker yields, and tries again when it is executed again.
 */
static DWORD CALLBACK waits_for_many(PVOID unused)
{
    failing_too = GetCurrentThreadId();
    while (WaitForMultipleObjects(MANY, events, FALSE, LONG_MS) == WAIT_FAILED) {
        scene.error = GetLastError();
        scene.failed_waits++;
        UmsThreadYield(NULL);
    }
    scene.waits++;
    failing_too = 0;
    return VALUE;
}

/* Executes the worker until it has ended, or yields. */
static VOID NTAPI follows(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID unused)
{
    PUMS_CONTEXT context;
    if (reason == UmsSchedulerThreadYield)
        return;
    if (reason == UmsSchedulerThreadBlocked)
        SetEvent(events[MANY - 1]);
    context = scene.held;
    if (reason == UmsSchedulerThreadBlocked || !context)
        DequeueUmsCompletionListItems(scene.list, LONG_MS, &context);
    scene.held = context;
    scene.ended = context && is_terminated(context);
    if (context && !scene.ended && !ExecuteUmsThread(context))
        scene.error = GetLastError();
}

/* ---------------------------------------------------------------- calls that need memory */

static bool create_list(void) { return CreateUmsCompletionList(&scene.list); }
static bool get_event(void) { return GetUmsCompletionListEvent(scene.list, &scene.list_event); }
static bool create_context(void) { return CreateUmsThreadContext(&scene.worker.context); }

static bool create_worker(void)
{
    scene.worker.thread =
        make_thread_for(scene.worker.context, scene.list, waits_for_many, NULL, 0);
    return scene.worker.thread != NULL;
}

/* The mode, the first execution, and the first block. */
static bool schedule(void)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, scene.list, follows, NULL};
    scene.error = 0;
    bool entered = EnterUmsSchedulingMode(&info);
    if (entered && !scene.ended)
        SetLastError(scene.error);
    return entered && scene.ended;
}

static bool (*const things[])(void) = {create_list, get_event, create_context, create_worker,
                                       schedule};
enum { THINGS = sizeof things / sizeof things[0] };

static bool works(void)
{
    return scene.waits == 1 && scene.ended && exit_code(&scene.worker) == VALUE &&
           WaitForSingleObject(scene.list_event, 0) != WAIT_FAILED;
}

static unsigned destroy_all(void)
{
    unsigned refused = !DeleteUmsThreadContext(scene.worker.context);
    refused += !CloseHandle(scene.worker.thread);
    refused += !CloseHandle(scene.list_event);
    refused += !DeleteUmsCompletionList(scene.list);
    scene = (struct scene){.list = NULL};
    return refused;
}

/* ---------------------------------------------------------------- every place */

static unsigned wrong_errors, leaks, failures, broken, failed_waits;

/* No stack grows while memory fails. */
static void grow_stack(void)
{
    volatile char room[16384];
    for (unsigned at = sizeof room; at >= 4096; at -= 4096)
        room[at - 1] = 0;
}

/* Everything, with the request of this number failing. */
static DWORD CALLBACK make_all(PVOID number)
{
    DWORD error = 0;
    unsigned made = 0;
    bool failed = false;
    grow_stack();
    for (unsigned i = 0; i < MANY; i++)
        events[i] = CreateEvent(NULL, FALSE, FALSE, NULL);
    begin_failing((unsigned)number);
    while (made < THINGS && !failed) {
        SetLastError(0);
        failed = !things[made]();
        error = GetLastError();
        made += !failed;
    }
    end_failing();
    if (failed && error != ERROR_NOT_ENOUGH_MEMORY) {
        wrong_errors++;
        tap_note("request %u, thing %u: error %u", (unsigned)number, made, (unsigned)error);
    }
    failures += failed;
    failed_waits += scene.failed_waits;
    for (; made < THINGS; made++) /* the thing that failed can be made now, and so can the rest */
        broken += !things[made]();
    broken += !works() + destroy_all();
    for (unsigned i = 0; i < MANY; i++)
        CloseHandle(events[i]);
    return 0;
}

/* Returns false when there were fewer requests. */
static bool try_number(unsigned number)
{
    uint32_t frames = frames_in_use();
    size_t blocks = heap_usage().blocks;
    HANDLE thread = CreateThread(NULL, 0x8000, make_all, (PVOID)number, 0, NULL);
    broken += !thread || WaitForSingleObject(thread, LONG_MS) != WAIT_OBJECT_0;
    CloseHandle(thread);
    leaks += !all_comes_back(number, frames, blocks);
    return asked >= number;
}

static void check_each_place(void)
{
    unsigned number = 1;
    failing_open();
    try_number(UINT32_MAX); /* makes what stays: tables */
    wrong_errors = leaks = failures = broken = failed_waits = 0;
    while (try_number(number))
        number++;
    ok(number > THINGS && failures >= (for_good ? number - 1 : THINGS),
       "memory failed at each of %u requests, and a call %u times", number - 1, failures);
    ok(failed_waits > 0, "the first block was among them, %u times", failed_waits);
    is_dec(wrong_errors, 0, "each of these said so");
    is_dec(leaks, 0, "nothing was left behind");
    is_dec(broken, 0, "and everything worked afterwards");
}

/* ---------------------------------------------------------------- all that there is */

static PUMS_CONTEXT contexts[MOST];
static HANDLE duplicates[MOST];
static PVOID lists[MOST];

/* Makes a thing until that fails. Returns how many there are. */
static unsigned make_many(bool (*make)(unsigned), const char *what)
{
    unsigned made = 0;
    SetLastError(0);
    while (made < MOST && make(made))
        made++;
    is_dec(GetLastError(), ERROR_NOT_ENOUGH_MEMORY, "after %u %s the next is refused", made, what);
    return made;
}

static bool make_context(unsigned i) { return CreateUmsThreadContext(&contexts[i]); }
static bool make_one_list(unsigned i) { return CreateUmsCompletionList(&lists[i]); }

static bool make_event_handle(unsigned i)
{
    return GetUmsCompletionListEvent(scene.list, &duplicates[i]);
}

static bool make_one_worker(unsigned i)
{
    struct worker worker = make_worker_in(scene.list, waits_for_many, NULL, CREATE_SUSPENDED);
    contexts[i] = worker.context;
    duplicates[i] = worker.thread;
    return worker.context != NULL;
}

static VOID NTAPI returns(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID unused) {}

static void end_worker(HANDLE thread)
{
    PUMS_CONTEXT gone;
    TerminateThread(thread, 0);
    WaitForSingleObject(thread, LONG_MS);
    CloseHandle(thread);
    DequeueUmsCompletionListItems(scene.list, 0, &gone);
}

/* While all is used up, each other call is refused, too. A new scheduler may still find a place
 * beside other contexts, a list's event one in a page of handles, and a worker the stack and the
 * TEB of one that has ended. */
static void check_others(bool workers_have_ended)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, scene.list, returns, NULL};
    SetLastError(0);
    bool entered = EnterUmsSchedulingMode(&info);
    ok(entered || GetLastError() == ERROR_NOT_ENOUGH_MEMORY, "the mode: %d", entered);
    ok(!GetCurrentUmsThread(), "and the thread is an ordinary one afterwards");
    PUMS_CONTEXT context = NULL;
    HANDLE thread = NULL;
    if (CreateUmsThreadContext(&context))
        thread = make_thread_for(context, scene.list, waits_for_many, NULL, CREATE_SUSPENDED);
    ok(!thread || workers_have_ended, "no worker can be made of new memory");
    if (thread)
        end_worker(thread);
    ok(!context || DeleteUmsThreadContext(context), "its context is deleted");
}

static void check_all(void)
{
    unsigned wrong = 0, first = 0, second, before = 0;
    scene.list = make_list();
    for (unsigned round = 0; round < 3; round++) {
        before = first;
        first = make_many(make_context, "contexts");
        check_others(round > 0);
        for (unsigned i = 0; i < first; i++)
            wrong += !DeleteUmsThreadContext(contexts[i]);
        second = make_many(make_one_list, "lists");
        check_others(round > 0);
        for (unsigned i = 0; i < second; i++)
            wrong += !DeleteUmsCompletionList(lists[i]);
        unsigned third = make_many(make_event_handle, "handles of a list's event");
        check_others(round > 0);
        for (unsigned i = 0; i < third; i++)
            wrong += !CloseHandle(duplicates[i]);
        unsigned workers = make_many(make_one_worker, "workers");
        for (unsigned i = 0; i < workers; i++)
            TerminateThread(duplicates[i], 0);
        for (unsigned i = 0; i < workers; i++)
            wrong += WaitForSingleObject(duplicates[i], LONG_MS) != WAIT_OBJECT_0 ||
                     !CloseHandle(duplicates[i]);
        PUMS_CONTEXT gone;
        DequeueUmsCompletionListItems(scene.list, 0, &gone);
        for (unsigned i = 0; i < workers; i++)
            wrong += !DeleteUmsThreadContext(contexts[i]);
        ok(first > 1000 && second > 1000 && third > 10000 && workers > 20, "there are many");
    }
    ok(first > before * 9 / 10, "as many as the time before, but for page tables (%u, %u)", first,
       before);
    is_dec(wrong, 0, "all are ended and deleted");
    ok(DeleteUmsCompletionList(scene.list), "the list, too");
    scene.list = NULL;
    for (unsigned i = 0; i < MANY; i++)
        events[i] = CreateEvent(NULL, FALSE, FALSE, NULL);
    bool all = true;
    for (unsigned i = 0; i < THINGS; i++)
        all = things[i]() && all;
    ok(all && works() && !destroy_all(), "and everything works afterwards");
}

int main(int argc, char **argv)
{
    for_good = has_argument(argc, argv, "for-good");
    if (has_argument(argc, argv, "all"))
        check_all();
    else
        check_each_place();
    return tap_done();
}
