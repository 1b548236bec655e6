/* Threads of the machine, the objects that they wait for, and locks that they meet at: Windows'
 * calls and their easily missed rules. The number in front of a claim is the rule's.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=2 smp=2 compilers=gcc
 * run: name=4 smp=4 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=4-checked smp=4 checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=486 cpu=486 compilers=gcc
 */
#include <windows.h>

#include <stdbool.h>
#include <string.h>
#include <winternl.h>

#include "tests/windows/thread_end.h"
#include "tests/windows/windows_check.h"

/* Whether a call failed with this error. The last error is 4711 before it. */
#define FAILS(call, error) (SetLastError(4711), !(call) && GetLastError() == (error))
#define WAIT_FAILS(call, error)                                                                    \
    (SetLastError(4711), (call) == WAIT_FAILED && GetLastError() == (error))

static HANDLE start(LPTHREAD_START_ROUTINE function, PVOID parameter)
{
    return CreateThread(NULL, 0, function, parameter, 0, NULL);
}

/* ---------------------------------------------------------------- a thread's life */

static DWORD CALLBACK answers(PVOID parameter) { return (DWORD)parameter + GetCurrentThreadId(); }
static DWORD CALLBACK exits(PVOID parameter) { ExitThread((DWORD)parameter); }

static void check_life(void)
{
    DWORD id = 0, code = 0;
    HANDLE thread = CreateThread(NULL, 0, answers, (PVOID)1, CREATE_SUSPENDED, &id);
    check(thread && id && id != GetCurrentThreadId() && GetThreadId(thread) == id,
          "CreateThread: a handle and a number");
    check(GetExitCodeThread(thread, &code) && code == 259, "13: a running thread's code is 259");
    FILETIME made, ended = {1, 1}, in_kernel, in_program;
    check(GetThreadTimes(thread, &made, &ended, &in_kernel, &in_program) && !ended.dwLowDateTime &&
              !ended.dwHighDateTime,
          "and its end has no time");
    check(WaitForSingleObject(thread, 20) == WAIT_TIMEOUT, "a suspended one does not run");
    check(ResumeThread(thread) == 1 && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0,
          "resumed, it runs to its end, which ends a wait");
    check(GetExitCodeThread(thread, &code) && code == id + 1, "its result is its exit code");
    check(SuspendThread(thread) == (DWORD)-1 && ResumeThread(thread) == 0,
          "10: on a terminated thread SuspendThread is -1 and ResumeThread 0");
    CloseHandle(thread);
    check(end_of(start(exits, (PVOID)33)) == 33, "ExitThread");
    thread = start(exits, (PVOID)259);
    WaitForSingleObject(thread, INFINITE);
    check(GetExitCodeThread(thread, &code) && code == 259 &&
              WaitForSingleObject(thread, 0) == WAIT_OBJECT_0,
          "13: a thread may end with 259, and only its handle tells");
    CloseHandle(thread);
    check(FAILS(CreateThread(NULL, 0, answers, NULL, 0x80000000, NULL), 87), "unknown flags: 87");
    check(FAILS(GetExitCodeThread((HANDLE)0x4710, &code), ERROR_INVALID_HANDLE),
          "a handle of nothing: 6");
}

static void check_opening(void)
{
    DWORD id = 0, code = 0;
    HANDLE thread = CreateThread(NULL, 0, exits, (PVOID)34, CREATE_SUSPENDED, &id);
    HANDLE asks = OpenThread(THREAD_QUERY_INFORMATION, FALSE, id), all;
    check(asks && asks != thread && GetThreadId(asks) == id &&
              GetProcessIdOfThread(asks) == GetCurrentProcessId(),
          "OpenThread finds a thread by its number");
    check(FAILS(ResumeThread(asks) != (DWORD)-1, ERROR_ACCESS_DENIED) &&
              WAIT_FAILS(WaitForSingleObject(asks, 0), ERROR_ACCESS_DENIED),
          "its handle has the rights that were asked for, and no others: 5");
    all = OpenThread(THREAD_ALL_ACCESS, FALSE, id | 3);
    check(all && ResumeThread(all) == 1 && WaitForSingleObject(all, INFINITE) == WAIT_OBJECT_0,
          "the low two bits of a number do not count");
    CloseHandle(all);
    all = OpenThread(SYNCHRONIZE, FALSE, id);
    check(all && WaitForSingleObject(all, 0) == WAIT_OBJECT_0 && GetExitCodeThread(asks, &code) &&
              code == 34,
          "a thread that has ended is found as long as there is a handle");
    CloseHandle(thread);
    CloseHandle(all);
    CloseHandle(asks);
    check(FAILS(OpenThread(THREAD_ALL_ACCESS, FALSE, id), ERROR_INVALID_PARAMETER) &&
              FAILS(OpenThread(THREAD_ALL_ACCESS, FALSE, 0), ERROR_INVALID_PARAMETER),
          "then not any more: 87");
    check(FAILS(OpenThread(0, FALSE, GetCurrentThreadId()), ERROR_ACCESS_DENIED), "no rights: 5");
}

static HANDLE start_by(DWORD_PTR attribute, PVOID value, SIZE_T size)
{
    BYTE room[200];
    LPPROC_THREAD_ATTRIBUTE_LIST list = (LPPROC_THREAD_ATTRIBUTE_LIST)room;
    SIZE_T bytes = sizeof room;
    InitializeProcThreadAttributeList(list, 1, 0, &bytes);
    UpdateProcThreadAttribute(list, 0, attribute, value, size, NULL, NULL);
    HANDLE thread =
        CreateRemoteThreadEx(GetCurrentProcess(), NULL, 0, exits, (PVOID)35, 0, list, NULL);
    DeleteProcThreadAttributeList(list);
    return thread;
}

static void check_attributes(void)
{
    PROCESSOR_NUMBER number = {0};
    GROUP_AFFINITY affinity = {.Mask = 1};
    check(end_of(start_by(PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number, sizeof number)) == 35 &&
              end_of(start_by(PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity, sizeof affinity)) ==
                  35,
          "CreateRemoteThreadEx takes attributes");
    number.Number = 200;
    affinity.Mask = 0;
    check(FAILS(start_by(PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number, sizeof number), 87) &&
              FAILS(start_by(PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity, sizeof affinity), 87),
          "11: a CPU that there is not, and a mask without one: 87");
    number = (PROCESSOR_NUMBER){.Group = 1};
    affinity = (GROUP_AFFINITY){.Mask = 1, .Group = 1};
    check(FAILS(start_by(PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number, sizeof number), 87) &&
              FAILS(start_by(PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity, sizeof affinity), 87),
          "there is one group of CPUs: 87");
    check(FAILS(CreateRemoteThread(NULL, NULL, 0, exits, NULL, 0, NULL), ERROR_INVALID_HANDLE),
          "there is one process: 6");
}

static DWORD CALLBACK waits_for_ever(PVOID parameter)
{
    Sleep(INFINITE);
    return 0;
}

static void check_affinity(HANDLE thread)
{
    DWORD_PTR all = 0, of_system = 0;
    check(GetProcessAffinityMask(GetCurrentProcess(), &all, &of_system) && all == of_system &&
              all & 1,
          "the process may run on all CPUs");
    check(SetThreadAffinityMask(thread, 1) == all && SetThreadAffinityMask(thread, all) == 1,
          "a mask of CPUs is set, and the one before returned");
    check(FAILS(SetThreadAffinityMask(thread, 0), ERROR_INVALID_PARAMETER) &&
              FAILS(SetThreadAffinityMask(thread, all + 1), ERROR_INVALID_PARAMETER),
          "11: a mask without a CPU, or of one that there is not: 87");
    SetThreadAffinityMask(GetCurrentThread(), 1);
    check(GetCurrentProcessorNumber() == 0, "a thread runs where it may");
    SetThreadAffinityMask(GetCurrentThread(), all);
}

static void check_suspension(void)
{
    HANDLE thread = CreateThread(NULL, 0, waits_for_ever, NULL, CREATE_SUSPENDED, NULL);
    DWORD counts = 0;
    for (DWORD i = 1; i < MAXIMUM_SUSPEND_COUNT; i++)
        counts += SuspendThread(thread) == i;
    check(counts == 126, "10: SuspendThread returns the previous count");
    SetLastError(0);
    check(SuspendThread(thread) == (DWORD)-1 && GetLastError() == ERROR_SIGNAL_REFUSED,
          "10: at 127: -1, 156");
    check(ResumeThread(thread) == 127 && ResumeThread(thread) == 126, "10: so does ResumeThread");
    check(SetThreadPriority(thread, THREAD_PRIORITY_HIGHEST) &&
              GetThreadPriority(thread) == THREAD_PRIORITY_HIGHEST,
          "a priority is kept");
    check(FAILS(SetThreadPriority(thread, 3), ERROR_INVALID_PARAMETER) &&
              GetThreadPriority(thread) == THREAD_PRIORITY_HIGHEST,
          "11: one out of range: 87, and nothing has changed");
    check_affinity(thread);
    check(TerminateThread(thread, 12) && end_of(thread) == 12, "TerminateThread ends a thread");
}

/* ---------------------------------------------------------------- waits */

static void check_any(void)
{
    HANDLE first = CreateEvent(NULL, FALSE, FALSE, NULL),
           second = CreateEvent(NULL, FALSE, TRUE, NULL);
    HANDLE third = CreateEvent(NULL, FALSE, TRUE, NULL);
    HANDLE all[3] = {first, second, third}, same[2] = {third, third};
    check(WaitForMultipleObjects(3, all, FALSE, 0) == WAIT_OBJECT_0 + 1 &&
              WaitForSingleObject(third, 0) == WAIT_OBJECT_0,
          "1: a wait for any takes the lowest index, and leaves the others");
    SetEvent(second);
    check(WaitForMultipleObjects(2, all, TRUE, 10) == WAIT_TIMEOUT &&
              WaitForSingleObject(second, 0) == WAIT_OBJECT_0,
          "1: a wait for all takes nothing until all are there");
    SetEvent(first);
    SetEvent(second);
    SetLastError(4711);
    check(WaitForMultipleObjects(2, all, TRUE, 10) == WAIT_OBJECT_0 &&
              WaitForSingleObject(first, 0) == WAIT_TIMEOUT &&
              WaitForSingleObject(second, 0) == WAIT_TIMEOUT && GetLastError() == 4711,
          "1: and then all of them; 3: success and time-out leave the last error alone");
    check(WAIT_FAILS(WaitForMultipleObjects(2, same, TRUE, 0), ERROR_INVALID_PARAMETER),
          "2: the same handle twice in a wait for all: 87");
    check(WaitForSingleObject((HANDLE)((DWORD)third | 3), 0) == WAIT_TIMEOUT,
          "3: the low two bits of a handle are ignored");
    all[1] = GetCurrentThread();
    check(WAIT_FAILS(WaitForMultipleObjects(2, all, FALSE, 0), ERROR_INVALID_HANDLE) &&
              WaitForSingleObject(GetCurrentThread(), 0) == WAIT_TIMEOUT,
          "2: a pseudo-handle is for single waits: 6");
    HANDLE many[65];
    for (unsigned i = 0; i < 65; i++)
        many[i] = first;
    check(WAIT_FAILS(WaitForMultipleObjects(65, many, FALSE, 0), ERROR_INVALID_PARAMETER) &&
              WAIT_FAILS(WaitForMultipleObjects(0, many, FALSE, 0), ERROR_INVALID_PARAMETER),
          "2: more than 64, and none: 87");
    SetEvent(first);
    check(WaitForMultipleObjects(64, many, FALSE, 0) == WAIT_OBJECT_0, "64 are waited for");
    CloseHandle(first);
    CloseHandle(second);
    CloseHandle(third);
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
    CloseHandle(here);
    CloseHandle(there);
}

/* ---------------------------------------------------------------- kinds of objects */

static DWORD CALLBACK takes_and_ends(PVOID mutex) { return WaitForSingleObject(mutex, INFINITE); }
static DWORD CALLBACK releases(PVOID mutex) { return FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER); }

static void check_mutex(void)
{
    HANDLE mutex = CreateMutex(NULL, TRUE, NULL);
    check(end_of(start(releases, mutex)) == TRUE, "4: ReleaseMutex by another thread: 288");
    check(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0 && ReleaseMutex(mutex) &&
              ReleaseMutex(mutex) && FAILS(ReleaseMutex(mutex), ERROR_NOT_OWNER),
          "4: recursion is counted");
    check(end_of(start(takes_and_ends, mutex)) == WAIT_OBJECT_0 &&
              WaitForSingleObject(mutex, INFINITE) == WAIT_ABANDONED_0 && ReleaseMutex(mutex) &&
              WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0 && ReleaseMutex(mutex),
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
    check(WaitForSingleObject(semaphore, 0) == WAIT_OBJECT_0 &&
              WaitForSingleObject(semaphore, 0) == WAIT_OBJECT_0 &&
              WaitForSingleObject(semaphore, 0) == WAIT_TIMEOUT,
          "6: the count is what it was: 2");
    check(FAILS(CreateSemaphore(NULL, 3, 2, NULL), ERROR_INVALID_PARAMETER),
          "6: an initial count above the maximum: 87");
    CloseHandle(semaphore);
    CloseHandle(event);
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
        ended += WaitForSingleObject(threads[i], 0) == WAIT_OBJECT_0;
    for (unsigned i = 0; i < 2; i++) {
        SetEvent(event);
        SetEvent(event);
    }
    while (WaitForMultipleObjects(2, threads, TRUE, 5) == WAIT_TIMEOUT)
        SetEvent(event);
    CloseHandle(threads[0]);
    CloseHandle(threads[1]);
    CloseHandle(event);
    return ended;
}

static void check_pulse(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, TRUE, NULL);
    LONG before = 4711;
    check(NtPulseEvent(event, &before) == 0 && before == 1 &&
              WaitForSingleObject(event, 0) == WAIT_TIMEOUT,
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
              second == 1 && WaitForSingleObject(event, 0) == WAIT_OBJECT_0,
          "NtSetEvent sets an event, and tells the state before");
    check(NtResetEvent(event, &first) == 0 && NtResetEvent(event, &second) == 0 && first == 1 &&
              second == 0 && WaitForSingleObject(event, 0) == WAIT_TIMEOUT,
          "NtResetEvent resets it, and tells it, too");
    check(NtSetEvent(event, NULL) == 0 && WaitForSingleObject(event, 0) == WAIT_OBJECT_0 &&
              NtResetEvent(event, NULL) == 0 && WaitForSingleObject(event, 0) == WAIT_TIMEOUT,
          "nobody need want the state");
    DuplicateHandle(GetCurrentProcess(), event, GetCurrentProcess(), &limited, SYNCHRONIZE, FALSE,
                    0);
    first = 4711;
    check((ULONG)NtSetEvent((HANDLE)0x4710, &first) == 0xC0000008 &&
              (ULONG)NtResetEvent((HANDLE)0x4710, &first) == 0xC0000008,
          "a handle of nothing: C0000008");
    check((ULONG)NtSetEvent(mutex, &first) == 0xC0000024 &&
              (ULONG)NtResetEvent(mutex, &first) == 0xC0000024,
          "of another kind: C0000024");
    check((ULONG)NtSetEvent(limited, &first) == 0xC0000022 &&
              (ULONG)NtResetEvent(limited, &first) == 0xC0000022 && first == 4711 &&
              WaitForSingleObject(event, 0) == WAIT_TIMEOUT,
          "without the right: C0000022, and nothing changes");
    CloseHandle(limited);
    CloseHandle(mutex);
    CloseHandle(event);
}

/* The flags are in one word, and the name is in front of them. */
static void check_made_with_flags(void)
{
    LARGE_INTEGER at_once = {.QuadPart = -1};
    LONG before = 0;
    HANDLE event = CreateEventExA(NULL, "flagged", CREATE_EVENT_MANUAL_RESET, EVENT_ALL_ACCESS);
    check(event && GetLastError() == 0 && WaitForSingleObject(event, 0) == WAIT_TIMEOUT &&
              SetEvent(event) && WaitForSingleObject(event, 0) == WAIT_OBJECT_0 &&
              WaitForSingleObject(event, 0) == WAIT_OBJECT_0,
          "CreateEventExA: an event that stays set");
    HANDLE second = CreateEventExA(NULL, NULL, CREATE_EVENT_INITIAL_SET, EVENT_ALL_ACCESS);
    check(second && WaitForSingleObject(second, 0) == WAIT_OBJECT_0 &&
              WaitForSingleObject(second, 0) == WAIT_TIMEOUT,
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
    CloseHandle(mutex);
    CloseHandle(second);
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
              WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0 &&
              WaitForSingleObject(timer, 0) == WAIT_OBJECT_0,
          "CreateWaitableTimerExA: a timer that stays signalled");
    CloseHandle(timer);
}

static void check_names(void)
{
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, "a name");
    check(event && GetLastError() == 0, "9: a fresh object: 0");
    HANDLE again = CreateEvent(NULL, FALSE, FALSE, "a name");
    check(again && again != event && GetLastError() == ERROR_ALREADY_EXISTS,
          "9: an existing one: its handle, and 183");
    SetEvent(event);
    check(WaitForSingleObject(again, 0) == WAIT_OBJECT_0, "it is the same object");
    check(FAILS(CreateMutex(NULL, FALSE, "a name"), ERROR_INVALID_HANDLE),
          "9: an existing one of another kind: 6");
    check(FAILS(OpenEvent(EVENT_ALL_ACCESS, FALSE, "A name"), ERROR_FILE_NOT_FOUND),
          "9: names are case-sensitive");
    HANDLE opened = OpenEvent(EVENT_ALL_ACCESS, FALSE, "a name");
    check(opened && SetEvent(opened), "OpenEvent finds it");
    CloseHandle(event);
    CloseHandle(again);
    CloseHandle(opened);
    check(FAILS(OpenEvent(EVENT_ALL_ACCESS, FALSE, "a name"), ERROR_FILE_NOT_FOUND),
          "the name goes with the last handle");
}

static void check_more_names(void)
{
    char name[MAX_PATH + 1];
    HANDLE first = CreateEvent(NULL, FALSE, FALSE, ""),
           second = CreateEvent(NULL, FALSE, FALSE, "");
    check(first && second && GetLastError() == 0 && SetEvent(first) &&
              WaitForSingleObject(second, 0) == WAIT_TIMEOUT,
          "an empty name is none");
    CloseHandle(first);
    CloseHandle(second);
    first = CreateEvent(NULL, FALSE, FALSE, "Local\\abc");
    second = OpenEvent(SYNCHRONIZE, FALSE, "abc");
    check(first && second, "Local\\ in front of a name changes nothing");
    CloseHandle(second);
    second = CreateMutex(NULL, FALSE, "Global\\abc");
    check(second && GetLastError() == 0, "names behind Global\\ are others");
    CloseHandle(first);
    CloseHandle(second);
    check(FAILS(CreateEvent(NULL, FALSE, FALSE, "a\\b"), ERROR_PATH_NOT_FOUND) &&
              FAILS(OpenEvent(SYNCHRONIZE, FALSE, "Local\\a\\b"), ERROR_PATH_NOT_FOUND),
          "another backslash leads nowhere: 3");
    check(FAILS(CreateEvent(NULL, FALSE, FALSE, "\\a"), ERROR_BAD_PATHNAME), "one in front: 161");
    memset(name, 'x', sizeof name);
    name[MAX_PATH] = '\0';
    check(FAILS(CreateEvent(NULL, FALSE, FALSE, name), ERROR_FILENAME_EXCED_RANGE),
          "too long: 206");
    name[MAX_PATH - 1] = '\0';
    first = CreateEvent(NULL, FALSE, FALSE, name);
    check(first != NULL, "259 bytes are not");
    CloseHandle(first);
    first = CreateEvent(NULL, FALSE, FALSE, "b");
    DuplicateHandle(GetCurrentProcess(), first, GetCurrentProcess(), &second, 0, FALSE,
                    DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE);
    first = OpenEvent(SYNCHRONIZE, FALSE, "b");
    check(first != NULL, "a handle that takes the only one's place keeps the name");
    CloseHandle(first);
    CloseHandle(second);
}

static void check_wide_names(void)
{
    HANDLE event = CreateEventW(NULL, TRUE, TRUE, L"\u00E4\u20AC");
    HANDLE again = OpenEventA(SYNCHRONIZE, FALSE, "\xC3\xA4\xE2\x82\xAC");
    check(event && again, "a wide name is the same one in UTF-8");
    CloseHandle(again);
    again = OpenEventW(EVENT_MODIFY_STATE, FALSE, L"\u00E4\u20AC");
    check(again && ResetEvent(again) && WaitForSingleObject(event, 0) == WAIT_TIMEOUT &&
              WAIT_FAILS(WaitForSingleObject(again, 0), ERROR_ACCESS_DENIED) && SetEvent(again),
          "OpenEventW finds the event, and has the rights asked for");
    check(FAILS(OpenEventW(SYNCHRONIZE, FALSE, L"\u00E4"), ERROR_FILE_NOT_FOUND) &&
              FAILS(OpenEventW(SYNCHRONIZE, FALSE, NULL), ERROR_INVALID_PARAMETER),
          "a name that nothing has: 2; none: 87");
    CloseHandle(again);
    again = CreateEventExW(NULL, L"\u00E4\u20AC", 0, SYNCHRONIZE);
    check(again && GetLastError() == ERROR_ALREADY_EXISTS &&
              WaitForSingleObject(again, 0) == WAIT_OBJECT_0,
          "and finds the object");
    CloseHandle(again);
    check(FAILS(OpenMutexW(SYNCHRONIZE, FALSE, L"\u00E4\u20AC"), ERROR_INVALID_HANDLE) &&
              FAILS(OpenSemaphoreW(SYNCHRONIZE, FALSE, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(OpenWaitableTimerW(SYNCHRONIZE, FALSE, L"none"), ERROR_FILE_NOT_FOUND),
          "OpenMutexW and its kin");
    CloseHandle(event);
    wchar_t name[400];
    for (unsigned i = 0; i < ARRAYSIZE(name); i++)
        name[i] = 'x';
    name[MAX_PATH] = 0;
    check(FAILS(CreateMutexW(NULL, FALSE, name), ERROR_FILENAME_EXCED_RANGE), "260 units: 206");
    name[MAX_PATH] = 'x';
    name[ARRAYSIZE(name) - 1] = 0;
    check(FAILS(CreateMutexExW(NULL, name, 0, SYNCHRONIZE), ERROR_FILENAME_EXCED_RANGE),
          "399 units: 206");
    HANDLE all[] = {CreateEventW(NULL, TRUE, TRUE, NULL), CreateMutexW(NULL, FALSE, NULL),
                    CreateSemaphoreW(NULL, 1, 1, NULL),
                    CreateSemaphoreExW(NULL, 1, 1, NULL, 0, SYNCHRONIZE),
                    CreateMutexExW(NULL, NULL, 0, SYNCHRONIZE)};
    check(WaitForMultipleObjects(ARRAYSIZE(all), all, TRUE, 0) == WAIT_OBJECT_0,
          "objects without a name");
    ReleaseMutex(all[1]);
    ReleaseMutex(all[4]);
    for (unsigned i = 0; i < ARRAYSIZE(all); i++)
        CloseHandle(all[i]);
    HANDLE timers[] = {CreateWaitableTimerW(NULL, TRUE, NULL),
                       CreateWaitableTimerExW(NULL, NULL, 0, TIMER_ALL_ACCESS)};
    check(timers[0] && CancelWaitableTimer(timers[1]), "timers");
    CloseHandle(timers[0]);
    CloseHandle(timers[1]);
}

/* ---------------------------------------------------------------- rights */

/* What a handle with these rights may be used for: to wait, and to set the event. */
static const struct {
    DWORD access;
    bool waits, sets;
} event_rights[] = {
    {SYNCHRONIZE, true, false},     {EVENT_MODIFY_STATE, false, true},
    {EVENT_ALL_ACCESS, true, true}, {EVENT_QUERY_STATE, false, false},
    {GENERIC_READ, false, false},   {GENERIC_WRITE, false, true},
    {GENERIC_EXECUTE, true, false}, {GENERIC_ALL, true, true},
    {MAXIMUM_ALLOWED, true, true},
};

static bool has_rights(HANDLE event, bool waits, bool sets)
{
    bool set = SetEvent(event), waited = WaitForSingleObject(event, 0) != WAIT_FAILED;
    return CloseHandle(event) && set == sets && waited == waits;
}

static void check_rights(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, TRUE, "rights"), other = NULL;
    for (unsigned i = 0; i < ARRAYSIZE(event_rights); i++) {
        DWORD access = event_rights[i].access;
        bool waits = event_rights[i].waits, sets = event_rights[i].sets;
        bool held = has_rights(OpenEvent(access, FALSE, "rights"), waits, sets) &&
                    has_rights(CreateEventEx(NULL, NULL, 0, access), waits, sets) &&
                    has_rights(CreateEventEx(NULL, "rights", 0, access), waits, sets) &&
                    DuplicateHandle(GetCurrentProcess(), event, GetCurrentProcess(), &other, access,
                                    FALSE, 0) &&
                    has_rights(other, waits, sets);
        printf("# rights %08lX\n", access);
        check(held, "a handle has the rights that were asked for");
    }
    check(FAILS(OpenEvent(0, FALSE, "rights"), ERROR_ACCESS_DENIED), "to open it for nothing: 5");
    CloseHandle(event);
    other = CreateMutexEx(NULL, NULL, CREATE_MUTEX_INITIAL_OWNER, MUTEX_MODIFY_STATE);
    check(WAIT_FAILS(WaitForSingleObject(other, 0), ERROR_ACCESS_DENIED) && ReleaseMutex(other),
          "CreateMutexEx: a right not asked for: 5; its owner needs none to release it");
    CloseHandle(other);
    other = CreateSemaphoreEx(NULL, 1, 2, NULL, 0, SYNCHRONIZE);
    check(FAILS(ReleaseSemaphore(other, 1, NULL), ERROR_ACCESS_DENIED), "CreateSemaphoreEx: 5");
    CloseHandle(other);
    other = CreateWaitableTimerEx(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, SYNCHRONIZE);
    check(FAILS(CancelWaitableTimer(other), ERROR_ACCESS_DENIED), "CreateWaitableTimerEx: 5");
    CloseHandle(other);
    check(FAILS(CreateEventEx(NULL, NULL, 4, EVENT_ALL_ACCESS), 87) &&
              FAILS(CreateMutexEx(NULL, NULL, 2, MUTEX_ALL_ACCESS), 87) &&
              FAILS(CreateSemaphoreEx(NULL, 0, 1, NULL, 1, SEMAPHORE_ALL_ACCESS), 87) &&
              FAILS(CreateWaitableTimerEx(NULL, NULL, 4, TIMER_ALL_ACCESS), 87),
          "flags that there are not: 87");
}

static void check_thread_rights(void)
{
    HANDLE limited = NULL, reads, writes;
    DWORD id = GetCurrentThreadId();
    check(DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &limited,
                          THREAD_QUERY_INFORMATION, FALSE, 0) &&
              GetThreadId(limited) == id,
          "the limited right comes with the other one, in a second handle, too");
    CloseHandle(limited);
    limited = OpenThread(THREAD_SET_LIMITED_INFORMATION, FALSE, id);
    check(SetThreadPriority(limited, 0) && FAILS(SetThreadAffinityMask(limited, 1), 5),
          "the limited right is enough for SetThreadPriority, not for SetThreadAffinityMask");
    reads = OpenThread(GENERIC_READ, FALSE, id);
    writes = OpenThread(GENERIC_WRITE, FALSE, id);
    check(GetThreadId(reads) == id && FAILS(SetThreadPriority(reads, 0), 5) &&
              SetThreadPriority(writes, 0) && FAILS(GetThreadId(writes), 5),
          "generic rights of a thread");
    CloseHandle(limited);
    CloseHandle(reads);
    CloseHandle(writes);
}

static void check_process(void)
{
    HANDLE process = NULL;
    check(WaitForSingleObject(GetCurrentProcess(), 0) == WAIT_TIMEOUT,
          "2: the process can be waited for, and has not ended");
    check(DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &process,
                          0, FALSE, DUPLICATE_SAME_ACCESS) &&
              GetProcessId(process) == GetCurrentProcessId() &&
              GetPriorityClass(process) == NORMAL_PRIORITY_CLASS &&
              WaitForSingleObject(process, 0) == WAIT_TIMEOUT,
          "a real handle of it");
    check(FAILS(SetEvent(process), ERROR_INVALID_HANDLE), "which is no event: 6");
    CloseHandle(process);
    check(FAILS(GetProcessId(process), ERROR_INVALID_HANDLE), "closed: 6");
    process = OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, GetCurrentProcessId());
    check(GetProcessId(process) == GetCurrentProcessId() &&
              WAIT_FAILS(WaitForSingleObject(process, 0), ERROR_ACCESS_DENIED),
          "OpenProcess: a handle, with the rights that were asked for");
    CloseHandle(process);
    check(FAILS(OpenProcess(SYNCHRONIZE, FALSE, 0xDEADBE), ERROR_INVALID_PARAMETER) &&
              FAILS(OpenProcess(0, FALSE, GetCurrentProcessId()), ERROR_ACCESS_DENIED),
          "another number: 87; no rights: 5");
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
              GetTickCount() - before >= 20 && WaitForSingleObject(timer, 0) == WAIT_TIMEOUT,
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

/* ---------------------------------------------------------------- APCs */

static DWORD apc_sum, entered_with;

static VOID CALLBACK add(ULONG_PTR data) { apc_sum = apc_sum * 10 + data; }

static DWORD CALLBACK looks_at_sum(PVOID parameter)
{
    entered_with = apc_sum;
    return 0;
}

static VOID NTAPI add_all(PVOID first, PVOID second, PVOID third)
{
    apc_sum = apc_sum * 1000 + (DWORD)first * 100 + (DWORD)second * 10 + (DWORD)third;
}

/* Beneath QueueUserAPC, with three arguments. */
static void check_apcs_of_ntdll(void)
{
    HANDLE thread = CreateThread(NULL, 0, looks_at_sum, NULL, CREATE_SUSPENDED, NULL);
    apc_sum = 0;
    check(NtQueueApcThread(GetCurrentThread(), add_all, (PVOID)1, (PVOID)2, (PVOID)3) == 0 &&
              NtQueueApcThread(GetCurrentThread(), add_all, (PVOID)4, (PVOID)5, (PVOID)6) == 0 &&
              apc_sum == 0,
          "NtQueueApcThread queues calls");
    check(SleepEx(INFINITE, TRUE) == WAIT_IO_COMPLETION && apc_sum == 123456,
          "an alertable wait makes them in their order, with three arguments");
    apc_sum = 0;
    check(NtQueueApcThread(thread, add_all, (PVOID)7, (PVOID)8, (PVOID)9) == 0 &&
              SleepEx(0, TRUE) == 0 && ResumeThread(thread) == 1 &&
              WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && entered_with == 789,
          "another thread's are made by that one");
    check((ULONG)NtQueueApcThread(thread, add_all, NULL, NULL, NULL) == 0xC0000001,
          "of a terminated thread: C0000001");
    CloseHandle(thread);
    check((ULONG)NtQueueApcThread((HANDLE)0x4710, add_all, NULL, NULL, NULL) == 0xC0000008,
          "of no thread: C0000008");
}

static void check_apcs(void)
{
    HANDLE event = CreateEvent(NULL, FALSE, TRUE, NULL);
    QueueUserAPC(add, GetCurrentThread(), 1);
    QueueUserAPC(add, GetCurrentThread(), 2);
    check(WaitForSingleObjectEx(event, INFINITE, TRUE) == WAIT_IO_COMPLETION && apc_sum == 12,
          "12: an alertable wait prefers a pending APC to a signalled object");
    check(WaitForSingleObjectEx(event, INFINITE, TRUE) == WAIT_OBJECT_0, "which is there still");
    QueueUserAPC(add, GetCurrentThread(), 3);
    check(NtTestAlert() == 0 && apc_sum == 123 && SleepEx(0, TRUE) == 0,
          "12: NtTestAlert delivers");
    apc_sum = 0;
    HANDLE thread = CreateThread(NULL, 0, looks_at_sum, NULL, CREATE_SUSPENDED, NULL);
    check(QueueUserAPC(add, thread, 4) != 0, "an APC is queued to a thread that has not begun");
    ResumeThread(thread);
    WaitForSingleObject(thread, INFINITE);
    check(entered_with == 4, "12: it runs before the thread's entry");
    check(FAILS(QueueUserAPC(add, thread, 5), ERROR_GEN_FAILURE),
          "12: an APC to a terminated thread: 31");
    CloseHandle(thread);
    CloseHandle(event);
}

/* ---------------------------------------------------------------- what each thread has for itself
 */

static DWORD slot, fls_slot, fls_calls;

static VOID CALLBACK count_fls(PVOID data) { fls_calls += (DWORD)data; }

static DWORD CALLBACK uses_slot(PVOID event)
{
    DWORD first = (DWORD)TlsGetValue(slot);
    TlsSetValue(slot, (PVOID)77);
    FlsSetValue(fls_slot, (PVOID)9);
    SetLastError(4712);
    SetEvent(here);
    WaitForSingleObject(event, INFINITE);
    return first * 1000 + (DWORD)TlsGetValue(slot) + (GetLastError() == 0 ? 0 : 500);
}

static void check_own(void)
{
    here = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    slot = TlsAlloc();
    fls_slot = FlsAlloc(count_fls);
    TlsSetValue(slot, (PVOID)5);
    SetLastError(4711);
    HANDLE thread = start(uses_slot, event);
    WaitForSingleObject(here, INFINITE);
    check(TlsGetValue(slot) == (PVOID)5, "17: each thread has its own slot");
    TlsFree(slot);
    check(TlsAlloc() == slot, "the slot is taken again");
    SetEvent(event);
    check(end_of(thread) == 0, "17: which reads as 0 in all threads then");
    check(fls_calls == 9, "17: a thread's end calls back with its FLS values");
    TlsFree(slot);
    FlsFree(fls_slot);
    CloseHandle(event);
    CloseHandle(here);
}

/* ---------------------------------------------------------------- locks */

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

/* A reader holds the lock. Others are let in until a writer waits, and not any more then. */
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
    HANDLE thread = start(releases_key, &section);
    DWORD met = 0;
    for (DWORD i = 0; i < TURNS / 10; i++)
        met += NtWaitForKeyedEvent(NULL, &section, FALSE, NULL) == 0;
    check(met == TURNS / 10 && end_of(thread) == 0,
          "15: keyed events: each wait meets one release");
}

/* ---------------------------------------------------------------- handles */

static void check_handles(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL), second = NULL, self = NULL;
    check(DuplicateHandle(GetCurrentProcess(), event, GetCurrentProcess(), &second, 0, FALSE,
                          DUPLICATE_SAME_ACCESS) &&
              second != event && SetEvent(second) && WaitForSingleObject(event, 0) == WAIT_OBJECT_0,
          "DuplicateHandle: a second handle for the same object");
    check(CloseHandle(event) && WaitForSingleObject(second, 0) == WAIT_OBJECT_0 &&
              CloseHandle(second),
          "which lives as long as one of them");
    check(DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self, 0,
                          FALSE, DUPLICATE_SAME_ACCESS) &&
              GetThreadId(self) == GetCurrentThreadId() && CloseHandle(self),
          "a pseudo-handle becomes a real one");
    event = CreateEvent(NULL, TRUE, FALSE, NULL);
    check(
        DuplicateHandle(GetCurrentProcess(), event, NULL, NULL, 0, FALSE, DUPLICATE_CLOSE_SOURCE) &&
            FAILS(CloseHandle(event), ERROR_INVALID_HANDLE),
        "DUPLICATE_CLOSE_SOURCE without a target closes");
    check(CloseHandle(GetCurrentThread()) && CloseHandle(GetCurrentProcess()),
          "pseudo-handles are left alone");
}

int main(void)
{
    check_life();
    check_opening();
    check_attributes();
    check_suspension();
    check_any();
    check_pingpong();
    check_mutex();
    check_semaphore();
    check_pulse();
    check_events_of_ntdll();
    check_made_with_flags();
    check_names();
    check_more_names();
    check_wide_names();
    check_rights();
    check_thread_rights();
    check_process();
    check_timer();
    check_apcs();
    check_apcs_of_ntdll();
    check_own();
    check_locks();
    check_handles();
    return done();
}
