/* The objects that threads wait for, by Windows' calls, and their easily missed rules. The number
 * in front of a claim is the rule's.
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
 * run: name=schedule-1r schedule=1r compilers=gcc
 */
#include <windows.h>

#include <stdbool.h>
#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

/* ---------------------------------------------------------------- waits */

static void check_any(void)
{
    HANDLE first = CreateEvent(NULL, FALSE, FALSE, NULL),
           second = CreateEvent(NULL, FALSE, TRUE, NULL);
    HANDLE third = CreateEvent(NULL, FALSE, TRUE, NULL);
    HANDLE all[3] = {first, second, third}, same[2] = {third, third};
    check(WaitForMultipleObjects(3, all, FALSE, 0) == WAIT_OBJECT_0 + 1 && is_signalled(third),
          "1: a wait for any takes the lowest index, and leaves the others");
    SetEvent(second);
    check(WaitForMultipleObjects(2, all, TRUE, 10) == WAIT_TIMEOUT && is_signalled(second),
          "1: a wait for all takes nothing until all are there");
    SetEvent(first);
    SetEvent(second);
    SetLastError(4711);
    check(WaitForMultipleObjects(2, all, TRUE, 10) == WAIT_OBJECT_0 && is_unsignalled(first) &&
              is_unsignalled(second) && GetLastError() == 4711,
          "1: and then all of them; 3: success and time-out leave the last error alone");
    check(WAIT_FAILS(WaitForMultipleObjects(2, same, TRUE, 0), ERROR_INVALID_PARAMETER),
          "2: the same handle twice in a wait for all: 87");
    check(is_unsignalled((HANDLE)((DWORD)third | 3)),
          "3: the low two bits of a handle are ignored");
    all[1] = GetCurrentThread();
    check(WAIT_FAILS(WaitForMultipleObjects(2, all, FALSE, 0), ERROR_INVALID_HANDLE) &&
              WAIT_FAILS(WaitForMultipleObjects(1, &all[1], FALSE, 0), ERROR_INVALID_HANDLE) &&
              is_unsignalled(GetCurrentThread()),
          "2: a pseudo-handle is for single waits: 6");
    HANDLE many[65];
    for (unsigned i = 0; i < 65; i++)
        many[i] = first;
    check(WAIT_FAILS(WaitForMultipleObjects(65, many, FALSE, 0), ERROR_INVALID_PARAMETER) &&
              WAIT_FAILS(WaitForMultipleObjects(0, many, FALSE, 0), ERROR_INVALID_PARAMETER),
          "2: more than 64, and none: 87");
    SetEvent(first);
    check(WaitForMultipleObjects(64, many, FALSE, 0) == WAIT_OBJECT_0, "64 are waited for");
    CLOSE(first, second, third);
    check(WAIT_FAILS(WaitForSingleObject(first, 0), ERROR_INVALID_HANDLE) &&
              FAILS(CloseHandle(first), ERROR_INVALID_HANDLE),
          "a handle that was closed: 6");
}

static HANDLE here, there;

static DWORD CALLBACK answers_events(PVOID parameter)
{
    for (DWORD i = 0; i < (DWORD)parameter; i++) {
        WaitForSingleObject(there, INFINITE);
        SetEvent(here);
    }
    return 7;
}

static void check_pingpong(void)
{
    enum { ROUNDS = 1000 };
    here = CreateEvent(NULL, FALSE, FALSE, NULL);
    there = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE thread = start(answers_events, (PVOID)ROUNDS);
    DWORD rounds = 0;
    for (DWORD i = 0; i < ROUNDS; i++)
        rounds += SignalObjectAndWait(there, here, INFINITE, FALSE) == WAIT_OBJECT_0;
    check(rounds == ROUNDS && end_of(thread) == 7, "two threads wake each other 1000 times");
    CLOSE(here, there);
}

/* ---------------------------------------------------------------- kinds of objects */

static DWORD CALLBACK takes_and_ends(PVOID mutex) { return WaitForSingleObject(mutex, INFINITE); }
static DWORD CALLBACK releases(PVOID mutex) { return FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER); }

static void check_mutex(void)
{
    HANDLE mutex = CreateMutex(NULL, TRUE, NULL);
    check(end_of(start(releases, mutex)) == TRUE, "4: ReleaseMutex by another thread: 288");
    check(is_signalled(mutex) && ReleaseMutex(mutex) && ReleaseMutex(mutex) &&
              FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER),
          "4: recursion is counted");
    check(end_of(start(takes_and_ends, mutex)) == WAIT_OBJECT_0 &&
              WaitForSingleObject(mutex, INFINITE) == WAIT_ABANDONED_0 && ReleaseMutex(mutex) &&
              is_signalled(mutex) && ReleaseMutex(mutex),
          "5: an abandoned mutex says so once, to its next owner");
    CloseHandle(mutex);
}

static void check_semaphore(void)
{
    LONG before = 4711;
    HANDLE semaphore = CreateSemaphore(NULL, 1, 2, NULL),
           event = CreateEvent(NULL, TRUE, TRUE, NULL);
    check(FAILS(ReleaseSemaphore(semaphore, 2, &before), ERROR_TOO_MANY_POSTS) && before == 4711,
          "6: a release past the maximum: 298, and nothing has changed");
    check(ReleaseSemaphore(semaphore, 1, &before) && before == 1, "its previous count is told");
    check(WAIT_FAILS(SignalObjectAndWait(semaphore, event, 0, FALSE), ERROR_TOO_MANY_POSTS),
          "7: SignalObjectAndWait on a full semaphore: WAIT_FAILED");
    check(SignalObjectAndWait(event, event, 0, FALSE) == WAIT_OBJECT_0,
          "7: to signal and await the same event succeeds");
    check(is_signalled(semaphore) && is_signalled(semaphore) && is_unsignalled(semaphore),
          "6: the count is what it was: 2");
    check(FAILS(CreateSemaphore(NULL, 3, 2, NULL), ERROR_INVALID_PARAMETER),
          "6: an initial count above the maximum: 87");
    CLOSE(semaphore, event);
}

static DWORD CALLBACK waits_once(PVOID event) { return WaitForSingleObject(event, INFINITE); }

static DWORD released_by_pulse(BOOL manual)
{
    HANDLE event = CreateEvent(NULL, manual, FALSE, NULL), threads[2];
    DWORD ended = 0;
    threads[0] = start(waits_once, event);
    threads[1] = start(waits_once, event);
    Sleep(20);
    PulseEvent(event);
    Sleep(20);
    for (unsigned i = 0; i < 2; i++)
        ended += is_signalled(threads[i]);
    for (unsigned i = 0; i < 2; i++) {
        SetEvent(event);
        SetEvent(event);
    }
    while (WaitForMultipleObjects(2, threads, TRUE, 5) == WAIT_TIMEOUT)
        SetEvent(event);
    CLOSE(threads[0], threads[1], event);
    return ended;
}

static void check_pulse(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, TRUE, NULL);
    LONG before = 4711;
    check(NtPulseEvent(event, &before) == 0 && before == 1 && is_unsignalled(event),
          "8: a pulse tells the previous state and leaves the event unsignalled");
    check(released_by_pulse(TRUE) == 2, "8: it releases all that wait for a manual event");
    check(released_by_pulse(FALSE) == 1, "8: and one that waits for an automatic one");
    CloseHandle(event);
}

/* Beneath SetEvent and ResetEvent. */
static void check_events_of_ntdll(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL), mutex = CreateMutex(NULL, FALSE, NULL),
           limited = NULL;
    LONG first = 4711, second = 4711;
    check(NtSetEvent(event, &first) == 0 && NtSetEvent(event, &second) == 0 && first == 0 &&
              second == 1 && is_signalled(event),
          "NtSetEvent sets an event, and tells the state before");
    check(NtResetEvent(event, &first) == 0 && NtResetEvent(event, &second) == 0 && first == 1 &&
              second == 0 && is_unsignalled(event),
          "NtResetEvent resets it, and tells it, too");
    check(NtSetEvent(event, NULL) == 0 && is_signalled(event) && NtResetEvent(event, NULL) == 0 &&
              is_unsignalled(event),
          "nobody need want the state");
    duplicate(event, &limited, SYNCHRONIZE, 0);
    first = 4711;
    check((ULONG)NtSetEvent((HANDLE)0x4710, &first) == 0xC0000008 &&
              (ULONG)NtResetEvent((HANDLE)0x4710, &first) == 0xC0000008,
          "a handle of nothing: C0000008");
    check((ULONG)NtSetEvent(mutex, &first) == 0xC0000024 &&
              (ULONG)NtResetEvent(mutex, &first) == 0xC0000024,
          "of another kind: C0000024");
    check((ULONG)NtSetEvent(limited, &first) == 0xC0000022 &&
              (ULONG)NtResetEvent(limited, &first) == 0xC0000022 && first == 4711 &&
              is_unsignalled(event),
          "without the right: C0000022, and nothing changes");
    CLOSE(limited, mutex, event);
}

/* The flags are in one word, and the name is in front of them. */
static void check_made_with_flags(void)
{
    LARGE_INTEGER at_once = {.QuadPart = -1};
    LONG before = 0;
    HANDLE event = CreateEventExA(NULL, "flagged", CREATE_EVENT_MANUAL_RESET, EVENT_ALL_ACCESS);
    check(event && GetLastError() == 0 && is_unsignalled(event) && SetEvent(event) &&
              is_signalled(event) && is_signalled(event),
          "CreateEventExA: an event that stays set");
    HANDLE second = CreateEventExA(NULL, NULL, CREATE_EVENT_INITIAL_SET, EVENT_ALL_ACCESS);
    check(second && is_signalled(second) && is_unsignalled(second),
          "or one that is set, and does not");
    CloseHandle(second);
    check(FAILS(CreateMutexExA(NULL, "flagged", 0, MUTEX_ALL_ACCESS), ERROR_INVALID_HANDLE) &&
              FAILS(CreateSemaphoreExA(NULL, 1, 1, "flagged", 0, SEMAPHORE_ALL_ACCESS),
                    ERROR_INVALID_HANDLE) &&
              FAILS(CreateWaitableTimerExA(NULL, "flagged", 0, TIMER_ALL_ACCESS),
                    ERROR_INVALID_HANDLE),
          "9: the others find the name, of another kind: 6");
    CloseHandle(event);
    HANDLE mutex = CreateMutexExA(NULL, "flagged", CREATE_MUTEX_INITIAL_OWNER, MUTEX_ALL_ACCESS);
    check(mutex && ReleaseMutex(mutex) && FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER),
          "CreateMutexExA: its maker owns it, once");
    second = CreateMutexExA(NULL, "flagged", CREATE_MUTEX_INITIAL_OWNER, MUTEX_ALL_ACCESS);
    check(second && GetLastError() == ERROR_ALREADY_EXISTS &&
              FAILS(ReleaseMutex(second), ERROR_NOT_OWNER),
          "but not one that is there already: 183");
    CLOSE(mutex, second);
    HANDLE semaphore = CreateSemaphoreExA(NULL, 2, 3, NULL, 0, SEMAPHORE_ALL_ACCESS);
    check(semaphore && ReleaseSemaphore(semaphore, 1, &before) && before == 2 &&
              FAILS(ReleaseSemaphore(semaphore, 1, NULL), ERROR_TOO_MANY_POSTS) &&
              FAILS(CreateSemaphoreExA(NULL, 4, 3, NULL, 0, SEMAPHORE_ALL_ACCESS),
                    ERROR_INVALID_PARAMETER),
          "CreateSemaphoreExA: count and maximum; a count above it: 87");
    CloseHandle(semaphore);
    HANDLE timer =
        CreateWaitableTimerExA(NULL, NULL, CREATE_WAITABLE_TIMER_MANUAL_RESET, TIMER_ALL_ACCESS);
    check(timer && SetWaitableTimer(timer, &at_once, 0, NULL, NULL, FALSE) &&
              WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0 && is_signalled(timer),
          "CreateWaitableTimerExA: a timer that stays signalled");
    CloseHandle(timer);
}

static DWORD timer_calls;

static VOID CALLBACK count_timer(LPVOID argument, DWORD low, DWORD high)
{
    timer_calls += (DWORD)argument;
}

static void check_timer(void)
{
    HANDLE timer = CreateWaitableTimer(NULL, FALSE, NULL);
    LARGE_INTEGER due = {.QuadPart = -200000}, none = {.QuadPart = 0};
    DWORD before = GetTickCount();
    check(SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE) &&
              WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0 &&
              GetTickCount() - before >= 20 && is_unsignalled(timer),
          "a timer comes once, after its time");
    SetWaitableTimer(timer, &none, 10, NULL, NULL, FALSE);
    check(WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0 &&
              WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0 &&
              WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0,
          "or each period");
    check(CancelWaitableTimer(timer) && WaitForSingleObject(timer, 30) == WAIT_TIMEOUT,
          "until it is cancelled");
    SetWaitableTimer(timer, &due, 0, count_timer, (PVOID)5, FALSE);
    check(SleepEx(INFINITE, TRUE) == WAIT_IO_COMPLETION && timer_calls == 5,
          "its routine is called in an alertable wait");
    CloseHandle(timer);
}

int main(void)
{
    check_any();
    check_pingpong();
    check_mutex();
    check_semaphore();
    check_pulse();
    check_events_of_ntdll();
    check_made_with_flags();
    check_timer();
    return done();
}
