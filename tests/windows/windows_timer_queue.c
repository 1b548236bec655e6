/* Timer queues: when timers come, and how they and their queues are deleted.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=smp smp=4 ring=3 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 */
#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static volatile LONG calls, wrong;
static volatile DWORD caller;
static HANDLE rang, go_on;

static VOID CALLBACK rings(PVOID context, BOOLEAN timed_out)
{
    wrong += !timed_out;
    caller = GetCurrentThreadId();
    InterlockedIncrement(context ? (volatile LONG *)context : &calls);
    SetEvent(rang);
}

static VOID CALLBACK rings_slowly(PVOID context, BOOLEAN timed_out)
{
    SetEvent(rang);
    WaitForSingleObject(go_on, 200);
    InterlockedIncrement(&calls);
}

static void check_times(HANDLE queue)
{
    HANDLE timer;
    volatile LONG own = 0;
    calls = 0;
    ResetEvent(rang);
    DWORD before = GetTickCount();
    check(CreateTimerQueueTimer(&timer, queue, rings, NULL, 30, 0, WT_EXECUTEDEFAULT) &&
              WaitForSingleObject(rang, 2000) == WAIT_OBJECT_0 && GetTickCount() - before >= 30,
          "a timer comes after its time");
    check(WaitForSingleObject(rang, 50) == WAIT_TIMEOUT && calls == 1, "once");
    check(ChangeTimerQueueTimer(queue, timer, 5, 5) &&
              WaitForSingleObject(rang, 30) == WAIT_TIMEOUT,
          "one that has come does not come again");
    check(DeleteTimerQueueTimer(queue, timer, NULL), "it is deleted");

    CreateTimerQueueTimer(&timer, queue, rings, (PVOID)&own, 0, 10, WT_EXECUTEDEFAULT);
    for (int i = 0; i < 5; i++)
        WaitForSingleObject(rang, 2000);
    check(own >= 5, "a periodic one comes at once, and each period, with its context");
    check(ChangeTimerQueueTimer(queue, timer, 600, 0), "its times are changed");
    Sleep(20);
    own = 0;
    ResetEvent(rang);
    Sleep(60);
    check(own == 0, "it waits longer");
    WaitForSingleObject(rang, 2000);
    Sleep(30);
    check(own == 1 && wrong == 0, "and comes once; callbacks are told that a time has passed");
    check(DeleteTimerQueueTimer(queue, timer, INVALID_HANDLE_VALUE), "it is deleted, too");

    CreateTimerQueueTimer(&timer, queue, rings, (PVOID)&own, 5, 5, WT_EXECUTEONLYONCE);
    WaitForSingleObject(rang, 2000);
    Sleep(40);
    check(own == 2, "WT_EXECUTEONLYONCE takes the period away");
    DeleteTimerQueueTimer(queue, timer, NULL);
    CreateTimerQueueTimer(&timer, queue, rings, (PVOID)&own, INFINITE, 5, 0);
    DeleteTimerQueueTimer(queue, timer, NULL);
    CreateTimerQueueTimer(&timer, queue, rings, (PVOID)&own, 30, 0, 0);
    check(DeleteTimerQueueTimer(queue, timer, INVALID_HANDLE_VALUE) && (Sleep(60), own == 2),
          "a timer that is deleted before its time does not come");
}

static void check_threads(HANDLE queue)
{
    HANDLE timers[3];
    DWORD callers[3];
    ResetEvent(rang);
    for (int i = 0; i < 3; i++) {
        CreateTimerQueueTimer(&timers[i], queue, rings, NULL, 1, 0, WT_EXECUTEINTIMERTHREAD);
        WaitForSingleObject(rang, 2000);
        callers[i] = caller;
    }
    check(callers[0] == callers[1] && callers[1] == callers[2] &&
              callers[0] != GetCurrentThreadId(),
          "WT_EXECUTEINTIMERTHREAD: one thread for all");
    for (int i = 0; i < 3; i++)
        DeleteTimerQueueTimer(queue, timers[i], INVALID_HANDLE_VALUE);
}

/* Starts a timer whose callback runs for a while, and waits for its beginning. */
static HANDLE run_slowly(HANDLE queue)
{
    HANDLE timer = NULL;
    calls = 0;
    ResetEvent(rang);
    CreateTimerQueueTimer(&timer, queue, rings_slowly, NULL, 0, 0, WT_EXECUTELONGFUNCTION);
    WaitForSingleObject(rang, 2000);
    return timer;
}

static void check_deleting(void)
{
    HANDLE queue = CreateTimerQueue(), other = CreateTimerQueue(),
           ended = CreateEvent(NULL, FALSE, FALSE, NULL);
    check(FAILS(DeleteTimerQueueTimer(queue, run_slowly(queue), NULL), ERROR_IO_PENDING) &&
              calls == 0,
          "while the callback runs: 997, and the call does not wait");
    for (int i = 0; i < 2000 && !calls; i++)
        Sleep(1);
    check(calls == 1, "the callback ends");
    check(DeleteTimerQueueTimer(queue, run_slowly(queue), INVALID_HANDLE_VALUE) && calls == 1,
          "INVALID_HANDLE_VALUE: the call waits for that");
    check(FAILS(DeleteTimerQueueTimer(queue, run_slowly(queue), ended), ERROR_IO_PENDING) &&
              is_unsignalled(ended) && WaitForSingleObject(ended, 2000) == WAIT_OBJECT_0 &&
              calls == 1,
          "an event is set by then");
    HANDLE timer;
    CreateTimerQueueTimer(&timer, queue, rings, NULL, 5000, 0, 0);
    check(ChangeTimerQueueTimer(other, timer, 4000, 0) &&
              ChangeTimerQueueTimer(NULL, timer, 5000, 0),
          "a timer is found by the handle of another queue, too");
    check(FAILS(DeleteTimerQueueTimer(queue, NULL, NULL), ERROR_INVALID_PARAMETER), "none: 87");
    check(DeleteTimerQueueTimer(other, timer, ended) && is_signalled(ended),
          "with no callback the event is set at once");
    check(DeleteTimerQueue(other), "an empty queue is deleted");

    for (int i = 0; i < 20; i++)
        CreateTimerQueueTimer(&timer, queue, rings, NULL, 30, 10, 0);
    run_slowly(queue);
    check(FAILS(DeleteTimerQueueEx(queue, ended), ERROR_IO_PENDING) && is_unsignalled(ended) &&
              WaitForSingleObject(ended, 2000) == WAIT_OBJECT_0 && calls == 1,
          "a queue is deleted with all its timers, and an event tells of the last callback");
    queue = CreateTimerQueue();
    CreateTimerQueueTimer(&timer, queue, rings, NULL, 30, 10, 0);
    run_slowly(queue);
    check(DeleteTimerQueueEx(queue, INVALID_HANDLE_VALUE) && calls == 1,
          "INVALID_HANDLE_VALUE: the call waits for all callbacks");
    Sleep(60);
    check(calls == 1, "nothing comes later");
    check(FAILS(DeleteTimerQueueEx(NULL, NULL), ERROR_INVALID_HANDLE) &&
              FAILS(DeleteTimerQueue(INVALID_HANDLE_VALUE), ERROR_INVALID_HANDLE),
          "no queue: 6");
    CloseHandle(ended);
}

/* ---------------------------------------------------------------- handles that are deleted */

static HANDLE own_queue, own_timer;
static volatile LONG refused;

static VOID CALLBACK deletes_itself(PVOID context, BOOLEAN timed_out)
{
    calls++;
    refused += FAILS(DeleteTimerQueueTimer(own_queue, own_timer, NULL), ERROR_IO_PENDING);
    refused += FAILS(ChangeTimerQueueTimer(own_queue, own_timer, 5, 5), ERROR_INVALID_PARAMETER);
    refused += FAILS(DeleteTimerQueueTimer(own_queue, own_timer, NULL), ERROR_INVALID_PARAMETER);
    SetEvent(rang);
}

/* While another thread waits for this very callback. */
static VOID CALLBACK deletes_queue(PVOID context, BOOLEAN timed_out)
{
    SetEvent(rang);
    Sleep(50);
    refused += FAILS(DeleteTimerQueueEx(own_queue, NULL), ERROR_INVALID_HANDLE);
    calls++;
}

static void check_deleted(void)
{
    HANDLE timer, ended = CreateEvent(NULL, FALSE, FALSE, NULL);
    own_queue = CreateTimerQueue();
    calls = 0;
    ResetEvent(rang);
    CreateTimerQueueTimer(&own_timer, own_queue, deletes_itself, NULL, 5000, 10, 0);
    ChangeTimerQueueTimer(own_queue, own_timer, 0, 10);
    WaitForSingleObject(rang, 2000);
    Sleep(60);
    check(refused == 3 && calls == 1,
          "a callback deletes its timer, which is neither changed nor deleted any more");
    check(FAILS(DeleteTimerQueueTimer(own_queue, own_timer, NULL), ERROR_INVALID_PARAMETER),
          "nor when its record is gone");
    timer = run_slowly(own_queue);
    check(FAILS(DeleteTimerQueueTimer(own_queue, timer, ended), ERROR_IO_PENDING) &&
              FAILS(DeleteTimerQueueTimer(own_queue, timer, NULL), ERROR_INVALID_PARAMETER) &&
              WaitForSingleObject(ended, 2000) == WAIT_OBJECT_0 && calls == 1,
          "the first call that deletes a timer is the one that counts");
    run_slowly(own_queue);
    check(FAILS(DeleteTimerQueueEx(own_queue, ended), ERROR_IO_PENDING) &&
              FAILS(DeleteTimerQueueEx(own_queue, NULL), ERROR_INVALID_HANDLE) &&
              FAILS(CreateTimerQueueTimer(&timer, own_queue, rings, NULL, 0, 0, 0),
                    ERROR_INVALID_HANDLE) &&
              WaitForSingleObject(ended, 2000) == WAIT_OBJECT_0 && calls == 1,
          "so it is with a queue, which takes no timers any more");
    check(FAILS(DeleteTimerQueue(own_queue), ERROR_INVALID_HANDLE), "also when it is gone");
    own_queue = CreateTimerQueue();
    calls = refused = 0;
    CreateTimerQueueTimer(&timer, own_queue, deletes_queue, NULL, 0, 0, 0);
    WaitForSingleObject(rang, 2000);
    check(DeleteTimerQueueEx(own_queue, INVALID_HANDLE_VALUE) && calls == 1 && refused == 1,
          "and while the first call waits for the queue's callbacks");
    CloseHandle(ended);
}

int main(void)
{
    rang = CreateEvent(NULL, FALSE, FALSE, NULL);
    go_on = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE queue = CreateTimerQueue();
    check_times(queue);
    check_times(NULL);
    check_threads(queue);
    check_deleting();
    check_deleted();
    DeleteTimerQueueEx(queue, INVALID_HANDLE_VALUE);
    CLOSE(rang, go_on);
    return done();
}
