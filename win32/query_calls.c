/* ntdll's calls for facts about the process and about threads. Each class is a row. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "seh_emul/memory/touch.h"

#include <libloaderapi.h>
#include <processthreadsapi.h>
#include <string.h>
#include <winternl.h>

enum { PROCESS_DEBUG_FREE = 1 /* no debugger gets what a child would tell */ };

/* Tells what the handle's class says. Returns a status. */
typedef uint32_t tell_function(HANDLE handle, PVOID buffer);

struct class_row {
    ULONG class, size;
    tell_function *tell;
};

static uint32_t process_basic(HANDLE process, PVOID buffer)
{
    struct process_information information = {0};
    uint32_t status = sys_process_query((uint32_t)process, &information);
    *(PROCESS_BASIC_INFORMATION *)buffer = (PROCESS_BASIC_INFORMATION){
        .ExitStatus = STILL_ACTIVE,
        .PebBaseAddress = tib_current()->ProcessEnvironmentBlock,
        .AffinityMask = information.affinity,
        .BasePriority = information.base,
        .UniqueProcessId = GetCurrentProcessId(),
    };
    return status;
}

/* For answers that are the same whatever the process does. */
static uint32_t process_number(HANDLE process, PVOID buffer, ULONG number)
{
    struct process_information information;
    *(ULONG *)buffer = number;
    return sys_process_query((uint32_t)process, &information);
}

static uint32_t process_none(HANDLE process, PVOID buffer)
{
    return process_number(process, buffer, 0);
}

static uint32_t process_no_debug_object(HANDLE process, PVOID buffer)
{
    uint32_t status = process_number(process, buffer, 0);
    return status == STATUS_SUCCESS ? STATUS_PORT_NOT_SET : status;
}

static uint32_t process_debug_flags(HANDLE process, PVOID buffer)
{
    return process_number(process, buffer, PROCESS_DEBUG_FREE);
}

static uint32_t thread_basic(HANDLE thread, PVOID buffer)
{
    struct thread_information information = {0};
    uint32_t status = sys_thread_query((uint32_t)thread, &information);
    *(THREAD_BASIC_INFORMATION *)buffer = (THREAD_BASIC_INFORMATION){
        .ExitStatus = (NTSTATUS)information.exit_code,
        .TebBaseAddress = (PVOID)information.teb,
        .ClientId = {(HANDLE)GetCurrentProcessId(), (HANDLE)information.id},
        .AffinityMask = information.affinity,
        .Priority = information.priority,
        .BasePriority = information.relative_priority,
    };
    return status;
}

static const struct class_row of_processes[] = {
    {ProcessBasicInformation, sizeof(PROCESS_BASIC_INFORMATION), process_basic},
    {ProcessDebugPort, sizeof(ULONG), process_none},
    {ProcessWow64Information, sizeof(ULONG), process_none},
    {ProcessDebugObjectHandle, sizeof(ULONG), process_no_debug_object},
    {ProcessDebugFlags, sizeof(ULONG), process_debug_flags},
};
static const struct class_row of_threads[] = {
    {ThreadBasicInformation, sizeof(THREAD_BASIC_INFORMATION), thread_basic},
};

/* The order of checks is Windows': the class, the length, the buffer, the handle. */
static NTSTATUS query(const struct class_row *rows, unsigned count, HANDLE handle, ULONG class,
                      PVOID buffer, ULONG length, PULONG needed)
{
    _Alignas(8) char answer[sizeof(THREAD_BASIC_INFORMATION)];
    _Static_assert(sizeof answer >= sizeof(PROCESS_BASIC_INFORMATION), "answer");
    unsigned i = 0;
    while (i < count && rows[i].class != class)
        i++;
    if (i == count)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    ULONG size = rows[i].size;
    if (length != size) {
        if (needed && !touch_fails(needed, sizeof *needed, true))
            *needed = size;
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    }
    if (touch_fails(buffer, size, true) || (needed && touch_fails(needed, sizeof *needed, true)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    uint32_t status = rows[i].tell(handle, answer);
    if (status == STATUS_SUCCESS || status == STATUS_PORT_NOT_SET) {
        for (ULONG byte = 0; byte < size; byte++)
            ((char *)buffer)[byte] = answer[byte];
        if (needed)
            *needed = size;
    }
    return (NTSTATUS)status;
}

/* The program's file, by the name that the system has for it: a text behind the UNICODE_STRING. */
static NTSTATUS tell_image_name(HANDLE process, PVOID buffer, ULONG length, PULONG needed)
{
    static const WCHAR drive[] = L"\\Device\\HarddiskVolume1"; /* C: */
    enum { DRIVE = sizeof drive - sizeof *drive, LETTER = 2 };
    struct process_information information;
    WCHAR path[MAX_PATH];
    uint32_t status = sys_process_query((uint32_t)process, &information);
    if (status != STATUS_SUCCESS)
        return (NTSTATUS)status;
    ULONG rest = (GetModuleFileNameW(NULL, path, MAX_PATH) - LETTER) * (ULONG)sizeof *path;
    ULONG size = (ULONG)sizeof(UNICODE_STRING) + DRIVE + rest + (ULONG)sizeof *path;
    if (needed)
        *needed = size;
    if (length < size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    if (touch_fails(buffer, size, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    char *text = (char *)buffer + sizeof(UNICODE_STRING);
    memcpy(text, drive, DRIVE);
    memcpy(text + DRIVE, path + LETTER, rest + sizeof *path);
    *(UNICODE_STRING *)buffer = (UNICODE_STRING){
        (USHORT)(DRIVE + rest), (USHORT)(DRIVE + rest + sizeof *path), (PWSTR)(void *)text};
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtQueryInformationProcess(HANDLE process, PROCESSINFOCLASS class, PVOID buffer,
                                         ULONG length, PULONG needed)
{
    enum { IMAGE_NAME = 27 };
    if ((ULONG) class == IMAGE_NAME)
        return tell_image_name(process, buffer, length, needed);
    return query(of_processes, sizeof of_processes / sizeof of_processes[0], process, class, buffer,
                 length, needed);
}

NTSTATUS NTAPI NtSetInformationThread(HANDLE thread, THREADINFOCLASS class, PVOID buffer,
                                      ULONG length)
{
    struct thread_information information;
    (void)buffer;
    if (class != ThreadHideFromDebugger)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    return (NTSTATUS)sys_thread_query((uint32_t)thread, &information);
}

NTSTATUS NTAPI NtQueryInformationThread(HANDLE thread, THREADINFOCLASS class, PVOID buffer,
                                        ULONG length, PULONG needed)
{
    return query(of_threads, sizeof of_threads / sizeof of_threads[0], thread, class, buffer,
                 length, needed);
}
