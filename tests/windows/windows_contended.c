/* Threads that meet at locks, a byte and keyed events. The number in front of a claim is the
 * rule's.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=2 smp=2 compilers=gcc
 * run: name=4 smp=4 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=4-checked smp=4 checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=486 cpu=486 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

enum { CONTENDERS = 4, TURNS = 2000 };
static CRITICAL_SECTION section;
static SRWLOCK slim = SRWLOCK_INIT;
static CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;
static volatile DWORD inside, wrong, sum;
static DWORD turn;

static DWORD CALLBACK contends(PVOID parameter)
{
    for (DWORD i = 0; i < TURNS; i++) {
        EnterCriticalSection(&section);
        wrong += inside++ != 0;
        if (i % 16 == (DWORD)parameter)
            SwitchToThread();
        sum++;
        inside--;
        LeaveCriticalSection(&section);
    }
    return 0;
}

static DWORD CALLBACK takes_turns(PVOID parameter)
{
    for (DWORD i = 0; i < TURNS / 10; i++) {
        AcquireSRWLockExclusive(&slim);
        while (turn % CONTENDERS != (DWORD)parameter)
            SleepConditionVariableSRW(&changed, &slim, INFINITE, 0);
        turn++;
        ReleaseSRWLockExclusive(&slim);
        WakeAllConditionVariable(&changed);
    }
    return 0;
}

static LONG handed;

static DWORD CALLBACK hands_over(PVOID parameter)
{
    for (LONG i = 0; i < TURNS / 10; i++) {
        LONG seen;
        while ((seen = handed) % 2 != (LONG)parameter)
            WaitOnAddress(&handed, &seen, sizeof seen, INFINITE);
        InterlockedIncrement(&handed);
        WakeByAddressSingle(&handed);
    }
    return 0;
}

static DWORD CALLBACK releases_key(PVOID key)
{
    for (DWORD i = 0; i < TURNS / 10; i++)
        if (NtReleaseKeyedEvent(NULL, key, FALSE, NULL))
            return 1;
    return 0;
}

static volatile BYTE byte;

static DWORD CALLBACK waits_for_byte(PVOID unused)
{
    BYTE seen = 0;
    while (!byte)
        WaitOnAddress(&byte, &seen, sizeof seen, INFINITE);
    return byte;
}

static void check_byte(void)
{
    HANDLE thread = start(waits_for_byte, NULL);
    WaitForSingleObject(thread, 5);
    byte = 3;
    WakeByAddressSingle((PVOID)&byte);
    check(end_of(thread) == 3, "a byte is handed over, too");
}

static DWORD CALLBACK writes_once(PVOID lock)
{
    AcquireSRWLockExclusive(lock);
    ReleaseSRWLockExclusive(lock);
    return 3;
}

/* A reader holds the lock. Other readers are let in until a writer waits, and not any more then. */
static void check_writer(void)
{
    AcquireSRWLockShared(&slim);
    HANDLE thread = start(writes_once, &slim);
    BOOL entered = TRUE;
    for (int i = 0; i < 2000 && entered; i++) {
        entered = TryAcquireSRWLockShared(&slim);
        if (entered)
            ReleaseSRWLockShared(&slim);
        Sleep(1);
    }
    check(!entered, "a writer that waits for a slim lock keeps new readers out");
    ReleaseSRWLockShared(&slim);
    check(end_of(thread) == 3 && TryAcquireSRWLockShared(&slim), "until it has had its turn");
    ReleaseSRWLockShared(&slim);
}

static volatile LONG order, readers_before, written;

static DWORD CALLBACK comes_first(PVOID lock)
{
    AcquireSRWLockExclusive(lock);
    written = InterlockedIncrement(&order);
    ReleaseSRWLockExclusive(lock);
    return 3;
}

static DWORD CALLBACK comes_later(PVOID lock)
{
    AcquireSRWLockShared(lock);
    readers_before += !written;
    ReleaseSRWLockShared(lock);
    return 3;
}

enum { SETTLED_MS = 20, ROUNDS = 10, LATER = 3 };

static void check_order(void)
{
    DWORD ended = 0;
    for (int i = 0; i < ROUNDS; i++) {
        HANDLE readers[LATER];
        written = 0;
        AcquireSRWLockShared(&slim);
        HANDLE writer = start(comes_first, &slim);
        Sleep(SETTLED_MS);
        for (int reader = 0; reader < LATER; reader++)
            readers[reader] = start(comes_later, &slim);
        Sleep(SETTLED_MS);
        ReleaseSRWLockShared(&slim);
        if (TryAcquireSRWLockShared(&slim)) { /* at once, as the writer is on its way */
            readers_before += !written;
            ReleaseSRWLockShared(&slim);
        }
        ended += end_of(writer) == 3;
        for (int reader = 0; reader < LATER; reader++)
            ended += end_of(readers[reader]) == 3;
    }
    check(ended == ROUNDS * (LATER + 1) && readers_before == 0,
          "no later reader comes before a writer that waits");
}

/* The writer that waited first is terminated: a reader behind it has its turn all the same. */
static void check_gone(void)
{
    AcquireSRWLockShared(&slim);
    HANDLE writer = start(writes_once, &slim);
    Sleep(SETTLED_MS);
    TerminateThread(writer, 7);
    check(end_of(writer) == 7, "a waiting writer is terminated");
    ReleaseSRWLockShared(&slim);
    check(TryAcquireSRWLockShared(&slim), "the lock that it waited for is free");
    ReleaseSRWLockShared(&slim);
}

static void run(LPTHREAD_START_ROUTINE function, DWORD count)
{
    HANDLE threads[CONTENDERS];
    for (DWORD i = 0; i < count; i++)
        threads[i] = start(function, (PVOID)i);
    WaitForMultipleObjects(count, threads, TRUE, INFINITE);
    for (DWORD i = 0; i < count; i++)
        CloseHandle(threads[i]);
}

static void check_locks(void)
{
    InitializeCriticalSection(&section);
    run(contends, CONTENDERS);
    check(wrong == 0 && sum == CONTENDERS * TURNS && section.LockCount == -1,
          "a critical section has one owner at a time");
    DeleteCriticalSection(&section);
    run(takes_turns, CONTENDERS);
    check(turn == CONTENDERS * TURNS / 10, "threads take turns by a condition variable");
    run(hands_over, 2);
    check(handed == 2 * TURNS / 10, "and by WaitOnAddress");
    check_byte();
    check_writer();
    check_order();
    check_gone();
    HANDLE thread = start(releases_key, &section);
    DWORD met = 0;
    for (DWORD i = 0; i < TURNS / 10; i++)
        met += NtWaitForKeyedEvent(NULL, &section, FALSE, NULL) == 0;
    check(met == TURNS / 10 && end_of(thread) == 0,
          "15: keyed events: each wait meets one release");
}

int main(void)
{
    check_locks();
    return done();
}
