/* Handles, and what the rights of each let a program do. The number in front of a claim is the
 * rule's.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=486 cpu=486 compilers=gcc
 */
#include <windows.h>

#include <stdbool.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

/* ---------------------------------------------------------------- rights */

/* The uses of a handle with these rights: to wait, and to set the event. */
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
                    duplicate(event, &other, access, 0) && has_rights(other, waits, sets);
        printf("# rights %08lX\n", access);
        check(held, "a handle has the rights that were asked for");
    }
    check(FAILS(OpenEvent(0, FALSE, "rights"), ERROR_ACCESS_DENIED), "to open it for nothing: 5");
    check(FAILS(OpenEvent(SYNCHRONIZE | 4, FALSE, "rights"), ERROR_ACCESS_DENIED),
          "and for a right that no event has");
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
    check(duplicate(GetCurrentThread(), &limited, THREAD_QUERY_INFORMATION, 0) &&
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
    CLOSE(limited, reads, writes);
}

static void check_process(void)
{
    HANDLE process = NULL;
    check(is_unsignalled(GetCurrentProcess()),
          "2: the process can be waited for, and has not ended");
    check(duplicate(GetCurrentProcess(), &process, 0, DUPLICATE_SAME_ACCESS) &&
              GetProcessId(process) == GetCurrentProcessId() &&
              GetPriorityClass(process) == NORMAL_PRIORITY_CLASS && is_unsignalled(process),
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

static void check_handles(void)
{
    HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL), second = NULL, self = NULL;
    check(duplicate(event, &second, 0, DUPLICATE_SAME_ACCESS) && second != event &&
              SetEvent(second) && is_signalled(event),
          "DuplicateHandle: a second handle for the same object");
    check(CloseHandle(event) && is_signalled(second) && CloseHandle(second),
          "which lives as long as one of them");
    check(duplicate(GetCurrentThread(), &self, 0, DUPLICATE_SAME_ACCESS) &&
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
    check_rights();
    check_thread_rights();
    check_process();
    check_handles();
    return done();
}
