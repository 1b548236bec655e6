#include "win32/ntdll/system_settings.h"

#include "kernel/call/service.h"
#include "win32/kernel32/jobs.h"
#include "win32/kernel32/machine_facts.h"
#include "win32/kernel32/processor_lists.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/process_handle.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>

enum { ENGLISH = 0x409 };

/* ---------------------------------------------------------------- the process */

static bool set_error_mode(const void *setting)
{
    enum { FAIL_CRITICAL_ERRORS = 1 };
    SetErrorMode(*(const ULONG *)setting ^ FAIL_CRITICAL_ERRORS); /* the kernel's bit says no */
    return true;
}

static bool set_priority(const void *setting)
{
    return sys_process_set_priority(((const BYTE *)setting)[1]) == STATUS_SUCCESS;
}

static bool set_affinity(const void *setting)
{
    return SetProcessAffinityMask(GetCurrentProcess(), *(const ULONG *)setting);
}

static bool accept(const void *setting)
{
    (void)setting;
    return true;
}

static const struct setting {
    ULONG which, size;
    bool (*set)(const void *setting);
} settings[] = {
    {12, 4, set_error_mode}, {18, 2, set_priority}, {21, 4, set_affinity},
    {31, 4, accept},         {34, 4, accept},
};

NTSTATUS NTAPI NtSetInformationProcess(HANDLE process, ULONG which, PVOID setting, ULONG size)
{
    enum { SETTINGS = sizeof settings / sizeof settings[0] };
    unsigned i = 0;
    while (i < SETTINGS && settings[i].which != which)
        i++;
    if (i == SETTINGS)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (size != settings[i].size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    DWORD before = GetLastError();
    NTSTATUS status = (NTSTATUS)STATUS_INVALID_HANDLE;
    if (process_is_this(process))
        status = (NTSTATUS)(settings[i].set(setting) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER);
    SetLastError(before);
    return status;
}

NTSTATUS NTAPI NtIsProcessInJob(HANDLE process, HANDLE job)
{
    DWORD before = GetLastError();
    BOOL is = FALSE;
    if (!IsProcessInJob(process, job, &is))
        return nt_result(false, before);
    return (NTSTATUS)(is ? STATUS_PROCESS_IN_JOB : STATUS_PROCESS_NOT_IN_JOB);
}

NTSTATUS NTAPI NtOpenProcessToken(HANDLE process, ULONG access, PHANDLE token)
{
    DWORD before = GetLastError();
    return nt_result(OpenProcessToken(process, access, token), before);
}

NTSTATUS NTAPI NtOpenProcessTokenEx(HANDLE process, ULONG access, ULONG attributes, PHANDLE token)
{
    (void)attributes;
    return NtOpenProcessToken(process, access, token);
}

NTSTATUS NTAPI NtQueryInformationToken(HANDLE token, ULONG which, PVOID facts, ULONG size,
                                       PULONG length)
{
    DWORD before = GetLastError();
    return nt_result(
        GetTokenInformation(token, (TOKEN_INFORMATION_CLASS)which, facts, size, length), before);
}

/* ---------------------------------------------------------------- languages and the machine */

NTSTATUS NTAPI NtQueryDefaultLocale(BOOLEAN of_user, PULONG locale)
{
    (void)of_user;
    *locale = ENGLISH;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtQueryDefaultUILanguage(PUSHORT language)
{
    *language = ENGLISH;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtQueryInstallUILanguage(PUSHORT language)
{
    *language = ENGLISH;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtAllocateLocallyUniqueId(PLUID id)
{
    static LONG next = 1000; /* lower numbers are those of the system's own */
    *id = (LUID){(DWORD)__atomic_add_fetch(&next, 1, __ATOMIC_RELAXED), 0};
    return STATUS_SUCCESS;
}

ULONG NTAPI NtGetCurrentProcessorNumber(void)
{
    return GetCurrentProcessorNumber();
}

NTSTATUS NTAPI NtFlushProcessWriteBuffers(void)
{
    FlushProcessWriteBuffers();
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtFlushWriteBuffer(void)
{
    __sync_synchronize();
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtSetThreadExecutionState(ULONG state, PULONG before)
{
    DWORD error = GetLastError(), told = SetThreadExecutionState(state);
    if (told)
        *before = told;
    return nt_result(told != 0, error);
}

NTSTATUS NTAPI NtSetTimerResolution(ULONG wanted, BOOLEAN sets, PULONG actual)
{
    static LONG holders;
    ULONG longest, shortest;
    (void)wanted;
    NTSTATUS status = NtQueryTimerResolution(&longest, &shortest, actual);
    if (status != STATUS_SUCCESS)
        return status;
    if (sets)
        __atomic_add_fetch(&holders, 1, __ATOMIC_RELAXED);
    else if (__atomic_exchange_n(&holders, 0, __ATOMIC_RELAXED) == 0)
        return (NTSTATUS)STATUS_TIMER_RESOLUTION_NOT_SET;
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- no debugger */

NTSTATUS NTAPI NtSetDebugFilterState(ULONG component, ULONG level, BOOLEAN state)
{
    (void)component, (void)level, (void)state;
    return (NTSTATUS)STATUS_ACCESS_DENIED;
}

NTSTATUS NTAPI NtSystemDebugControl(ULONG command, PVOID in, ULONG in_size, PVOID out,
                                    ULONG out_size, PULONG length)
{
    (void)command, (void)in, (void)in_size, (void)out, (void)out_size, (void)length;
    return (NTSTATUS)STATUS_DEBUGGER_INACTIVE;
}

NTSTATUS NTAPI RtlAllocateAndInitializeSid(PSID_IDENTIFIER_AUTHORITY authority, BYTE count,
                                           DWORD first, DWORD second, DWORD third, DWORD fourth,
                                           DWORD fifth, DWORD sixth, DWORD seventh, DWORD eighth,
                                           PSID *id)
{
    enum { MOST = 8 };
    DWORD before = GetLastError();
    if (count > MOST)
        return (NTSTATUS)STATUS_INVALID_SID;
    return nt_result(AllocateAndInitializeSid(authority, count, first, second, third, fourth, fifth,
                                              sixth, seventh, eighth, id),
                     before);
}

NTSTATUS NTAPI NtQuerySystemInformationEx(SYSTEM_INFORMATION_CLASS which, PVOID question,
                                          ULONG question_size, PVOID facts, ULONG size,
                                          PULONG length)
{
    enum { OF_PROCESSORS = 107 };
    if (!question || !question_size)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if ((ULONG)which != OF_PROCESSORS)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (question_size != sizeof(LOGICAL_PROCESSOR_RELATIONSHIP))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    DWORD before = GetLastError(), needed = size;
    bool done = GetLogicalProcessorInformationEx(*(const LOGICAL_PROCESSOR_RELATIONSHIP *)question,
                                                 facts, &needed);
    SetLastError(before);
    if (length)
        *length = needed;
    return (NTSTATUS)(done     ? STATUS_SUCCESS
                      : needed ? STATUS_INFO_LENGTH_MISMATCH
                               : STATUS_UNSUCCESSFUL);
}
