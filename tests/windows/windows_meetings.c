/* Few threads that meet inside of calls: an object that is initialised once, a condition with its
 * section, values in memory, a barrier that ends, and a pool's thread that goes for want of work. A
 * schedule makes them meet there; a wake that is lost ends as a deadlock.
 *
 * run: virtual-time=1
 * run: name=2 smp=2 virtual-time=1 compilers=gcc
 * run: name=ring3 ring=3 virtual-time=1 compilers=gcc
 * run: name=schedule-8r schedule=8r compilers=gcc
 * run: name=schedule-1r schedule=1r compilers=gcc
 * run: name=schedule-25r schedule=25r compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <string.h>

enum { THREADS = 3, ROUNDS = 16 };

/* Has this function run in all threads, and waits for their ends. */
static void run_all(LPTHREAD_START_ROUTINE function)
{
    HANDLE threads[THREADS];
    for (DWORD i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, function, (PVOID)i, 0, NULL);
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    for (DWORD i = 0; i < THREADS; i++)
        CloseHandle(threads[i]);
}

/* ---------------------------------------------------------------- once */

static INIT_ONCE once[ROUNDS];
static volatile LONG runs[ROUNDS], early;

static BOOL CALLBACK initialises(PINIT_ONCE which, PVOID parameter, PVOID *data)
{
    (void)parameter;
    (void)data;
    SwitchToThread();
    InterlockedIncrement(&runs[which - once]);
    return TRUE;
}

static DWORD CALLBACK needs_all(PVOID parameter)
{
    (void)parameter;
    for (DWORD i = 0; i < ROUNDS; i++) {
        InitOnceExecuteOnce(&once[i], initialises, NULL, NULL);
        early += runs[i] == 0;
    }
    return 0;
}

static void check_once(void)
{
    DWORD good = 0;
    run_all(needs_all);
    for (DWORD i = 0; i < ROUNDS; i++)
        good += runs[i] == 1;
    check(good == ROUNDS, "each is initialised by one thread");
    check(early == 0, "and for all others, before they go on");
}

/* ---------------------------------------------------------------- turns */

static CRITICAL_SECTION section;
static CONDITION_VARIABLE changed;
static volatile DWORD turn, taken;
static volatile BYTE small_turn;

static DWORD CALLBACK takes_turns_by_a_condition(PVOID parameter)
{
    for (DWORD i = 0; i < ROUNDS; i++) {
        EnterCriticalSection(&section);
        while (turn != (DWORD)parameter)
            SleepConditionVariableCS(&changed, &section, INFINITE);
        taken++;
        turn = (turn + 1) % THREADS;
        LeaveCriticalSection(&section);
        WakeAllConditionVariable(&changed);
    }
    return 0;
}

static DWORD CALLBACK takes_turns_by_a_word(PVOID parameter)
{
    for (DWORD i = 0; i < ROUNDS; i++) {
        for (DWORD now; (now = turn) != (DWORD)parameter;)
            WaitOnAddress(&turn, &now, sizeof now, INFINITE);
        taken++;
        turn = (turn + 1) % THREADS;
        WakeByAddressAll((PVOID)&turn);
    }
    return 0;
}

static DWORD CALLBACK takes_turns_by_a_byte(PVOID parameter)
{
    for (DWORD i = 0; i < ROUNDS; i++) {
        for (BYTE now; (now = small_turn) != (DWORD)parameter;)
            WaitOnAddress(&small_turn, &now, sizeof now, INFINITE);
        taken++;
        small_turn = (BYTE)((small_turn + 1) % THREADS);
        WakeByAddressAll((PVOID)&small_turn);
    }
    return 0;
}

static void check_turns(LPTHREAD_START_ROUTINE function, const char *claim)
{
    turn = taken = 0;
    run_all(function);
    check(taken == THREADS * ROUNDS, claim);
}

/* ---------------------------------------------------------------- a barrier that ends */

static SYNCHRONIZATION_BARRIER barrier;
static volatile LONG behind;

static DWORD CALLBACK passes(PVOID parameter)
{
    (void)parameter;
    EnterSynchronizationBarrier(&barrier, 0);
    InterlockedIncrement(&behind);
    return 0;
}

static void check_barriers(void)
{
    for (DWORD i = 0; i < ROUNDS; i++) {
        HANDLE threads[2];
        InitializeSynchronizationBarrier(&barrier, 3, -1);
        for (DWORD at = 0; at < 2; at++)
            threads[at] = CreateThread(NULL, 0, passes, NULL, 0, NULL);
        EnterSynchronizationBarrier(&barrier, 0);
        DeleteSynchronizationBarrier(&barrier);
        memset((void *)&barrier, 0, sizeof barrier); /* as one that begins again */
        WaitForMultipleObjects(2, threads, TRUE, INFINITE);
        CloseHandle(threads[0]);
        CloseHandle(threads[1]);
    }
    check(behind == 2 * ROUNDS, "threads leave a barrier before it is deleted");
}

/* ---------------------------------------------------------------- a pool's last thread */

enum { IDLE_MS = 1000 }; /* after which a thread of the pool goes, as on Windows */
static volatile LONG called;

static VOID CALLBACK counts(PTP_CALLBACK_INSTANCE instance, PVOID context)
{
    (void)instance;
    (void)context;
    InterlockedIncrement(&called);
}

static VOID CALLBACK counts_work(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    (void)work;
    counts(instance, context);
}

static void check_pool(void)
{
    LONG expected = 0;
    TrySubmitThreadpoolCallback(counts, NULL, NULL);
    while (called == 0)
        Sleep(1);
    for (DWORD ms = IDLE_MS - 2; ms <= IDLE_MS + 1; ms++) {
        PTP_WORK work = CreateThreadpoolWork(counts_work, NULL, NULL);
        expected = called + 1;
        SubmitThreadpoolWork(work);
        WaitForThreadpoolWorkCallbacks(work, FALSE);
        CloseThreadpoolWork(work);
        Sleep(ms);
    }
    check(called == expected, "work that comes as a thread goes is done");
}

int main(void)
{
    InitializeCriticalSection(&section);
    check_once();
    check_turns(takes_turns_by_a_condition, "a condition's wake is heard behind its section");
    check_turns(takes_turns_by_a_word,
                "a wake is heard by a thread that has just looked at a word");
    check_turns(takes_turns_by_a_byte, "and at a byte");
    check_barriers();
    check_pool();
    return done();
}
