/* The thread pool: work, pools of a few threads, and the order of callbacks.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-2r schedule=2r compilers=gcc
 */
#include <string.h>

#include "tests/windows/windows_pool.h"

static volatile LONG most_at_once;

/* ---------------------------------------------------------------- work */

static VOID NTAPI counts_at_once(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
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
    if (InterlockedIncrement(&now) == 10)
        SetEvent(gate);
    if (WaitForSingleObject(gate, 2000) == WAIT_OBJECT_0)
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
    order[length++] = (char)(DWORD)letter;
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
    writes(instance, letter);
}

static VOID NTAPI writes_for_timer(PTP_CALLBACK_INSTANCE instance, PVOID letter, PTP_TIMER timer)
{
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

int main(void)
{
    make_small();
    check_work();
    check_cancel();
    check_pools();
    check_order();
    CloseThreadpool(small);
    return done();
}
