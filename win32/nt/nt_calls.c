/* Calls of ntdll that are another call's, by its names. */
#include "kernel/call/service.h"
#include "kernel/shared/system_time.h"
#include "lib/calendar.h"
#include "seh_emul/memory/touch.h"
#include "win32/console/console_io.h"

#include <heapapi.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <stdlib.h>
#include <stringapiset.h>
#include <sysinfoapi.h>
#include <winternl.h>

/* ---------------------------------------------------------------- the heap */

PVOID NTAPI RtlAllocateHeap(PVOID heap, ULONG flags, SIZE_T size)
{
    return HeapAlloc(heap, flags, size);
}

PVOID NTAPI RtlReAllocateHeap(PVOID heap, ULONG flags, PVOID block, SIZE_T size)
{
    return HeapReAlloc(heap, flags, block, size);
}

BOOLEAN NTAPI RtlFreeHeap(PVOID heap, ULONG flags, PVOID block)
{
    return HeapFree(heap, flags, block) != FALSE;
}

PVOID NTAPI RtlCreateHeap(ULONG flags, PVOID base, SIZE_T reserve, SIZE_T commit, PVOID lock,
                          PVOID parameters)
{
    (void)parameters;
    if (base || lock)
        return NULL;
    return HeapCreate(flags & ~HEAP_GROWABLE, commit, flags & HEAP_GROWABLE ? 0 : reserve);
}

PVOID NTAPI RtlDestroyHeap(PVOID heap)
{
    return HeapDestroy(heap) ? NULL : heap;
}

SIZE_T NTAPI RtlSizeHeap(PVOID heap, ULONG flags, PVOID block)
{
    return HeapSize(heap, flags, block);
}

/* ---------------------------------------------------------------- time */

NTSTATUS NTAPI NtQuerySystemTime(PLARGE_INTEGER time)
{
    if (touch_fails(time, sizeof *time, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    time->QuadPart = (LONGLONG)system_time();
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtQueryPerformanceCounter(PLARGE_INTEGER count, PLARGE_INTEGER frequency)
{
    if (touch_fails(count, sizeof *count, true) ||
        (frequency && touch_fails(frequency, sizeof *frequency, true)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    QueryPerformanceCounter(count);
    if (frequency)
        QueryPerformanceFrequency(frequency);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtQueryTimerResolution(PULONG longest, PULONG shortest, PULONG now)
{
    const PULONG places[] = {longest, shortest, now};
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++)
        if (touch_fails(places[i], sizeof *now, true))
            return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    *longest = *shortest = *now = CALENDAR_INTERVALS / 1000;
    return STATUS_SUCCESS;
}

#define SECONDS_TO_1970 ((LONGLONG)CALENDAR_1970 * CALENDAR_DAY)

BOOLEAN NTAPI RtlTimeToSecondsSince1970(PLARGE_INTEGER time, PULONG seconds)
{
    LONGLONG since = time->QuadPart / CALENDAR_INTERVALS - SECONDS_TO_1970;
    if (time->QuadPart < 0 || since < 0 || since > UINT32_MAX)
        return FALSE;
    *seconds = (ULONG)since;
    return TRUE;
}

VOID NTAPI RtlSecondsSince1970ToTime(ULONG seconds, PLARGE_INTEGER time)
{
    time->QuadPart = (seconds + SECONDS_TO_1970) * CALENDAR_INTERVALS;
}

/* ---------------------------------------------------------------- threads and the process */

NTSTATUS NTAPI NtYieldExecution(void)
{
    return (NTSTATUS)(SwitchToThread() ? STATUS_SUCCESS : STATUS_NO_YIELD_PERFORMED);
}

VOID NTAPI RtlExitUserThread(ULONG status)
{
    ExitThread(status);
}

NTSTATUS NTAPI NtTerminateThread(HANDLE thread, NTSTATUS code)
{
    if (!thread || thread == NtCurrentThread())
        ExitThread((DWORD)code);
    uint32_t status = sys_thread_terminate((uint32_t)thread, (uint32_t)code);
    if (status == STATUS_CANT_TERMINATE_SELF)
        ExitThread((DWORD)code);
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtTerminateProcess(HANDLE process, NTSTATUS code)
{
    if (!process) {
        sys_program_end_others((uint32_t)code);
        return STATUS_SUCCESS;
    }
    TerminateProcess(process, (UINT)code);
    return (NTSTATUS)STATUS_INVALID_HANDLE;
}

NTSTATUS NTAPI RtlGetVersion(PRTL_OSVERSIONINFOW version)
{
    DWORD size = version->dwOSVersionInfoSize;
    if (size != sizeof(OSVERSIONINFOW) && size != sizeof(OSVERSIONINFOEXW))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    GetVersionExW(version);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtDisplayString(PUNICODE_STRING text)
{
    int units = text->Length / (int)sizeof(WCHAR);
    int size = units ? WideCharToMultiByte(CP_ACP, 0, text->Buffer, units, NULL, 0, NULL, NULL) : 0;
    char *narrow = malloc((size_t)size + 1);
    if (!narrow)
        return (NTSTATUS)STATUS_NO_MEMORY;
    if (units)
        WideCharToMultiByte(CP_ACP, 0, text->Buffer, units, narrow, size, NULL, NULL);
    console_write_bytes(narrow, (DWORD)size);
    free(narrow);
    return STATUS_SUCCESS;
}
