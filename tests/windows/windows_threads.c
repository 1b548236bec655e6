/* Threads of the machine: their lives, APCs and own words, by Windows' calls, with their easily
 * missed rules. The number in front of a claim is the rule's.
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
 * run: name=schedule-3r schedule=3r compilers=gcc
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

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
    check(GetExitCodeThread(thread, &code) && code == 259 && is_signalled(thread),
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
    check(all && is_signalled(all) && GetExitCodeThread(asks, &code) && code == 34,
          "a thread that has ended is found as long as there is a handle");
    CLOSE(thread, all, asks);
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
    check(NtQueueApcThread(GetCurrentThread(), NULL, NULL, NULL, NULL) == 0 &&
              SleepEx(1, TRUE) == 0,
          "one without a routine ends no wait");
    check((ULONG)NtQueueApcThread(thread, add_all, NULL, NULL, NULL) == 0xC0000001,
          "of a terminated thread: C0000001");
    CloseHandle(thread);
    check((ULONG)NtQueueApcThread((HANDLE)0x4710, add_all, NULL, NULL, NULL) == 0xC0000008,
          "of no thread: C0000008");
}

static void add_as_c(DWORD digit) { apc_sum = apc_sum * 10 + digit; }

/* A function without parameters, and one whose caller takes the argument back. */
static void check_other_functions(void)
{
    apc_sum = 0;
    for (DWORD i = 1; i <= 4; i++) {
        QueueUserAPC((PAPCFUNC)(void *)SwitchToThread, GetCurrentThread(), i);
        QueueUserAPC((PAPCFUNC)(void *)add_as_c, GetCurrentThread(), i);
    }
    check(SleepEx(0, TRUE) == WAIT_IO_COMPLETION && apc_sum == 1234,
          "functions of other parameters and conventions can be queued");
    apc_sum = 0;
    for (DWORD i = 1; i <= 4; i++) {
        PPS_APC_ROUTINE functions[] = {(PPS_APC_ROUTINE)(void *)SwitchToThread,
                                       (PPS_APC_ROUTINE)(void *)add,
                                       (PPS_APC_ROUTINE)(void *)add_as_c};
        for (unsigned j = 0; j < ARRAYSIZE(functions); j++)
            NtQueueApcThread(GetCurrentThread(), functions[j], (PVOID)i, NULL, NULL);
    }
    check(SleepEx(0, TRUE) == WAIT_IO_COMPLETION && apc_sum == 11223344,
          "beneath QueueUserAPC, too");
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
    CLOSE(thread, event);
}

/* ---------------------------------------------------------------- what each thread has for itself
 */

static HANDLE has_set;
static DWORD slot, fls_slot, fls_calls;

static VOID CALLBACK count_fls(PVOID data) { fls_calls += (DWORD)data; }

static DWORD CALLBACK uses_slot(PVOID event)
{
    DWORD first = (DWORD)TlsGetValue(slot);
    TlsSetValue(slot, (PVOID)77);
    FlsSetValue(fls_slot, (PVOID)9);
    SetLastError(4712);
    SetEvent(has_set);
    WaitForSingleObject(event, INFINITE);
    return first * 1000 + (DWORD)TlsGetValue(slot) + (GetLastError() == 0 ? 0 : 500);
}

static void check_own(void)
{
    has_set = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    slot = TlsAlloc();
    fls_slot = FlsAlloc(count_fls);
    TlsSetValue(slot, (PVOID)5);
    SetLastError(4711);
    HANDLE thread = start(uses_slot, event);
    WaitForSingleObject(has_set, INFINITE);
    check(TlsGetValue(slot) == (PVOID)5, "17: each thread has its own slot");
    TlsFree(slot);
    check(TlsAlloc() == slot, "the slot is taken again");
    SetEvent(event);
    check(end_of(thread) == 0, "17: which reads as 0 in all threads then");
    check(fls_calls == 9, "17: a thread's end calls back with its FLS values");
    TlsFree(slot);
    FlsFree(fls_slot);
    CLOSE(event, has_set);
}

int main(void)
{
    check_life();
    check_opening();
    check_attributes();
    check_suspension();
    check_apcs();
    check_other_functions();
    check_apcs_of_ntdll();
    check_own();
    return done();
}
