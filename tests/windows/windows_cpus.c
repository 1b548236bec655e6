/* Calls that read and set which CPUs threads may run on, and which priority the process gives to
 * them. thread_priorities.c has the kernel's numbers, and thread_flush.c FlushProcessWriteBuffers.
 *
 * run: name=plain
 * run: name=2 smp=2
 * run: name=4 smp=4 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=4-checked smp=4 checked=1 compilers=gcc
 * run: name=4-counted smp=4 virtual-time=1 compilers=gcc
 * run: name=bochs smp=2 emulator=bochs compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 */
#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

#define NO_CPU       ((DWORD)-1)
#define ONE_AND_ONLY GetCurrentProcess()

enum { SOME = 8 };

static DWORD cpus;
static DWORD_PTR all;

static DWORD CALLBACK says_cpu(PVOID unused) { return GetCurrentProcessorNumber(); }

static HANDLE suspended(void)
{
    return CreateThread(NULL, 0, says_cpu, NULL, CREATE_SUSPENDED, NULL);
}

/* ---------------------------------------------------------------- what there is */

static void check_counts(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    check(cpus == info.dwNumberOfProcessors && GetMaximumProcessorCount(0) == cpus &&
              GetMaximumProcessorCount(ALL_PROCESSOR_GROUPS) == cpus,
          "all CPUs that there can be are there");
    check(FAILS(GetMaximumProcessorCount(1), ERROR_INVALID_PARAMETER),
          "a second group has none: 87");
    check(GetActiveProcessorGroupCount() == 1 && GetMaximumProcessorGroupCount() == 1,
          "there is one group");
}

static void check_rows(void)
{
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION rows[SOME + 1];
    DWORD length = 0, good = 0;
    check(FAILS(GetLogicalProcessorInformation(NULL, &length), ERROR_INSUFFICIENT_BUFFER) &&
              length == cpus * 24,
          "GetLogicalProcessorInformation says how many bytes it needs: 122");
    length--;
    check(FAILS(GetLogicalProcessorInformation(rows, &length), ERROR_INSUFFICIENT_BUFFER) &&
              length == cpus * 24,
          "also where there are too few");
    length = sizeof rows;
    memset(rows, 0xFF, sizeof rows);
    check(GetLogicalProcessorInformation(rows, &length) && length == cpus * 24,
          "more bytes than needed are no error, and those used are told");
    for (DWORD i = 0; i < cpus; i++)
        good += rows[i].ProcessorMask == 1u << i && rows[i].Relationship == RelationProcessorCore &&
                rows[i].ProcessorCore.Flags == 0;
    check(good == cpus && rows[cpus].ProcessorMask == 0xFFFFFFFF,
          "each CPU is a core of its own, and nothing comes behind them");
}

static void check_interrupt_time(void)
{
    ULONGLONG before = GetTickCount64(), time = 0, unbiased = 0;
    QueryInterruptTime(&time);
    check(QueryUnbiasedInterruptTime(&unbiased) && time >= before * 10000 && unbiased >= time &&
              unbiased <= GetTickCount64() * 10000,
          "the interrupt time is the tick count's in 100 ns");
    check(FAILS(QueryUnbiasedInterruptTime(NULL), ERROR_INVALID_PARAMETER),
          "with no place for it: 87");
}

/* ---------------------------------------------------------------- the best CPU */

static void check_ideal(HANDLE thread)
{
    DWORD first = SetThreadIdealProcessor(thread, MAXIMUM_PROCESSORS), last = cpus - 1;
    check(first < cpus && SetThreadIdealProcessor(thread, MAXIMUM_PROCESSORS) == first,
          "MAXIMUM_PROCESSORS asks for the ideal CPU and changes nothing");
    check(SetThreadIdealProcessor(thread, last) == first &&
              SetThreadIdealProcessor(thread, MAXIMUM_PROCESSORS) == last,
          "a new one is set, and the one before returned");
    check(FAILS(SetThreadIdealProcessor(thread, cpus) != NO_CPU, ERROR_INVALID_PARAMETER) &&
              FAILS(SetThreadIdealProcessor(thread, 33) != NO_CPU, ERROR_INVALID_PARAMETER) &&
              FAILS(SetThreadIdealProcessor(thread, NO_CPU) != NO_CPU, ERROR_INVALID_PARAMETER) &&
              SetThreadIdealProcessor(thread, MAXIMUM_PROCESSORS) == last,
          "a CPU that there is not: -1, 87, and nothing has changed");
    check(FAILS(SetThreadIdealProcessor((HANDLE)0x4710, 0) != NO_CPU, ERROR_INVALID_HANDLE),
          "a handle of nothing: -1, 6");
}

static void check_ideal_ex(HANDLE thread)
{
    PROCESSOR_NUMBER number = {.Number = 0}, before = {9, 9, 9};
    SetThreadIdealProcessor(thread, cpus - 1);
    check(SetThreadIdealProcessorEx(thread, &number, &before) && before.Number == cpus - 1 &&
              before.Group == 0 && before.Reserved == 0,
          "SetThreadIdealProcessorEx stores the CPU before");
    check(GetThreadIdealProcessorEx(thread, &before) && before.Number == 0 && before.Group == 0,
          "GetThreadIdealProcessorEx tells the CPU");
    number.Number = (BYTE)(cpus - 1);
    check(SetThreadIdealProcessorEx(thread, &number, NULL) &&
              GetThreadIdealProcessorEx(thread, &before) && before.Number == cpus - 1,
          "the CPU before need not be stored");
    number.Number = (BYTE)cpus;
    check(FAILS(SetThreadIdealProcessorEx(thread, &number, &before), ERROR_INVALID_PARAMETER),
          "a CPU that there is not: 87");
    number.Number = MAXIMUM_PROCESSORS;
    check(FAILS(SetThreadIdealProcessorEx(thread, &number, &before), ERROR_INVALID_PARAMETER),
          "MAXIMUM_PROCESSORS is one of those here: 87");
    number = (PROCESSOR_NUMBER){.Group = 1};
    check(FAILS(SetThreadIdealProcessorEx(thread, &number, &before), ERROR_INVALID_PARAMETER),
          "another group: 87");
    number = (PROCESSOR_NUMBER){.Reserved = 1};
    check(FAILS(SetThreadIdealProcessorEx(thread, &number, &before), ERROR_INVALID_PARAMETER),
          "a reserved byte: 87");
    check(FAILS(GetThreadIdealProcessorEx((HANDLE)0x4710, &before), ERROR_INVALID_HANDLE),
          "a handle of nothing: 6");
}

static void check_ideal_rights(HANDLE thread)
{
    PROCESSOR_NUMBER number = {0};
    HANDLE asks = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, GetThreadId(thread));
    check(
        GetThreadIdealProcessorEx(asks, &number) &&
            FAILS(SetThreadIdealProcessorEx(asks, &number, NULL), ERROR_ACCESS_DENIED) &&
            FAILS(SetThreadIdealProcessor(asks, MAXIMUM_PROCESSORS) != NO_CPU, ERROR_ACCESS_DENIED),
        "a handle that may only ask: GetThreadIdealProcessorEx; the others: 5");
    CloseHandle(asks);
}

/* The thread that a list of one attribute makes. */
static HANDLE made_by(DWORD_PTR attribute, PVOID value, SIZE_T size)
{
    BYTE room[200];
    LPPROC_THREAD_ATTRIBUTE_LIST list = (LPPROC_THREAD_ATTRIBUTE_LIST)room;
    SIZE_T bytes = sizeof room;
    InitializeProcThreadAttributeList(list, 1, 0, &bytes);
    UpdateProcThreadAttribute(list, 0, attribute, value, size, NULL, NULL);
    return CreateRemoteThreadEx(ONE_AND_ONLY, NULL, 0, says_cpu, NULL, 0, list, NULL);
}

static void check_ideal_of_new(void)
{
    PROCESSOR_NUMBER number = {.Number = (BYTE)(cpus - 1)}, told = {9, 9, 9};
    DWORD given = 0;
    HANDLE thread;
    for (unsigned i = 0; i < 2 * cpus; i++) {
        thread = suspended();
        given += SetThreadIdealProcessor(thread, MAXIMUM_PROCESSORS);
        ResumeThread(thread);
        end_of(thread);
    }
    check(given == cpus * (cpus - 1), "new threads are given the CPUs in turn");
    thread = made_by(PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number, sizeof number);
    check(GetThreadIdealProcessorEx(thread, &told) && told.Number == cpus - 1,
          "or the one of an attribute");
    end_of(thread);
    number.Number = (BYTE)cpus;
    GROUP_AFFINITY affinity = {.Mask = all + 1};
    check(FAILS(made_by(PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number, sizeof number), 87) &&
              FAILS(made_by(PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity, sizeof affinity), 87),
          "the CPU behind the last one is none: 87");
    affinity.Mask = (DWORD_PTR)1 << (cpus - 1);
    thread = made_by(PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity, sizeof affinity);
    check(end_of(thread) == cpus - 1, "a thread begins on the CPU of its attribute");
}

/* ---------------------------------------------------------------- the process' CPUs */

static volatile LONG stop;

static DWORD CALLBACK looks(PVOID unused)
{
    while (!stop)
        SwitchToThread();
    return GetCurrentProcessorNumber();
}

static void check_affinity(void)
{
    DWORD_PTR last = (DWORD_PTR)1 << (cpus - 1), of_process = 0, of_system = 0;
    HANDLE threads[SOME];
    DWORD there = 0, masks = 0;
    for (DWORD i = 0; i < cpus; i++)
        threads[i] = start(looks, NULL);
    check(SetProcessAffinityMask(ONE_AND_ONLY, last), "a process is given some of the CPUs");
    check(GetCurrentProcessorNumber() == cpus - 1, "the caller runs there at once");
    PROCESSOR_NUMBER number = {0x5555, 0x55, 0x55};
    GetCurrentProcessorNumberEx(&number);
    check(number.Group == 0 && number.Number == cpus - 1 && number.Reserved == 0,
          "GetCurrentProcessorNumberEx tells it with its group, the only one");
    check(GetProcessAffinityMask(ONE_AND_ONLY, &of_process, &of_system) && of_process == last &&
              of_system == all,
          "GetProcessAffinityMask tells them, and those of the machine");
    stop = 1;
    for (DWORD i = 0; i < cpus; i++) {
        masks += SetThreadAffinityMask(threads[i], last) == last;
        there += end_of(threads[i]) == cpus - 1;
    }
    check(masks == cpus && there == cpus, "so do all of its threads");
    check(end_of(start(says_cpu, NULL)) == cpus - 1, "and those that come later");
}

/* The process has the last CPU. */
static void check_less(void)
{
    GROUP_AFFINITY affinity = {.Mask = all};
    HANDLE thread = suspended();
    check(cpus == 1 || (FAILS(SetThreadAffinityMask(thread, 1), ERROR_INVALID_PARAMETER) &&
                        FAILS(SetThreadAffinityMask(thread, all), ERROR_INVALID_PARAMETER)),
          "a thread gets no others: 87");
    check(cpus == 1 ||
              FAILS(made_by(PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity, sizeof affinity),
                    ERROR_INVALID_PARAMETER),
          "nor by an attribute: 87");
    check(FAILS(SetProcessAffinityMask(ONE_AND_ONLY, 0), ERROR_INVALID_PARAMETER) &&
              FAILS(SetProcessAffinityMask(ONE_AND_ONLY, all + 1), ERROR_INVALID_PARAMETER) &&
              FAILS(SetProcessAffinityMask(thread, 1), ERROR_INVALID_HANDLE),
          "no CPU, and one that there is not: 87; another process: 6");
    check(SetProcessAffinityMask(ONE_AND_ONLY, all) && SetThreadAffinityMask(thread, 1) == all,
          "it may have all again, and its threads, too");
    check(SetProcessAffinityMask(ONE_AND_ONLY, all) && SetThreadAffinityMask(thread, all) == all,
          "threads that had fewer get them as well");
    ResumeThread(thread);
    end_of(thread);
}

/* ---------------------------------------------------------------- the process' priority */

static const DWORD classes[] = {IDLE_PRIORITY_CLASS,         BELOW_NORMAL_PRIORITY_CLASS,
                                ABOVE_NORMAL_PRIORITY_CLASS, HIGH_PRIORITY_CLASS,
                                REALTIME_PRIORITY_CLASS,     NORMAL_PRIORITY_CLASS};

static void check_classes(HANDLE thread)
{
    DWORD set = 0;
    check(GetPriorityClass(ONE_AND_ONLY) == NORMAL_PRIORITY_CLASS, "a process begins as normal");
    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++)
        set += SetPriorityClass(ONE_AND_ONLY, classes[i]) &&
               GetPriorityClass(ONE_AND_ONLY) == classes[i];
    check(set == 6, "each class is set and told");
    check(FAILS(SetPriorityClass(ONE_AND_ONLY, 0), ERROR_INVALID_PARAMETER) &&
              FAILS(SetPriorityClass(ONE_AND_ONLY, 0x60), ERROR_INVALID_PARAMETER) &&
              FAILS(SetPriorityClass(ONE_AND_ONLY, 0x200), ERROR_INVALID_PARAMETER),
          "anything else: 87");
    check(FAILS(SetPriorityClass(ONE_AND_ONLY, PROCESS_MODE_BACKGROUND_BEGIN),
                ERROR_INVALID_PARAMETER) &&
              FAILS(SetPriorityClass(ONE_AND_ONLY, PROCESS_MODE_BACKGROUND_END), 403),
          "there is no background mode to begin: 87, or to end: 403");
    check(FAILS(SetPriorityClass(thread, IDLE_PRIORITY_CLASS), ERROR_INVALID_HANDLE) &&
              FAILS(GetPriorityClass(thread), ERROR_INVALID_HANDLE) &&
              GetPriorityClass(ONE_AND_ONLY) == NORMAL_PRIORITY_CLASS,
          "another process: 6, and nothing has changed");
}

static void check_real_time(HANDLE thread)
{
    DWORD set = 0;
    check(FAILS(SetThreadPriority(thread, 3), ERROR_INVALID_PARAMETER) &&
              FAILS(SetThreadPriority(thread, -3), ERROR_INVALID_PARAMETER),
          "a thread's priority is at most 2 away from its process': 87");
    SetPriorityClass(ONE_AND_ONLY, REALTIME_PRIORITY_CLASS);
    for (int priority = -7; priority <= 6; priority++)
        set += SetThreadPriority(thread, priority) && GetThreadPriority(thread) == priority;
    check(set == 14, "in real time it may be from -7 to 6");
    check(FAILS(SetThreadPriority(thread, 7), ERROR_INVALID_PARAMETER) &&
              FAILS(SetThreadPriority(thread, -8), ERROR_INVALID_PARAMETER) &&
              GetThreadPriority(thread) == 6,
          "but not beyond: 87");
    SetPriorityClass(ONE_AND_ONLY, HIGH_PRIORITY_CLASS);
    check(GetThreadPriority(thread) == 2, "6 above high would be real time, so 2 are left");
    SetPriorityClass(ONE_AND_ONLY, NORMAL_PRIORITY_CLASS);
    check(GetThreadPriority(thread) == 2, "which the thread keeps");
    SetThreadPriority(thread, THREAD_PRIORITY_TIME_CRITICAL);
    SetPriorityClass(ONE_AND_ONLY, REALTIME_PRIORITY_CLASS);
    SetPriorityClass(ONE_AND_ONLY, NORMAL_PRIORITY_CLASS);
    check(GetThreadPriority(thread) == THREAD_PRIORITY_TIME_CRITICAL,
          "time critical is that in every class");
}

static DWORD CALLBACK counts(PVOID counter)
{
    InterlockedIncrement(counter);
    return 0;
}

/* Returns whether a ready thread of this priority runs when the caller, which is time critical,
 * gives it a turn. Both may run on one CPU only. */
static BOOL is_equal(int priority)
{
    volatile LONG ran = 0;
    HANDLE thread = CreateThread(NULL, 0, counts, (PVOID)&ran, CREATE_SUSPENDED, NULL);
    SetThreadPriority(thread, priority);
    ResumeThread(thread);
    SwitchToThread();
    BOOL result = ran == 1;
    end_of(thread);
    return result;
}

static void check_order(void)
{
    SetProcessAffinityMask(ONE_AND_ONLY, 1);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_TIME_CRITICAL);
    SetPriorityClass(ONE_AND_ONLY, ABOVE_NORMAL_PRIORITY_CLASS);
    check(!is_equal(THREAD_PRIORITY_HIGHEST), "above normal and highest is less than critical");
    SetPriorityClass(ONE_AND_ONLY, HIGH_PRIORITY_CLASS);
    check(is_equal(THREAD_PRIORITY_HIGHEST) && !is_equal(THREAD_PRIORITY_ABOVE_NORMAL),
          "high and highest is as much");
    SetPriorityClass(ONE_AND_ONLY, REALTIME_PRIORITY_CLASS);
    check(!is_equal(6) && is_equal(THREAD_PRIORITY_TIME_CRITICAL),
          "in real time critical is more than all others");
    SetPriorityClass(ONE_AND_ONLY, NORMAL_PRIORITY_CLASS);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
    SetProcessAffinityMask(ONE_AND_ONLY, all);
}

int main(void)
{
    DWORD_PTR of_process;
    HANDLE thread = suspended();
    cpus = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    GetProcessAffinityMask(ONE_AND_ONLY, &of_process, &all);
    check_counts();
    check_rows();
    check_interrupt_time();
    check_ideal(thread);
    check_ideal_ex(thread);
    check_ideal_rights(thread);
    check_ideal_of_new();
    check_affinity();
    check_less();
    check_classes(thread);
    check_real_time(thread);
    check_order();
    ResumeThread(thread);
    end_of(thread);
    return done();
}
