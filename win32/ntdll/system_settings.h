/* Settings of the process, the machine and its languages, read and changed by system calls. Calls
 * are refused here if they need a debugger, because there is none. Ordinary code. */
#ifndef WIN32_NTDLL_SYSTEM_SETTINGS_H
#define WIN32_NTDLL_SYSTEM_SETTINGS_H

#include <securitybaseapi.h>
#include <winternl.h>

/* which: 12 SetErrorMode's mode, 18 the priority (a byte, then the class), 21
 * SetProcessAffinityMask's mask, 31 whether children are debugged, 34 which memory is code:
 * accepted, and not kept to. STATUS_INVALID_INFO_CLASS, STATUS_INFO_LENGTH_MISMATCH,
 * STATUS_INVALID_HANDLE, STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI NtSetInformationProcess(HANDLE process, ULONG which, PVOID setting, ULONG size);

/* The successes STATUS_PROCESS_IN_JOB and STATUS_PROCESS_NOT_IN_JOB. */
NTSTATUS NTAPI NtIsProcessInJob(HANDLE process, HANDLE job);

/* A token, as OpenProcessToken and GetTokenInformation have it. STATUS_BUFFER_TOO_SMALL. */
NTSTATUS NTAPI NtOpenProcessToken(HANDLE process, ULONG access, PHANDLE token);
NTSTATUS NTAPI NtOpenProcessTokenEx(HANDLE process, ULONG access, ULONG attributes, PHANDLE token);
NTSTATUS NTAPI NtQueryInformationToken(HANDLE token, ULONG which, PVOID facts, ULONG size,
                                       PULONG length);

/* English of the United States. */
NTSTATUS NTAPI NtQueryDefaultLocale(BOOLEAN of_user, PULONG locale);
NTSTATUS NTAPI NtQueryDefaultUILanguage(PUSHORT language);
NTSTATUS NTAPI NtQueryInstallUILanguage(PUSHORT language);

NTSTATUS NTAPI NtAllocateLocallyUniqueId(PLUID id); /* one that no call has told before */
ULONG NTAPI NtGetCurrentProcessorNumber(void);
NTSTATUS NTAPI NtFlushProcessWriteBuffers(void);
NTSTATUS NTAPI NtFlushWriteBuffer(void);

/* *before becomes the state until now. STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI NtSetThreadExecutionState(ULONG state, PULONG before);
/* *actual becomes the clock's resolution, which is one for all. STATUS_TIMER_RESOLUTION_NOT_SET: it
 * was to be given back, and nobody had it. */
NTSTATUS NTAPI NtSetTimerResolution(ULONG wanted, BOOLEAN sets, PULONG actual);

/* STATUS_ACCESS_DENIED, STATUS_DEBUGGER_INACTIVE. */
NTSTATUS NTAPI NtSetDebugFilterState(ULONG component, ULONG level, BOOLEAN state);
NTSTATUS NTAPI NtSystemDebugControl(ULONG command, PVOID in, ULONG in_size, PVOID out,
                                    ULONG out_size, PULONG length);

/* AllocateAndInitializeSid. STATUS_INVALID_SID: more than eight numbers. STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlAllocateAndInitializeSid(PSID_IDENTIFIER_AUTHORITY authority, BYTE count,
                                           DWORD first, DWORD second, DWORD third, DWORD fourth,
                                           DWORD fifth, DWORD sixth, DWORD seventh, DWORD eighth,
                                           PSID *id);

/* Facts of a group of CPUs, or another part of the machine that the question names: there is none
 * that is told. STATUS_INVALID_INFO_CLASS; STATUS_INVALID_PARAMETER, no question. */
NTSTATUS NTAPI NtQuerySystemInformationEx(SYSTEM_INFORMATION_CLASS which, PVOID question,
                                          ULONG question_size, PVOID facts, ULONG size,
                                          PULONG length);

#endif
