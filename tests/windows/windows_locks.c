/* Locks without a second thread: the words that each call leaves in memory, and how it refuses.
 * Threads that meet at them are in tests/host/win32_locks.c, on the host.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=2 smp=2 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=4-checked smp=4 checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-2r schedule=2r compilers=gcc
 * run: name=schedule-5r schedule=5r compilers=gcc
 * run: name=not-owner checked=1 args=not-owner exit=125 compilers=gcc
 * expect="critical section .* is left by a thread that does not own it"
 * run: name=deleted checked=1 args=deleted exit=125 compilers=gcc
 * expect="critical section .* is deleted while thread .* owns it"
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

#include <string.h>

/* ---------------------------------------------------------------- critical sections */

static void check_sections(void)
{
    CRITICAL_SECTION section;
    memset(&section, 0x55, sizeof section);
    InitializeCriticalSection(&section);
    check(section.LockCount == -1 && section.RecursionCount == 0 && !section.OwningThread &&
              !section.LockSemaphore,
          "a new critical section is free: LockCount -1");
    SetLastError(4711);
    EnterCriticalSection(&section);
    check(section.LockCount == -2 && section.RecursionCount == 1 &&
              section.OwningThread == (HANDLE)__readfsdword(0x24) && GetLastError() == 4711,
          "entered: LockCount -2, one recursion, and the thread's number");
    EnterCriticalSection(&section);
    check(TryEnterCriticalSection(&section) == TRUE && section.RecursionCount == 3 &&
              section.LockCount == -2,
          "its owner enters again and tries again, and only the recursions count up");
    LeaveCriticalSection(&section);
    LeaveCriticalSection(&section);
    check(section.RecursionCount == 1 && section.OwningThread, "each leave takes one off");
    LeaveCriticalSection(&section);
    check(section.LockCount == -1 && section.RecursionCount == 0 && !section.OwningThread,
          "the last one sets it free");
    check(TryEnterCriticalSection(&section) && section.LockCount == -2,
          "TryEnter takes a free one");
    LeaveCriticalSection(&section);

    /* Another thread owns it. */
    section.LockCount = -2;
    section.RecursionCount = 1;
    section.OwningThread = (HANDLE)4711;
    check(!TryEnterCriticalSection(&section) && section.LockCount == -2 &&
              section.RecursionCount == 1,
          "TryEnter of another thread's: FALSE, and nothing changes");
    section.OwningThread = NULL;
    section.LockCount = -1;
    section.RecursionCount = 0;

    check(RtlEnterCriticalSection(&section) == 0 && RtlTryEnterCriticalSection(&section) == 1 &&
              RtlLeaveCriticalSection(&section) == 0 && RtlLeaveCriticalSection(&section) == 0 &&
              section.LockCount == -1,
          "ntdll's calls are the same");
    DeleteCriticalSection(&section);
}

static void check_sections_of_ntdll(void)
{
    CRITICAL_SECTION section;
    PEB *peb = NtCurrentTeb()->ProcessEnvironmentBlock;
    DWORD processors = peb->NumberOfProcessors;
    peb->NumberOfProcessors = 2;
    memset(&section, 0x55, sizeof section);
    check(RtlInitializeCriticalSection(&section) == 0 && section.LockCount == -1 &&
              section.RecursionCount == 0 && !section.OwningThread && section.SpinCount == 0,
          "RtlInitializeCriticalSection makes a free one without spins");
    check(RtlEnterCriticalSection(&section) == 0 && section.RecursionCount == 1 &&
              RtlLeaveCriticalSection(&section) == 0 && RtlDeleteCriticalSection(&section) == 0,
          "it is entered, left and deleted");
    memset(&section, 0x55, sizeof section);
    check(RtlInitializeCriticalSectionAndSpinCount(&section, 4000) == 0 &&
              section.LockCount == -1 && !section.OwningThread && section.SpinCount == 4000,
          "RtlInitializeCriticalSectionAndSpinCount makes one with spins");
    check(RtlSetCriticalSectionSpinCount(&section, 0x80000100) == 4000 &&
              section.SpinCount == 0x100,
          "RtlSetCriticalSectionSpinCount returns the number before, and has 24 bits");
    EnterCriticalSection(&section);
    LeaveCriticalSection(&section);
    check(RtlDeleteCriticalSection(&section) == 0 && section.SpinCount == 0 && !section.DebugInfo,
          "a deleted one has nothing left");
    peb->NumberOfProcessors = processors;
}

static void check_sections_made(void)
{
    CRITICAL_SECTION section;
    PEB *peb = NtCurrentTeb()->ProcessEnvironmentBlock;
    DWORD processors = peb->NumberOfProcessors;
    peb->NumberOfProcessors = 1;
    check(InitializeCriticalSectionAndSpinCount(&section, 4000) && section.SpinCount == 0,
          "on one CPU no spins are counted");
    check(SetCriticalSectionSpinCount(&section, 100) == 0 && section.SpinCount == 0,
          "nor set later; the number before is returned");
    peb->NumberOfProcessors = 2;
    check(SetCriticalSectionSpinCount(&section, 0x80000100) == 0 && section.SpinCount == 0x100 &&
              SetCriticalSectionSpinCount(&section, 7) == 0x100,
          "on two they are, in 24 bits");
    DeleteCriticalSection(&section);
    check(SUCCEEDS(InitializeCriticalSectionEx(&section, 4000, CRITICAL_SECTION_NO_DEBUG_INFO)) &&
              section.SpinCount == 4000 && section.DebugInfo == (PVOID)-1,
          "InitializeCriticalSectionEx");
    DeleteCriticalSection(&section);
    peb->NumberOfProcessors = processors;
    check(FAILS(InitializeCriticalSectionEx(&section, 0x01000000, 0), 87) &&
              FAILS(InitializeCriticalSectionEx(&section, 0, 1), 87),
          "too many spins, and unknown flags: 87");
    check((ULONG)RtlInitializeCriticalSectionEx(&section, 0x01000000, 0) == 0xC00000F0 &&
              (ULONG)RtlInitializeCriticalSectionEx(&section, 0, 1) == 0xC00000F1,
          "as statuses C00000F0 and C00000F1");
}

/* ---------------------------------------------------------------- slim locks */

static DWORD raised_by(VOID(WINAPI *release)(PSRWLOCK), PSRWLOCK lock)
{
    __try {
        release(lock);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        return GetExceptionCode();
    }
    return 0;
}

static void check_srw(void)
{
    SRWLOCK lock = SRWLOCK_INIT, other;
    memset(&other, 0x55, sizeof other);
    InitializeSRWLock(&other);
    check(sizeof lock == 4 && lock.Ptr == NULL && other.Ptr == NULL, "a free slim lock is NULL");
    AcquireSRWLockExclusive(&lock);
    check(!TryAcquireSRWLockExclusive(&lock) && !TryAcquireSRWLockShared(&lock),
          "a writer keeps all out, itself too");
    ReleaseSRWLockExclusive(&lock);
    check(lock.Ptr == NULL, "released it is NULL again");
    AcquireSRWLockShared(&lock);
    check(TryAcquireSRWLockShared(&lock) == TRUE && !TryAcquireSRWLockExclusive(&lock),
          "readers let readers in, and no writer");
    ReleaseSRWLockShared(&lock);
    check(!TryAcquireSRWLockExclusive(&lock), "until the last one");
    ReleaseSRWLockShared(&lock);
    check(lock.Ptr == NULL && TryAcquireSRWLockExclusive(&lock) == TRUE, "has released it");
    ReleaseSRWLockExclusive(&lock);
    check(raised_by(ReleaseSRWLockExclusive, &lock) == 0xC0000264 &&
              raised_by(ReleaseSRWLockShared, &lock) == 0xC0000264 && lock.Ptr == NULL,
          "releasing a free one raises C0000264");
}

/* ---------------------------------------------------------------- condition variables */

static void check_conditions(void)
{
    CONDITION_VARIABLE condition = CONDITION_VARIABLE_INIT;
    CRITICAL_SECTION section;
    SRWLOCK lock = SRWLOCK_INIT;
    InitializeCriticalSection(&section);
    EnterCriticalSection(&section);
    DWORD before = GetTickCount();
    check(FAILS(SleepConditionVariableCS(&condition, &section, 30), ERROR_TIMEOUT) &&
              GetTickCount() - before >= 30 && section.RecursionCount == 1 &&
              section.OwningThread == (HANDLE)__readfsdword(0x24),
          "14: SleepConditionVariableCS after its time: FALSE, 1460, the section held");
    LeaveCriticalSection(&section);
    AcquireSRWLockExclusive(&lock);
    check(FAILS(SleepConditionVariableSRW(&condition, &lock, 10, 0), ERROR_TIMEOUT) &&
              !TryAcquireSRWLockShared(&lock),
          "14: SleepConditionVariableSRW: FALSE, 1460, the lock held by its writer");
    check(FAILS(SleepConditionVariableSRW(&condition, &lock, 0, 2), ERROR_INVALID_PARAMETER) &&
              !TryAcquireSRWLockShared(&lock),
          "an unknown flag: 87, and the lock is held all the time");
    ReleaseSRWLockExclusive(&lock);
    AcquireSRWLockShared(&lock);
    check(FAILS(SleepConditionVariableSRW(&condition, &lock, 0, CONDITION_VARIABLE_LOCKMODE_SHARED),
                ERROR_TIMEOUT) &&
              TryAcquireSRWLockShared(&lock),
          "14: the same for a reader, which is one again");
    ReleaseSRWLockShared(&lock);
    ReleaseSRWLockShared(&lock);
    WakeConditionVariable(&condition);
    WakeAllConditionVariable(&condition);
    AcquireSRWLockExclusive(&lock);
    check(FAILS(SleepConditionVariableSRW(&condition, &lock, 0, 0), ERROR_TIMEOUT),
          "a wake that finds nobody leaves no trace");
    ReleaseSRWLockExclusive(&lock);
    memset(&condition, 0x55, sizeof condition);
    InitializeConditionVariable(&condition);
    check(condition.Ptr == NULL, "InitializeConditionVariable");
    DeleteCriticalSection(&section);
}

/* ---------------------------------------------------------------- a value in memory */

static void check_addresses(void)
{
    static const SIZE_T sizes[] = {1, 2, 4, 8};
    BYTE value[16] = {0}, compare[16] = {0};
    BOOL timed_out = TRUE, differs = TRUE;
    for (unsigned i = 0; i < ARRAYSIZE(sizes); i++)
        for (unsigned at = 0; at < 4; at++) {
            memset(value, 0x11, sizeof value);
            memset(compare, 0x22, sizeof compare);
            memset(compare + at, 0x11, sizes[i]);
            timed_out &= FAILS(WaitOnAddress(value + at, compare + at, sizes[i], 1), ERROR_TIMEOUT);
            value[at + sizes[i] - 1] = 0;
            differs &= SUCCEEDS(WaitOnAddress(value + at, compare + at, sizes[i], INFINITE));
        }
    check(timed_out, "WaitOnAddress of an equal value waits its time: FALSE, 1460, all sizes");
    check(differs, "of another value it returns at once");
    check(FAILS(WaitOnAddress(value, compare, 3, 0), ERROR_INVALID_PARAMETER) &&
              FAILS(WaitOnAddress(value, compare, 0, 0), ERROR_INVALID_PARAMETER),
          "another size: 87");
    WakeByAddressSingle(value);
    WakeByAddressAll(value);
    check(GetProcAddress(GetModuleHandle("KernelBase.dll"), "WaitOnAddress") ==
                  (FARPROC)(PVOID)WaitOnAddress &&
              !GetProcAddress(GetModuleHandle("kernel32"), "WaitOnAddress"),
          "it is KernelBase's");
}

/* ---------------------------------------------------------------- keyed events */

static void check_keyed(void)
{
    LARGE_INTEGER none = {.QuadPart = 0}, some = {.QuadPart = -200000}, past = {.QuadPart = 1};
    DWORD before = GetTickCount();
    check(NtWaitForKeyedEvent(NULL, &none, FALSE, &some) == (NTSTATUS)STATUS_TIMEOUT &&
              GetTickCount() - before >= 20,
          "15: NULL names the global keyed event; a wait that nobody releases: 102 after its time");
    check(NtReleaseKeyedEvent(NULL, &none, FALSE, &none) == (NTSTATUS)STATUS_TIMEOUT &&
              NtReleaseKeyedEvent(NULL, &none, FALSE, &past) == (NTSTATUS)STATUS_TIMEOUT &&
              NtWaitForKeyedEvent(NULL, &none, FALSE, &none) == (NTSTATUS)STATUS_TIMEOUT,
          "a release that nobody waits for waits, too, and leaves no trace");
    check((ULONG)NtWaitForKeyedEvent(NULL, (PVOID)0x1001, FALSE, &none) == 0xC00000EF &&
              (ULONG)NtReleaseKeyedEvent(NULL, (PVOID)0x1001, FALSE, &none) == 0xC00000EF,
          "15: an odd key: C00000EF");
    check((ULONG)NtWaitForKeyedEvent((HANDLE)4711, &none, FALSE, &none) == 0xC0000008,
          "a handle of nothing: C0000008");
}

/* ---------------------------------------------------------------- barriers */

enum { COMERS = 4, ROUNDS = 50 };
static SYNCHRONIZATION_BARRIER barrier;
static volatile LONG came, lasts, early;

static DWORD CALLBACK comes(PVOID parameter)
{
    for (LONG round = 1; round <= ROUNDS; round++) {
        InterlockedIncrement(&came);
        if (EnterSynchronizationBarrier(&barrier, 0))
            InterlockedIncrement(&lasts);
        if (came < round * COMERS)
            InterlockedIncrement(&early);
    }
    return 0;
}

static volatile LONG inside;

static DWORD CALLBACK comes_once(PVOID parameter)
{
    (void)parameter;
    inside = 1;
    return EnterSynchronizationBarrier(&barrier, 0);
}

static void check_barrier(void)
{
    HANDLE threads[COMERS];
    SetLastError(0);
    check(!InitializeSynchronizationBarrier(&barrier, 0, 0) && GetLastError() == 87 &&
              !InitializeSynchronizationBarrier(&barrier, 1, -2) && GetLastError() == 87,
          "a barrier for no threads: 87");
    check(InitializeSynchronizationBarrier(&barrier, 1, -1) &&
              EnterSynchronizationBarrier(&barrier, 0) && EnterSynchronizationBarrier(&barrier, 0),
          "one for a single thread lets it pass, again and again");
    InitializeSynchronizationBarrier(&barrier, COMERS, 0);
    for (unsigned i = 0; i < COMERS; i++)
        threads[i] = start(comes, NULL);
    check(WaitForMultipleObjects(COMERS, threads, TRUE, 20000) == WAIT_OBJECT_0, "all pass");
    check(lasts == ROUNDS, "one of them is told TRUE in each round");
    check(early == 0, "none passes before all have come");
    check(DeleteSynchronizationBarrier(&barrier), "DeleteSynchronizationBarrier");
    InitializeSynchronizationBarrier(&barrier, 2, 0);
    HANDLE other = start(comes_once, NULL);
    while (!inside)
        Sleep(1);
    Sleep(1);
    check(EnterSynchronizationBarrier(&barrier, 0) && DeleteSynchronizationBarrier(&barrier),
          "it waits for threads that have still to leave");
    WaitForSingleObject(other, INFINITE);
    CloseHandle(other);
    for (unsigned i = 0; i < COMERS; i++)
        CloseHandle(threads[i]);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        CRITICAL_SECTION section;
        InitializeCriticalSection(&section);
        if (strcmp(argv[1], "deleted") == 0) {
            EnterCriticalSection(&section);
            DeleteCriticalSection(&section);
        }
        LeaveCriticalSection(&section);
        return 0;
    }
    check_sections();
    check_sections_of_ntdll();
    check_sections_made();
    check_srw();
    check_conditions();
    check_addresses();
    check_keyed();
    check_barrier();
    return done();
}
