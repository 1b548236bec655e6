/* NtQuerySystemInformation: facts of the machine. */
#include "kernel/call/calls.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "kernel/shared/system_time.h"
#include "lib/calendar.h"
#include "seh_emul/memory/touch.h"
#include "win32/nt/system_lists.h"

#include <stdbool.h>
#include <string.h>
#include <sysinfoapi.h>
#include <winternl.h>

enum { UNITS_A_TICK = CALENDAR_INTERVALS / 1000, FIRST_PAGE = 1 };

/* Classes that winternl.h does not name. */
enum {
    OF_PERFORMANCE = 2,
    OF_PROCESSES = 5,
    OF_PROCESSOR_TIMES = 8,
    OF_HANDLES = 16,
    OF_WIDE_HANDLES = 64,
    OF_PROCESSORS = 73,
};

struct performance {
    LONGLONG idle, transferred[3];
    ULONG transfers[3], free_pages, committed, most_committed, peak_committed;
    ULONG unused[63]; /* what the kernel does not count: faults, caches, pools */
};
_Static_assert(sizeof(struct performance) == 0x138, "as on Windows");

union answer {
    SYSTEM_BASIC_INFORMATION basic;
    SYSTEM_PROCESSOR_INFORMATION processor;
    SYSTEM_TIMEOFDAY_INFORMATION time;
    SYSTEM_KERNEL_DEBUGGER_INFORMATION debugger;
    struct performance performance;
};

static void tell_basic(union answer *answer)
{
    struct process_information information;
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    sys_process_query((uint32_t)NtCurrentProcess(), &information);
    answer->basic = (SYSTEM_BASIC_INFORMATION){
        .TimerResolution = UNITS_A_TICK,
        .PageSize = system.dwPageSize,
        .NumberOfPhysicalPages = information.pages,
        .LowestPhysicalPageNumber = FIRST_PAGE,
        .HighestPhysicalPageNumber = information.pages,
        .AllocationGranularity = system.dwAllocationGranularity,
        .MinimumUserModeAddress = (ULONG_PTR)system.lpMinimumApplicationAddress,
        .MaximumUserModeAddress = (ULONG_PTR)system.lpMaximumApplicationAddress,
        .ActiveProcessorsAffinityMask = system.dwActiveProcessorMask,
        .NumberOfProcessors = (BYTE)system.dwNumberOfProcessors,
    };
}

static void tell_processor(union answer *answer)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    answer->processor = (SYSTEM_PROCESSOR_INFORMATION){
        .ProcessorArchitecture = system.wProcessorArchitecture,
        .ProcessorLevel = system.wProcessorLevel,
        .ProcessorRevision = system.wProcessorRevision,
    };
}

static void tell_time(union answer *answer)
{
    answer->time = (SYSTEM_TIMEOFDAY_INFORMATION){
        .BootTime = {.QuadPart = (LONGLONG)system_time_at(0)},
        .CurrentTime = {.QuadPart = (LONGLONG)system_time()},
    };
}

static void tell_debugger(union answer *answer)
{
    answer->debugger = (SYSTEM_KERNEL_DEBUGGER_INFORMATION){.KernelDebuggerNotPresent = TRUE};
}

static void tell_performance(union answer *answer)
{
    struct process_information information;
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    sys_process_query((uint32_t)NtCurrentProcess(), &information);
    LONGLONG all = (LONGLONG)(system_time() - system_time_at(0)) * system.dwNumberOfProcessors;
    LONGLONG busy = (LONGLONG)information.ran * UNITS_A_TICK;
    ULONG used = information.pages - information.free_pages;
    answer->performance = (struct performance){
        .idle = busy < all ? all - busy : 0,
        .free_pages = information.free_pages,
        .committed = used,
        .most_committed = information.pages,
        .peak_committed = used,
    };
}

/* A class, the least room that its answer takes, and the most of it that is told. */
static const struct {
    SYSTEM_INFORMATION_CLASS class;
    ULONG least, most;
    bool exact;
    void (*tell)(union answer *answer);
} rows[] = {
    {SystemBasicInformation, sizeof(SYSTEM_BASIC_INFORMATION), sizeof(SYSTEM_BASIC_INFORMATION),
     true, tell_basic},
    {SystemProcessorInformation, sizeof(SYSTEM_PROCESSOR_INFORMATION),
     sizeof(SYSTEM_PROCESSOR_INFORMATION), false, tell_processor},
    {SystemTimeOfDayInformation, 0, sizeof(SYSTEM_TIMEOFDAY_INFORMATION), false, tell_time},
    {SystemKernelDebuggerInformation, sizeof(SYSTEM_KERNEL_DEBUGGER_INFORMATION),
     sizeof(SYSTEM_KERNEL_DEBUGGER_INFORMATION), false, tell_debugger},
    {(SYSTEM_INFORMATION_CLASS)OF_PERFORMANCE, sizeof(struct performance),
     sizeof(struct performance), false, tell_performance},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A list of whole rows may be cut behind any of them if unit is not 0. */
static const struct list_row {
    ULONG class, unit;
    void (*tell)(struct system_list *list);
} lists[] = {
    {OF_PROCESSES, 0, list_processes},       {OF_PROCESSOR_TIMES, 48, list_processor_times},
    {OF_PROCESSORS, 0, list_processors},     {OF_HANDLES, 0, list_handles},
    {OF_WIDE_HANDLES, 0, list_wide_handles},
};
enum { LISTS = sizeof lists / sizeof lists[0] };

static NTSTATUS query_list(const struct list_row *row, PVOID buffer, ULONG length, PULONG needed)
{
    bool is_whole = !row->unit || length % row->unit == 0; /* else nothing is written */
    struct system_list list = {buffer, is_whole ? length : 0, 0};
    if ((length && touch_fails(buffer, length, true)) ||
        (needed && touch_fails(needed, sizeof *needed, true)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    row->tell(&list);
    bool is_cut = row->unit && length && length % row->unit == 0 && length < list.size;
    if (needed)
        *needed = is_cut ? length : list.size;
    if (is_cut)
        return STATUS_SUCCESS;
    bool fits = row->unit ? length == list.size : length >= list.size;
    return (NTSTATUS)(fits ? STATUS_SUCCESS : STATUS_INFO_LENGTH_MISMATCH);
}

NTSTATUS NTAPI NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS class, PVOID buffer, ULONG length,
                                        PULONG needed)
{
    union answer answer;
    for (unsigned list = 0; list < LISTS; list++)
        if (lists[list].class == (ULONG) class)
            return query_list(&lists[list], buffer, length, needed);
    unsigned i = 0;
    while (i < ROWS && rows[i].class != class)
        i++;
    if (i == ROWS)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (needed && touch_fails(needed, sizeof *needed, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    bool fits = rows[i].exact || !rows[i].least ? length <= rows[i].most : true;
    if (needed)
        *needed = rows[i].least ? rows[i].most : length;
    if (!fits || length < rows[i].least)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    ULONG size = length < rows[i].most ? length : rows[i].most;
    if (touch_fails(buffer, size, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    rows[i].tell(&answer);
    memcpy(buffer, &answer, size);
    return STATUS_SUCCESS;
}
