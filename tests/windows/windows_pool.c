/* The thread pool: work, timers, waits, cleanup groups, and the older calls.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/windows_check.h"

#define FAILS(call, error) (SetLastError(4711), !(call) && GetLastError() == (error))

static PTP_POOL small; /* has one thread */
static TP_CALLBACK_ENVIRON in_small;
static HANDLE gate;
static volatile LONG calls, now, most_at_once;
static volatile DWORD caller;

/* Waits until a count has reached a value. */
static BOOL reaches(volatile LONG *count, LONG value)
{
    for (int i = 0; i < 2000 && *count < value; i++)
        Sleep(1);
    return *count == value;
}

static DWORD CALLBACK opens_later(PVOID what)
{
    Sleep(50);
    return SetEvent(what);
}

static void open_later(HANDLE what)
{
    CloseHandle(CreateThread(NULL, 0, opens_later, what, 0, NULL));
}

static void make_small(void)
{
    small = CreateThreadpool(NULL);
    SetThreadpoolThreadMaximum(small, 1);
    InitializeThreadpoolEnvironment(&in_small);
    SetThreadpoolCallbackPool(&in_small, small);
}

/* ---------------------------------------------------------------- work */

static VOID NTAPI counts(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)instance, (void)work;
    InterlockedExchangeAdd(&calls, (LONG)context);
    caller = GetCurrentThreadId();
}

static VOID NTAPI counts_at_once(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)instance, (void)context, (void)work;
    LONG inside = InterlockedIncrement(&now);
    if (inside > most_at_once)
        most_at_once = inside;
    Sleep(5);
    InterlockedDecrement(&now);
    InterlockedIncrement(&calls);
}

/* Returns only when ten of them run at once. */
static VOID NTAPI meets_ten(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)instance, (void)context, (void)work;
    if (InterlockedIncrement(&now) == 10)
        SetEvent(gate);
    if (WaitForSingleObject(gate, 2000) == WAIT_OBJECT_0)
        InterlockedIncrement(&calls);
}

static VOID NTAPI passes_gate(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)instance, (void)context, (void)work;
    InterlockedIncrement(&now);
    WaitForSingleObject(gate, 2000);
    InterlockedIncrement(&calls);
}

static void check_work(void)
{
    PTP_WORK work = CreateThreadpoolWork(counts, (PVOID)3, NULL);
    calls = 0;
    for (int i = 0; i < 100; i++)
        SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(calls == 300, "each submission is one call, and all are waited for");
    check(caller && caller != GetCurrentThreadId(), "in a thread of the pool");
    SubmitThreadpoolWork(work);
    CloseThreadpoolWork(work);
    check(reaches(&calls, 303), "what is pending comes though the object is closed");

    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    work = CreateThreadpoolWork(meets_ten, NULL, NULL);
    calls = now = 0;
    for (int i = 0; i < 10; i++)
        SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(calls == 10, "callbacks that block hold up no others");
    CloseThreadpoolWork(work);

    ResetEvent(gate);
    work = CreateThreadpoolWork(passes_gate, NULL, &in_small);
    calls = now = 0;
    for (int i = 0; i < 5; i++)
        SubmitThreadpoolWork(work);
    reaches(&now, 1);
    PTP_WORK later = CreateThreadpoolWork(counts, (PVOID)100, &in_small);
    SubmitThreadpoolWork(later);
    open_later(gate);
    WaitForThreadpoolWorkCallbacks(work, TRUE);
    check(calls % 100 == 1, "a cancel takes back what has not begun, and waits for the rest");
    WaitForThreadpoolWorkCallbacks(later, FALSE);
    check(calls == 101, "other objects of the pool are left alone");
    CloseThreadpoolWork(work);
    CloseThreadpoolWork(later);
    CloseHandle(gate);
}

static DWORD CALLBACK waits_for_work(PVOID work)
{
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    return 5;
}

/* The pool's only thread is busy all the time. */
static void check_cancel(void)
{
    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    PTP_WORK busy = CreateThreadpoolWork(passes_gate, NULL, &in_small);
    PTP_WORK work = CreateThreadpoolWork(counts, (PVOID)1, &in_small);
    calls = now = 0;
    SubmitThreadpoolWork(busy);
    reaches(&now, 1);
    SubmitThreadpoolWork(work);
    HANDLE waiter = CreateThread(NULL, 0, waits_for_work, work, 0, NULL);
    check(WaitForSingleObject(waiter, 20) == WAIT_TIMEOUT, "a thread waits for what is pending");
    WaitForThreadpoolWorkCallbacks(work, TRUE);
    check(WaitForSingleObject(waiter, 1000) == WAIT_OBJECT_0 && calls == 0,
          "until another one takes that back");
    SetEvent(gate);
    CloseThreadpoolWork(work);
    CloseThreadpoolWork(busy);
    CloseHandle(waiter);
    reaches(&calls, 1);
    CloseHandle(gate);
}

/* ---------------------------------------------------------------- pools */

static char order[16];
static volatile LONG length;

static VOID NTAPI writes(PTP_CALLBACK_INSTANCE instance, PVOID letter)
{
    (void)instance;
    order[length++] = (char)(DWORD)letter;
}

static VOID NTAPI blocks(PTP_CALLBACK_INSTANCE instance, PVOID event)
{
    (void)instance;
    InterlockedIncrement(&now);
    WaitForSingleObject(event, 2000);
}

static void check_pools(void)
{
    PTP_POOL two = CreateThreadpool(NULL);
    TP_CALLBACK_ENVIRON environment = in_small;
    SetThreadpoolThreadMaximum(two, 2);
    SetThreadpoolCallbackPool(&environment, two);
    PTP_WORK work = CreateThreadpoolWork(counts_at_once, NULL, &environment);
    calls = now = 0;
    for (int i = 0; i < 8; i++)
        SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(calls == 8 && most_at_once == 2, "a pool of two threads runs two callbacks at once");
    CloseThreadpoolWork(work);
    CloseThreadpool(two);

    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL);
    TP_CALLBACK_ENVIRON high = in_small, low = in_small;
    SetThreadpoolCallbackPriority(&high, TP_CALLBACK_PRIORITY_HIGH);
    SetThreadpoolCallbackPriority(&low, TP_CALLBACK_PRIORITY_LOW);
    now = 0;
    TrySubmitThreadpoolCallback(blocks, event, &in_small);
    reaches(&now, 1);
    TrySubmitThreadpoolCallback(writes, (PVOID)'e', &low);
    TrySubmitThreadpoolCallback(writes, (PVOID)'c', &in_small);
    TrySubmitThreadpoolCallback(writes, (PVOID)'a', &high);
    TrySubmitThreadpoolCallback(writes, (PVOID)'d', &in_small);
    TrySubmitThreadpoolCallback(writes, (PVOID)'b', &high);
    SetEvent(event);
    reaches(&length, 5);
    check(!strcmp(order, "abcde"), "higher priorities come first, each in order");
    CloseHandle(event);
}

static VOID NTAPI writes_for_work(PTP_CALLBACK_INSTANCE instance, PVOID letter, PTP_WORK work)
{
    (void)work;
    writes(instance, letter);
}

static VOID NTAPI writes_for_timer(PTP_CALLBACK_INSTANCE instance, PVOID letter, PTP_TIMER timer)
{
    (void)timer;
    writes(instance, letter);
}

/* The pool's only thread is busy until all is pending. */
static void check_order(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL);
    PTP_WORK a = CreateThreadpoolWork(writes_for_work, (PVOID)'a', &in_small);
    PTP_WORK b = CreateThreadpoolWork(writes_for_work, (PVOID)'b', &in_small);
    memset(order, 0, sizeof order);
    length = now = 0;
    TrySubmitThreadpoolCallback(blocks, event, &in_small);
    reaches(&now, 1);
    SubmitThreadpoolWork(a);
    SubmitThreadpoolWork(a);
    SubmitThreadpoolWork(b);
    SetEvent(event);
    reaches(&length, 3);
    check(!strcmp(order, "aba"), "what is pending twice goes behind the others when it has run");
    CloseThreadpoolWork(a);
    CloseThreadpoolWork(b);
    CloseHandle(event);

    PTP_TIMER first = CreateThreadpoolTimer(writes_for_timer, (PVOID)'1', &in_small);
    PTP_TIMER second = CreateThreadpoolTimer(writes_for_timer, (PVOID)'2', &in_small);
    ULARGE_INTEGER due;
    FILETIME point;
    GetSystemTimeAsFileTime(&point);
    due.LowPart = point.dwLowDateTime;
    due.HighPart = point.dwHighDateTime;
    due.QuadPart += 30 * 10000;
    point = (FILETIME){due.LowPart, due.HighPart};
    memset(order, 0, sizeof order);
    length = 0;
    SetThreadpoolTimer(first, &point, 0, 0);
    SetThreadpoolTimer(second, &point, 0, 0);
    reaches(&length, 2);
    check(!strcmp(order, "12"), "timers of one time come in the order of their setting");
    CloseThreadpoolTimer(first);
    CloseThreadpoolTimer(second);
}

/* Whether a thread of this number runs. */
static BOOL runs(DWORD id)
{
    HANDLE thread = OpenThread(SYNCHRONIZE, FALSE, id);
    BOOL running = thread && WaitForSingleObject(thread, 0) == WAIT_TIMEOUT;
    CloseHandle(thread);
    return running;
}

static DWORD thread_of(PTP_CALLBACK_ENVIRON environment)
{
    PTP_WORK work = CreateThreadpoolWork(counts, NULL, environment);
    SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    CloseThreadpoolWork(work);
    return caller;
}

static void check_threads(void)
{
    PTP_POOL kept = CreateThreadpool(NULL);
    TP_CALLBACK_ENVIRON in_kept = in_small, steady;
    TP_POOL_STACK_INFORMATION stack = {100000, 0}, told = {0};
    SetThreadpoolCallbackPool(&in_kept, kept);
    InitializeThreadpoolEnvironment(&steady);
    SetThreadpoolCallbackPersistent(&steady);
    check(SetThreadpoolStackInformation(kept, &stack) &&
              QueryThreadpoolStackInformation(kept, &told) && told.StackReserve == 100000,
          "a pool keeps the size of its stacks");
    check(SetThreadpoolThreadMinimum(kept, 1), "a pool may keep threads");
    PTP_POOL used = CreateThreadpool(NULL);
    TP_CALLBACK_ENVIRON in_used = in_small;
    SetThreadpoolCallbackPool(&in_used, used);
    PTP_WORK work = CreateThreadpoolWork(counts, NULL, &in_used);
    DWORD serves = thread_of(&in_used), stays = thread_of(&in_kept), ends = thread_of(&in_small),
          persists = thread_of(&steady);
    check(runs(stays) && runs(ends) && runs(persists), "threads wait for the next callback");
    check(thread_of(&in_small) == ends, "which one of them takes");
    Sleep(1500);
    check(!runs(ends), "one with nothing to do ends after a while");
    check(runs(stays) && runs(persists), "but not where it must stay");
    check(runs(serves), "nor the last one of a pool that has an object");
    CloseThreadpoolWork(work);
    CloseThreadpool(used);
    CloseThreadpool(kept);
    Sleep(20);
    check(!runs(stays), "it goes with its pool");
}

enum { KEPT = 3 };
static volatile DWORD kept_ids[KEPT];

static VOID NTAPI meets_kept(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)instance, (void)context, (void)work;
    LONG number = InterlockedIncrement(&now);
    kept_ids[number - 1] = GetCurrentThreadId();
    if (number == KEPT)
        SetEvent(gate);
    WaitForSingleObject(gate, 2000);
}

static LONG kept_that_run(void)
{
    LONG count = 0;
    for (int i = 0; i < KEPT; i++)
        count += runs(kept_ids[i]);
    return count;
}

/* As many threads as the pool keeps have nothing to do when their number is lowered. */
static void check_fewer(void)
{
    PTP_POOL kept = CreateThreadpool(NULL);
    TP_CALLBACK_ENVIRON in_kept = in_small;
    SetThreadpoolCallbackPool(&in_kept, kept);
    SetThreadpoolThreadMinimum(kept, KEPT);
    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    PTP_WORK work = CreateThreadpoolWork(meets_kept, NULL, &in_kept);
    now = 0;
    for (int i = 0; i < KEPT; i++)
        SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(kept_that_run() == KEPT, "a pool keeps three threads");
    SetThreadpoolThreadMaximum(kept, 1);
    for (int i = 0; i < 500 && kept_that_run() > 1; i++)
        Sleep(1);
    check(kept_that_run() == 1, "with a lowered maximum those end that are too many");
    CloseThreadpoolWork(work);
    CloseThreadpool(kept);
    CloseHandle(gate);
}

/* ---------------------------------------------------------------- inside a callback */

static HANDLE event, semaphore, mutex, begun;
static CRITICAL_SECTION section;
static volatile DWORD seen;

static VOID NTAPI asks_for_all(PTP_CALLBACK_INSTANCE instance, PVOID context)
{
    (void)context;
    WaitForSingleObject(mutex, INFINITE);
    EnterCriticalSection(&section);
    LeaveCriticalSectionWhenCallbackReturns(instance, &section);
    ReleaseMutexWhenCallbackReturns(instance, mutex);
    ReleaseSemaphoreWhenCallbackReturns(instance, semaphore, 2);
    SetEventWhenCallbackReturns(instance, event);
    seen = WaitForSingleObject(event, 0) == WAIT_TIMEOUT;
}

static HANDLE finished;
static PVOID finished_context;

static VOID NTAPI finishes(PTP_CALLBACK_INSTANCE instance, PVOID context)
{
    (void)instance;
    finished_context = context;
    SetEvent(finished);
}

static void check_returns(void)
{
    LONG count = 0;
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    semaphore = CreateSemaphore(NULL, 0, 5, NULL);
    mutex = CreateMutex(NULL, FALSE, NULL);
    InitializeCriticalSection(&section);
    TrySubmitThreadpoolCallback(asks_for_all, NULL, NULL);
    check(WaitForSingleObject(event, 2000) == WAIT_OBJECT_0 && seen,
          "an event is set when the callback has returned");
    check(ReleaseSemaphore(semaphore, 1, &count) && count == 2, "so is a semaphore released");
    check(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0 && TryEnterCriticalSection(&section),
          "a mutex, and a critical section");
    LeaveCriticalSection(&section);
    DeleteCriticalSection(&section);
    CloseHandle(mutex);
    CloseHandle(semaphore);

    TP_CALLBACK_ENVIRON environment;
    InitializeThreadpoolEnvironment(&environment);
    check(environment.Version == 3 && environment.Size == sizeof environment &&
              environment.CallbackPriority == TP_CALLBACK_PRIORITY_NORMAL && !environment.Pool,
          "a new environment is of version 3");
    environment.FinalizationCallback = finishes;
    order[length = 0] = 0;
    HANDLE open = CreateEvent(NULL, FALSE, FALSE, NULL);
    finished = CreateEvent(NULL, FALSE, FALSE, NULL);
    TrySubmitThreadpoolCallback(blocks, open, &environment);
    SetEvent(open);
    check(WaitForSingleObject(finished, 2000) == WAIT_OBJECT_0 && finished_context == open,
          "a finalization follows each callback");
    CloseHandle(open);
    CloseHandle(finished);
}

static VOID NTAPI goes_apart(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)context, (void)work;
    DisassociateCurrentThreadFromCallback(instance);
    DisassociateCurrentThreadFromCallback(instance);
    SetEvent(begun);
    WaitForSingleObject(event, 2000);
    InterlockedIncrement(&calls);
    SetEvent(begun);
}

static VOID NTAPI takes_long(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)work;
    *(BOOL *)context = CallbackMayRunLong(instance);
}

static BOOL may_run_long(PTP_CALLBACK_ENVIRON environment)
{
    BOOL may = 4711;
    PTP_WORK work = CreateThreadpoolWork(takes_long, &may, environment);
    SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    CloseThreadpoolWork(work);
    return may;
}

static void check_instance(void)
{
    begun = CreateEvent(NULL, FALSE, FALSE, NULL);
    PTP_WORK work = CreateThreadpoolWork(goes_apart, NULL, NULL);
    calls = 0;
    SubmitThreadpoolWork(work);
    WaitForSingleObject(begun, 2000);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(calls == 0, "a callback that has gone apart, even twice, is not waited for");
    SetEvent(event);
    check(WaitForSingleObject(begun, 2000) == WAIT_OBJECT_0 && calls == 1, "and runs on");
    CloseThreadpoolWork(work);
    check(may_run_long(NULL) == TRUE, "a callback may run long where there is room for others");
    check(may_run_long(&in_small) == FALSE, "not where its thread is the only one");
    CloseHandle(begun);
    CloseHandle(event);
}

/* ---------------------------------------------------------------- timers */

static VOID NTAPI rings(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_TIMER timer)
{
    (void)instance, (void)timer;
    InterlockedIncrement(&calls);
    if (context)
        SetEvent(context);
}

static FILETIME after(LONG ms)
{
    LARGE_INTEGER time = {.QuadPart = -10000ll * ms};
    return (FILETIME){time.LowPart, (DWORD)time.HighPart};
}

static void check_timers(void)
{
    HANDLE rang = CreateEvent(NULL, FALSE, FALSE, NULL);
    PTP_TIMER timer = CreateThreadpoolTimer(rings, rang, NULL);
    FILETIME soon = after(30), late = after(5000), at_once = {0, 0};
    check(!IsThreadpoolTimerSet(timer), "a new timer is not set");
    calls = 0;
    DWORD before = GetTickCount();
    SetThreadpoolTimer(timer, &soon, 0, 0);
    check(IsThreadpoolTimerSet(timer) && WaitForSingleObject(rang, 2000) == WAIT_OBJECT_0 &&
              GetTickCount() - before >= 30,
          "a timer comes after its time");
    check(WaitForSingleObject(rang, 50) == WAIT_TIMEOUT && calls == 1, "once");
    SetThreadpoolTimer(timer, &late, 0, 0);
    SetThreadpoolTimer(timer, &at_once, 10, 0);
    for (int i = 0; i < 4; i++)
        WaitForSingleObject(rang, 2000);
    check(calls >= 5, "or at once, and each period");
    SetThreadpoolTimer(timer, NULL, 0, 0);
    WaitForThreadpoolTimerCallbacks(timer, TRUE);
    LONG so_far = calls;
    Sleep(40);
    check(calls == so_far && !IsThreadpoolTimerSet(timer), "until it is told not to");
    SetThreadpoolTimer(timer, &soon, 0, 0);
    CloseThreadpoolTimer(timer);
    Sleep(60);
    check(calls == so_far, "a closed timer does not come");
    CloseHandle(rang);
}

/* ---------------------------------------------------------------- waits */

enum { MANY = 70 };
static volatile DWORD results[MANY];

static VOID NTAPI notes(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                        TP_WAIT_RESULT result)
{
    (void)instance, (void)wait;
    results[(DWORD)context] = result + 1000;
    InterlockedIncrement(&calls);
}

static DWORD CALLBACK abandons(PVOID handle)
{
    return WaitForSingleObject(handle, INFINITE);
}

static void check_waits(void)
{
    HANDLE objects[MANY];
    PTP_WAIT waits[MANY];
    FILETIME soon = after(20);
    DWORD right = 0;
    calls = 0;
    for (DWORD i = 0; i < MANY; i++) {
        objects[i] = CreateEvent(NULL, FALSE, FALSE, NULL);
        waits[i] = CreateThreadpoolWait(notes, (PVOID)i, NULL);
        SetThreadpoolWait(waits[i], objects[i], NULL);
    }
    Sleep(20);
    check(calls == 0, "nothing is signalled");
    for (DWORD i = MANY; i-- > 0;)
        SetEvent(objects[i]);
    reaches(&calls, MANY);
    for (DWORD i = 0; i < MANY; i++)
        right += results[i] == WAIT_OBJECT_0 + 1000;
    check(right == MANY, "70 objects are waited for");
    SetEvent(objects[0]);
    Sleep(20);
    check(calls == MANY && WaitForSingleObject(objects[0], 0) == WAIT_OBJECT_0,
          "each wait is for once, and takes no signal later");
    SetThreadpoolWait(waits[1], objects[1], &soon);
    check(reaches(&calls, MANY + 1) && results[1] == WAIT_TIMEOUT + 1000,
          "a wait ends by its time, too");
    SetThreadpoolWait(waits[2], objects[2], NULL);
    SetThreadpoolWait(waits[2], NULL, NULL);
    SetEvent(objects[2]);
    check(WaitForSingleObject(objects[2], 20) == WAIT_OBJECT_0 && calls == MANY + 1,
          "a wait that was taken back leaves the object alone");
    SetThreadpoolWait(waits[3], objects[3], NULL);
    HANDLE second = objects[3];
    DuplicateHandle(GetCurrentProcess(), objects[3], GetCurrentProcess(), &second, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    CloseHandle(objects[3]);
    SetEvent(second);
    check(reaches(&calls, MANY + 2), "the program may close its handle meanwhile");
    CloseHandle(second);
    HANDLE owned = CreateMutex(NULL, FALSE, NULL);
    HANDLE owner = CreateThread(NULL, 0, abandons, owned, 0, NULL);
    WaitForSingleObject(owner, INFINITE);
    SetThreadpoolWait(waits[4], owned, NULL);
    check(reaches(&calls, MANY + 3) && results[4] == WAIT_ABANDONED_0 + 1000,
          "an abandoned mutex is told");
    CloseHandle(owner);
    CloseHandle(owned);
    DWORD code = 0;
    __try {
        SetThreadpoolWait(waits[5], (HANDLE)0x4710, NULL);
    } __except (code = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
    }
    check(code == 0xC0000008, "a handle of nothing raises C0000008");
    for (DWORD i = 0; i < MANY; i++) {
        CloseThreadpoolWait(waits[i]);
        if (i != 3)
            CloseHandle(objects[i]);
    }
}

static VOID NTAPI passes_gate_after(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                                    TP_WAIT_RESULT result)
{
    (void)wait, (void)result;
    passes_gate(instance, context, NULL);
}

/* The small pool's only thread is at the gate, so a callback that comes meanwhile does not begin.
 * It is queued once its signal is taken and the wait is set no more. */
static void check_waits_awaited(void)
{
    HANDLE signal = CreateSemaphore(NULL, 1, 1, NULL), taken = CreateSemaphore(NULL, 1, 1, NULL);
    PTP_WAIT first = CreateThreadpoolWait(passes_gate_after, NULL, &in_small),
             second = CreateThreadpoolWait(notes, (PVOID)1, &in_small);
    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    calls = now = 0;
    WaitForThreadpoolWaitCallbacks(first, FALSE);
    SetThreadpoolWait(first, signal, NULL);
    check(reaches(&now, 1) && calls == 0, "where no callback comes none is waited for");
    SetThreadpoolWait(second, taken, NULL);
    while (!ReleaseSemaphore(taken, 1, NULL))
        Sleep(1);
    SetThreadpoolWait(second, NULL, NULL);
    WaitForThreadpoolWaitCallbacks(second, TRUE);
    open_later(gate);
    WaitForThreadpoolWaitCallbacks(first, TRUE);
    check(calls == 1, "a callback that has begun is waited for");
    SetThreadpoolWait(second, taken, NULL);
    while (!ReleaseSemaphore(taken, 1, NULL))
        Sleep(1);
    SetThreadpoolWait(second, NULL, NULL);
    WaitForThreadpoolWaitCallbacks(second, FALSE);
    check(calls == 2, "one that is queued, too; but a cancel has taken back the one before");
    CloseThreadpoolWait(first);
    CloseThreadpoolWait(second);
    CloseHandle(signal);
    CloseHandle(taken);
    CloseHandle(gate);
}

/* ---------------------------------------------------------------- cleanup groups */

static volatile LONG cancelled;

static VOID NTAPI counts_cancelled(PVOID context, PVOID cleanup)
{
    cancelled += (LONG)cleanup * (context == gate ? 1 : 100);
}

static void check_groups(void)
{
    PTP_CLEANUP_GROUP group = CreateThreadpoolCleanupGroup();
    TP_CALLBACK_ENVIRON environment = in_small;
    FILETIME late = after(5000);
    SetThreadpoolCallbackCleanupGroup(&environment, group, counts_cancelled);
    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    calls = now = 0;
    PTP_WORK work = CreateThreadpoolWork(passes_gate, gate, &environment);
    SubmitThreadpoolWork(work);
    reaches(&now, 1);
    SubmitThreadpoolWork(work);
    TrySubmitThreadpoolCallback(blocks, gate, &environment);
    PTP_TIMER timer = CreateThreadpoolTimer(rings, gate, &environment);
    SetThreadpoolTimer(timer, &late, 0, 0);
    PTP_WAIT wait = CreateThreadpoolWait(notes, gate, &environment);
    SetThreadpoolWait(wait, gate, &late);
    open_later(gate);
    CloseThreadpoolCleanupGroupMembers(group, TRUE, (PVOID)7);
    check(calls == 1, "a group's members are closed: what has begun is waited for");
    check(cancelled == 4 * 7, "what has not is told of, once for each object");
    cancelled = calls = 0;
    work = CreateThreadpoolWork(passes_gate, gate, &environment);
    for (int i = 0; i < 3; i++)
        SubmitThreadpoolWork(work);
    CloseThreadpoolCleanupGroupMembers(group, FALSE, NULL);
    check(calls == 3 && cancelled == 0, "without a cancel all of it comes");
    CloseThreadpoolCleanupGroupMembers(group, TRUE, NULL);
    CloseThreadpoolCleanupGroup(group);
    CloseHandle(gate);
}

/* ---------------------------------------------------------------- closed in a callback */

static HANDLE entered;

static VOID NTAPI sets_timer(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_TIMER timer)
{
    FILETIME soon = after(1);
    (void)instance, (void)context;
    InterlockedIncrement(&calls);
    SetEvent(entered);
    WaitForSingleObject(gate, 2000);
    SetThreadpoolTimer(timer, &soon, 1, 0);
}

static VOID NTAPI sets_wait(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                            TP_WAIT_RESULT result)
{
    (void)instance, (void)result;
    InterlockedIncrement(&calls);
    SetEvent(entered);
    WaitForSingleObject(gate, 2000);
    SetThreadpoolWait(wait, context, NULL);
}

/* Others of the same sizes, so that the place of a record that goes is not left as it was. */
static void make_others(void)
{
    for (int i = 0; i < 10; i++) {
        CloseThreadpoolTimer(CreateThreadpoolTimer(sets_timer, NULL, NULL));
        CloseThreadpoolWait(CreateThreadpoolWait(sets_wait, NULL, NULL));
        CloseThreadpoolWork(CreateThreadpoolWork(counts, NULL, NULL));
    }
}

static void check_closed(void)
{
    FILETIME soon = after(0);
    HANDLE signal = CreateEvent(NULL, TRUE, TRUE, NULL);
    gate = CreateEvent(NULL, FALSE, FALSE, NULL);
    entered = CreateEvent(NULL, FALSE, FALSE, NULL);
    calls = 0;
    PTP_TIMER timer = CreateThreadpoolTimer(sets_timer, NULL, NULL);
    SetThreadpoolTimer(timer, &soon, 0, 0);
    WaitForSingleObject(entered, 2000);
    CloseThreadpoolTimer(timer);
    SetEvent(gate);
    Sleep(50);
    make_others();
    check(calls == 1, "a timer that its callback sets again behind its end does not come");

    PTP_WAIT wait = CreateThreadpoolWait(sets_wait, signal, NULL);
    SetThreadpoolWait(wait, signal, NULL);
    WaitForSingleObject(entered, 2000);
    CloseThreadpoolWait(wait);
    SetEvent(gate);
    Sleep(50);
    make_others();
    check(calls == 2, "nor does a wait");
    CloseHandle(entered);
    CloseHandle(gate);
    CloseHandle(signal);
}

static PTP_WORK members[2];
static PTP_TIMER timer_member;

/* The first work's callback, while the group waits for its end. */
static VOID NTAPI closes_all(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)instance, (void)context, (void)work;
    InterlockedIncrement(&now);
    Sleep(50);
    CloseThreadpoolTimer(timer_member);
    CloseThreadpoolWork(members[1]);
    CloseThreadpoolWork(members[0]);
    InterlockedIncrement(&calls);
}

static void check_closed_by_both(void)
{
    FILETIME late = after(5000);
    PTP_CLEANUP_GROUP group = CreateThreadpoolCleanupGroup();
    TP_CALLBACK_ENVIRON environment = in_small;
    SetThreadpoolCallbackCleanupGroup(&environment, group, counts_cancelled);
    calls = now = cancelled = 0;
    members[0] = CreateThreadpoolWork(closes_all, NULL, &environment);
    members[1] = CreateThreadpoolWork(counts, NULL, &environment);
    timer_member = CreateThreadpoolTimer(rings, NULL, &environment);
    SetThreadpoolTimer(timer_member, &late, 0, 0);
    SubmitThreadpoolWork(members[0]);
    reaches(&now, 1);
    CloseThreadpoolCleanupGroupMembers(group, TRUE, (PVOID)1);
    make_others();
    check(calls == 1 && cancelled == 300,
          "members that a callback closes while their group does are closed once");
    CloseThreadpoolCleanupGroup(group);
}

/* ---------------------------------------------------------------- the older calls */

static DWORD CALLBACK works(PVOID context)
{
    caller = GetCurrentThreadId();
    SetEvent(context);
    return 0;
}

static volatile LONG timed_out_calls;

static VOID CALLBACK signalled(PVOID context, BOOLEAN timed_out)
{
    InterlockedIncrement(timed_out ? &timed_out_calls : &calls);
    if (context)
        SetEvent(context);
}

static VOID CALLBACK signalled_slowly(PVOID context, BOOLEAN timed_out)
{
    (void)timed_out;
    SetEvent(context);
    WaitForSingleObject(gate, 2000);
    InterlockedIncrement(&calls);
}

static void check_legacy(void)
{
    HANDLE done = CreateEvent(NULL, FALSE, FALSE, NULL), wait = NULL;
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    check(QueueUserWorkItem(works, done, WT_EXECUTEDEFAULT) &&
              WaitForSingleObject(done, 2000) == WAIT_OBJECT_0 && caller != GetCurrentThreadId(),
          "QueueUserWorkItem");
    QueueUserWorkItem(works, done, WT_EXECUTEINPERSISTENTTHREAD);
    WaitForSingleObject(done, 2000);
    DWORD first = caller;
    QueueUserWorkItem(works, done, WT_EXECUTEINPERSISTENTTHREAD);
    WaitForSingleObject(done, 2000);
    check(first == caller, "the persistent thread is one");

    calls = timed_out_calls = 0;
    check(RegisterWaitForSingleObject(&wait, event, signalled, done, INFINITE, 0), "a wait");
    for (int i = 0; i < 3; i++) {
        SetEvent(event);
        WaitForSingleObject(done, 2000);
    }
    check(calls == 3 && timed_out_calls == 0, "is registered again and again");
    check(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE), "until it is unregistered");
    SetEvent(event);
    check(WaitForSingleObject(event, 30) == WAIT_OBJECT_0 && calls == 3, "then it takes nothing");
    RegisterWaitForSingleObject(&wait, event, signalled, NULL, 10, WT_EXECUTEONLYONCE);
    check(reaches(&timed_out_calls, 1) && calls == 3, "a wait for once, that ended by its time");
    check(UnregisterWait(wait), "is unregistered, too");

    calls = 0;
    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    RegisterWaitForSingleObject(&wait, event, signalled_slowly, done, INFINITE, 0);
    SetEvent(event);
    WaitForSingleObject(done, 2000);
    check(FAILS(UnregisterWaitEx(wait, done), ERROR_IO_PENDING) && calls == 0,
          "while a callback runs: 997");
    check(FAILS(UnregisterWait(wait), ERROR_INVALID_HANDLE), "and once more: 6");
    check(WaitForSingleObject(done, 20) == WAIT_TIMEOUT && SetEvent(gate) &&
              WaitForSingleObject(done, 2000) == WAIT_OBJECT_0 && calls == 1,
          "an event tells of the end of it");
    CloseHandle(gate);
    check(FAILS(UnregisterWait(wait), ERROR_INVALID_HANDLE), "also when the wait is gone");
    check(FAILS(RegisterWaitForSingleObject(&wait, (HANDLE)0x4710, signalled, NULL, 0, 0),
                ERROR_INVALID_HANDLE) &&
              FAILS(UnregisterWait(NULL), ERROR_INVALID_HANDLE),
          "a handle of nothing: 6");
    CloseHandle(done);
    CloseHandle(event);
}

int main(void)
{
    make_small();
    check_work();
    check_cancel();
    check_pools();
    check_order();
    check_threads();
    check_fewer();
    check_returns();
    check_instance();
    check_timers();
    check_waits();
    check_waits_awaited();
    check_groups();
    check_closed();
    check_closed_by_both();
    check_legacy();
    CloseThreadpool(small);
    return done();
}
