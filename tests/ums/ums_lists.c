/* Completion lists, and their events.
 *
 * run: name=plain
 * run: name=2 smp=2
 * run: name=4 smp=4 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=counted virtual-time=1 smp=2 compilers=gcc
 */
#include "tests/ums/scheduler.h"
#include "tests/windows/handles.h"

enum { SOME = 8, MANY = 100 };

static DWORD CALLBACK ends(PVOID argument) { return 0; }

/* ---------------------------------------------------------------- order and event */

static void check_order(void)
{
    struct worker workers[SOME];
    PUMS_CONTEXT context = NULL, next;
    unsigned right = 0;
    for (unsigned i = 0; i < SOME; i++)
        workers[i] = make_worker(ends, NULL);
    BOOL taken = DequeueUmsCompletionListItems(list, 0, &context);
    for (unsigned i = 1; context && i <= SOME; i++, context = next) {
        right += context == workers[SOME - i].context;
        next = GetNextUmsListItem(context);
        right += GetNextUmsListItem(context) == NULL;
    }
    ok(taken && right == 2 * SOME && !context,
       "26: the last one is first, and a second pop of an item gives NULL (%u)", right);
    ok(GetNextUmsListItem(NULL) == NULL, "26: NULL has no next one");
    live = SOME;
    for (unsigned i = 0; i < SOME; i++)
        put_ready(workers[i].context);
    when_activated = NULL;
    enter(in_turn, NULL);
    for (unsigned i = 0; i < SOME; i++)
        forget(&workers[i]);
}

static void check_event(void)
{
    struct worker workers[MANY];
    HANDLE event = NULL, second = NULL;
    PUMS_CONTEXT context;
    unsigned signals = 0;
    ok(GetUmsCompletionListEvent(list, &event) && GetUmsCompletionListEvent(list, &second) &&
           event != second,
       "each call makes a handle of the list's event");
    while (WaitForSingleObject(event, 0) == 0)
        ;
    for (unsigned i = 0; i < MANY; i++) {
        workers[i] = make_worker(ends, NULL);
        signals += WaitForSingleObject(event, 0) == 0;
    }
    ok(signals == 1 && is_unsignalled(second),
       "25: 100 entries, one signal, which a wait takes (%u)", signals);
    DequeueUmsCompletionListItems(list, 0, &context);
    struct worker one = make_worker(ends, NULL);
    ok(WaitForSingleObject(second, 0) == 0, "25: after the list was emptied, the next one signals");
    CLOSE(event, second);
    live = MANY + 1;
    first_ready = last_ready = 0;
    drain(0);
    when_activated = NULL;
    for (PUMS_CONTEXT next; context; context = next) {
        next = GetNextUmsListItem(context);
        put_ready(context);
        if (last_ready - first_ready == MOST_WORKERS - 1)
            enter(in_turn, NULL);
    }
    enter(in_turn, NULL);
    for (unsigned i = 0; i < MANY; i++)
        forget(&workers[i]);
    forget(&one);
}

/* ---------------------------------------------------------------- dequeue */

static DWORD CALLBACK makes_later(PVOID worker)
{
    Sleep(3);
    *(struct worker *)worker = make_worker(ends, NULL);
    return 0;
}

static void check_dequeue(void)
{
    PUMS_CONTEXT context = (PUMS_CONTEXT)1;
    struct worker worker;
    HANDLE event;
    while (DequeueUmsCompletionListItems(list, 0, &context) && context)
        ;
    SetLastError(4711);
    ok(DequeueUmsCompletionListItems(list, 0, &context) == 1 && !context && GetLastError() == 4711,
       "27: with 0 an empty list gives TRUE and NULL, and the last error stays");
    DWORD before = GetTickCount();
    ok(FAILS(DequeueUmsCompletionListItems(list, 3, &context), ERROR_TIMEOUT) && !context &&
           GetTickCount() - before >= 3,
       "27: with a time: FALSE, 1460, after that time");
    GetUmsCompletionListEvent(list, &event);
    SetEvent(event); /* a stale signal */
    HANDLE thread = start(makes_later, &worker);
    ok(DequeueUmsCompletionListItems(list, INFINITE, &context) && context,
       "27: INFINITE survives a stale signal");
    WaitForSingleObject(thread, INFINITE);
    CLOSE(thread, event);
    ok(FAILS(DeleteUmsCompletionList(list), ERROR_BUSY),
       "a list is not deleted while a worker lives that belongs to it: 170");
    first_ready = last_ready = 0;
    put_ready(context);
    live = 1;
    when_activated = NULL;
    enter(in_turn, NULL);
    forget(&worker);
}

static PUMS_COMPLETION_LIST left;

/* Leaves the worker in its list when it has ended. */
static VOID NTAPI executes_once(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context;
    if (reason == UmsSchedulerStartup && DequeueUmsCompletionListItems(left, 0, &context))
        ExecuteUmsThread(context);
}

static void check_left(void)
{
    PUMS_CONTEXT context;
    left = make_list();
    struct worker worker = make_worker_in(left, ends, NULL, 0);
    enter(executes_once, NULL);
    ok(FAILS(DeleteUmsCompletionList(left), ERROR_BUSY),
       "nor while one is in it that has ended: 170");
    DequeueUmsCompletionListItems(left, 0, &context);
    ok(context == worker.context && DeleteUmsCompletionList(left), "but once it was taken out");
    forget(&worker);
}

/* ---------------------------------------------------------------- several lists */

static PUMS_COMPLETION_LIST lists[2];
static HANDLE gate[2];
static PUMS_CONTEXT came[2];

static DWORD CALLBACK waits_twice(PVOID argument)
{
    for (unsigned i = 0; i < 2; i++)
        WaitForSingleObject(gate[(unsigned)argument], INFINITE);
    return 0;
}

static unsigned step;

/* Drains both lists, waiting for both events at once. */
static VOID NTAPI of_both(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    HANDLE *events = parameter;
    static HANDLE *kept;
    if (reason == UmsSchedulerStartup)
        kept = events;
    while (live) {
        PUMS_CONTEXT context = take_ready();
        if (context) {
            ExecuteUmsThread(context);
            continue;
        }
        if (step < 4)
            SetEvent(gate[step++ % 2]);
        DWORD which = WaitForMultipleObjects(2, kept, FALSE, 20000);
        if (which > 1) {
            tap_note("no list has a worker");
            return;
        }
        list = lists[which];
        DequeueUmsCompletionListItems(list, 0, &context);
        for (PUMS_CONTEXT next; context; context = next) {
            next = GetNextUmsListItem(context);
            came[which] = context;
            if (is_terminated(context))
                live--;
            else
                put_ready(context);
        }
    }
}

static void check_several(void)
{
    struct worker workers[2];
    HANDLE events[2];
    PUMS_COMPLETION_LIST first = list;
    for (unsigned i = 0; i < 2; i++) {
        lists[i] = make_list();
        GetUmsCompletionListEvent(lists[i], &events[i]);
        gate[i] = CreateEvent(NULL, FALSE, FALSE, NULL);
        workers[i] = make_worker_in(lists[i], waits_twice, (PVOID)i, 0);
    }
    live = 2;
    first_ready = last_ready = step = 0;
    list = lists[0];
    enter(of_both, events);
    ok(live == 0, "30: one scheduler drains two lists, waiting for the events of both");
    ok(came[0] == workers[0].context && came[1] == workers[1].context,
       "29: a worker always comes to the list that it was made with");
    for (unsigned i = 0; i < 2; i++) {
        forget(&workers[i]);
        CloseHandle(gate[i]);
        ok(DeleteUmsCompletionList(lists[i]),
           "a list can be deleted while a handle of its event is open");
        ok(WaitForSingleObject(events[i], 0) != WAIT_FAILED && CloseHandle(events[i]),
           "which is closed afterwards");
    }
    list = first;
}

/* ---------------------------------------------------------------- a chain of lists */

enum { CHAIN = 500 };

static struct {
    PUMS_COMPLETION_LIST list;
    HANDLE event;
    struct worker worker;
} chain[CHAIN];
static unsigned passed;

/* Each waits for the event of the list before its own, the first one for the gate. */
static DWORD CALLBACK waits_for_list(PVOID argument)
{
    unsigned number = (unsigned)argument;
    if (WaitForSingleObject(number ? chain[number - 1].event : gate[0], INFINITE) == WAIT_OBJECT_0)
        passed++;
    return 0;
}

/* All of them wait, then the gate opens, and one wake sets the event that is the next one's. */
static VOID NTAPI of_chain(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static unsigned next;
    if (reason == UmsSchedulerStartup)
        next = 0;
    for (; next < 2 * CHAIN; next++) {
        PUMS_CONTEXT context;
        unsigned number = next % CHAIN;
        if (next == CHAIN)
            SetEvent(gate[0]);
        if (!DequeueUmsCompletionListItems(chain[number].list, 1000, &context))
            return;
        if (next < CHAIN)
            WaitForSingleObject(chain[number].event, 0); /* it was set for the new worker */
        next++;
        ExecuteUmsThread(context);
    }
}

static void check_chain(void)
{
    unsigned deleted = 0;
    gate[0] = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (unsigned i = 0; i < CHAIN; i++) {
        chain[i].list = make_list();
        GetUmsCompletionListEvent(chain[i].list, &chain[i].event);
        chain[i].worker = make_worker_in(chain[i].list, waits_for_list, (PVOID)i, 0);
    }
    enter(of_chain, NULL);
    ok(passed == CHAIN,
       "one wake passes through %u lists, of which each wakes the next one's worker", CHAIN);
    for (unsigned i = 0; i < CHAIN; i++) {
        PUMS_CONTEXT context = NULL;
        DequeueUmsCompletionListItems(chain[i].list, 0, &context);
        forget(&chain[i].worker);
        CloseHandle(chain[i].event);
        deleted += DeleteUmsCompletionList(chain[i].list) != 0;
    }
    ok(deleted == CHAIN, "all of them can be deleted");
    CloseHandle(gate[0]);
}

int main(void)
{
    list = make_list();
    check_order();
    check_event();
    check_dequeue();
    check_left();
    check_several();
    check_chain();
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    PUMS_COMPLETION_LIST none = (PUMS_COMPLETION_LIST)&live;
    ok(FAILS(DeleteUmsCompletionList(none), ERROR_INVALID_PARAMETER) &&
           FAILS(DeleteUmsCompletionList(NULL), ERROR_INVALID_PARAMETER),
       "what is no list: 87");
    return tap_done();
}
