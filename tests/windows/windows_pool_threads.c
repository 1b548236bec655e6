/* The threads of a pool: which of them stay, and which end.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-2r schedule=2r compilers=gcc
 */
#include "tests/windows/windows_pool.h"

/* Whether a thread of this number runs. */
static BOOL runs(DWORD id)
{
    HANDLE thread = OpenThread(SYNCHRONIZE, FALSE, id);
    BOOL running = thread && is_unsignalled(thread);
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

int main(void)
{
    make_small();
    check_threads();
    check_fewer();
    CloseThreadpool(small);
    return done();
}
