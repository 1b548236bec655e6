/* Timers and waits of the thread pool.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 */
#include "tests/windows/windows_pool.h"

/* ---------------------------------------------------------------- timers */

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
    DWORD set = GetTickCount(), period = set + 100;
    SetThreadpoolTimer(timer, &at_once, period, 0);
    WaitForSingleObject(rang, 2000);
    DWORD first = GetTickCount() - set;
    WaitForSingleObject(rang, 2 * period + 2000);
    check(calls == so_far + 2 && first < period && GetTickCount() - set >= period,
          "the first period of one that comes at once is a whole one, too");
    SetThreadpoolTimer(timer, NULL, 0, 0);
    WaitForThreadpoolTimerCallbacks(timer, TRUE);
    so_far = calls;
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
    results[(DWORD)context] = result + 1000;
    InterlockedIncrement(&calls);
}

static DWORD CALLBACK abandons(PVOID handle) { return WaitForSingleObject(handle, INFINITE); }

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
    check(calls == MANY && is_signalled(objects[0]),
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
    duplicate(objects[3], &second, 0, DUPLICATE_SAME_ACCESS);
    CloseHandle(objects[3]);
    SetEvent(second);
    check(reaches(&calls, MANY + 2), "the program may close its handle meanwhile");
    CloseHandle(second);
    HANDLE owned = CreateMutex(NULL, FALSE, NULL);
    HANDLE owner = start(abandons, owned);
    WaitForSingleObject(owner, INFINITE);
    SetThreadpoolWait(waits[4], owned, NULL);
    check(reaches(&calls, MANY + 3) && results[4] == WAIT_ABANDONED_0 + 1000,
          "an abandoned mutex is told");
    CLOSE(owner, owned);
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
    SetThreadpoolWait(second, NULL, (FILETIME *)0x10);
    check(calls == 2, "one that is queued, too; but a cancel has taken back the one before");
    CloseThreadpoolWait(first);
    CloseThreadpoolWait(second);
    CLOSE(signal, taken, gate);
}

int main(void)
{
    make_small();
    check_timers();
    check_waits();
    check_waits_awaited();
    CloseThreadpool(small);
    return done();
}
