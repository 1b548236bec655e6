/* The older calls of the thread pool: work items, and waits that are registered.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-1r schedule=1r compilers=gcc
 */
#include "tests/windows/windows_pool.h"

static HANDLE event;

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
    SetEvent(context);
    WaitForSingleObject(gate, 2000);
    InterlockedIncrement(&calls);
}

static HANDLE own_wait;
static BOOL own_result;

static VOID NTAPI unregisters_itself(PVOID context, BOOLEAN timed_out)
{
    while (!own_wait)
        Sleep(1);
    own_result = UnregisterWait(own_wait);
    SetEvent(context);
}

static void check_own(HANDLE done)
{
    RegisterWaitForSingleObject(&own_wait, event, unregisters_itself, done, INFINITE,
                                WT_EXECUTEONLYONCE);
    SetEvent(event);
    check(WaitForSingleObject(done, 2000) == WAIT_OBJECT_0 && own_result,
          "a callback unregisters its own wait");
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
    check_own(done);
    CLOSE(done, event);
}

int main(void)
{
    check_legacy();
    return done();
}
