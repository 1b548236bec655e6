/* Objects of the thread pool are closed: by a cleanup group, in a callback, and by both.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 */
#include "tests/windows/windows_pool.h"

/* ---------------------------------------------------------------- cleanup groups */

static volatile LONG cancelled;

static VOID NTAPI counts_cancelled(PVOID context, PVOID cleanup)
{
    cancelled += (LONG)cleanup * (context == gate ? 1 : 100);
}

static VOID NTAPI counts_wait(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                              TP_WAIT_RESULT result)
{
    InterlockedIncrement(&calls);
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
    PTP_WAIT wait = CreateThreadpoolWait(counts_wait, gate, &environment);
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

static VOID NTAPI leaves(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    DisassociateCurrentThreadFromCallback(instance);
    InterlockedIncrement(&now);
    WaitForSingleObject(context, 2000);
    InterlockedIncrement(&calls);
}

static VOID NTAPI leaves_later(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    InterlockedIncrement(&now);
    WaitForSingleObject(context, 2000);
    DisassociateCurrentThreadFromCallback(instance);
    Sleep(20);
    InterlockedIncrement(&calls);
}

static void check_left(void)
{
    PTP_CLEANUP_GROUP group = CreateThreadpoolCleanupGroup();
    TP_CALLBACK_ENVIRON environment = in_small;
    SetThreadpoolCallbackCleanupGroup(&environment, group, NULL);
    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL);
    calls = now = 0;
    PTP_WORK work = CreateThreadpoolWork(leaves, event, &environment);
    SubmitThreadpoolWork(work);
    reaches(&now, 1);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(calls == 0, "a callback that has left its object is not waited for by that");
    open_later(event);
    CloseThreadpoolCleanupGroupMembers(group, FALSE, NULL);
    check(calls == 1, "but by its group");
    ResetEvent(event);
    calls = now = 0;
    work = CreateThreadpoolWork(leaves_later, event, &environment);
    SubmitThreadpoolWork(work);
    reaches(&now, 1);
    open_later(event);
    CloseThreadpoolCleanupGroupMembers(group, FALSE, NULL);
    check(calls == 1, "also where it leaves while its group waits");
    environment.Version = 9999;
    check(FAILS(CreateThreadpoolWork(leaves, event, &environment), ERROR_INVALID_PARAMETER),
          "an environment of no known version: 87");
    CloseThreadpoolCleanupGroup(group);
    CloseHandle(event);
}

/* ---------------------------------------------------------------- closed in a callback */

static HANDLE entered;

static VOID NTAPI sets_timer(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_TIMER timer)
{
    FILETIME soon = after(1);
    InterlockedIncrement(&calls);
    SetEvent(entered);
    WaitForSingleObject(gate, 2000);
    SetThreadpoolTimer(timer, &soon, 1, 0);
}

static VOID NTAPI sets_wait(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                            TP_WAIT_RESULT result)
{
    InterlockedIncrement(&calls);
    SetEvent(entered);
    WaitForSingleObject(gate, 2000);
    SetThreadpoolWait(wait, context, NULL);
}

/* Other records of the same sizes, so that the place of a record that goes is not left as it
 * was. */
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
    CLOSE(entered, gate, signal);
}

static PTP_WORK members[2];
static PTP_TIMER timer_member;

/* The first work's callback, while the group waits for its end. */
static VOID NTAPI closes_all(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
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
    check(calls == 1 && cancelled == 0,
          "members that a callback closes while their group does are closed once, and not told of");
    CloseThreadpoolCleanupGroup(group);
}

int main(void)
{
    make_small();
    check_groups();
    check_left();
    check_closed();
    check_closed_by_both();
    CloseThreadpool(small);
    return done();
}
