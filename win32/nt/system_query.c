/* NtQuerySystemInformation: facts of the machine. */
#include "kernel/call/calls.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "kernel/shared/system_time.h"
#include "lib/calendar.h"
#include "seh_emul/memory/touch.h"

#include <stdbool.h>
#include <string.h>
#include <sysinfoapi.h>
#include <winternl.h>

enum { UNITS_A_TICK = CALENDAR_INTERVALS / 1000, FIRST_PAGE = 1 };

union answer {
    SYSTEM_BASIC_INFORMATION basic;
    SYSTEM_PROCESSOR_INFORMATION processor;
    SYSTEM_TIMEOFDAY_INFORMATION time;
    SYSTEM_KERNEL_DEBUGGER_INFORMATION debugger;
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
};
enum { ROWS = sizeof rows / sizeof rows[0] };

NTSTATUS NTAPI NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS class, PVOID buffer, ULONG length,
                                        PULONG needed)
{
    union answer answer;
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
