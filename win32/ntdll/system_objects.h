/* Objects and threads by system calls. Each has the rules of the call of kernel32 that leads to it.
 * Ordinary code.
 */
#ifndef WIN32_NTDLL_SYSTEM_OBJECTS_H
#define WIN32_NTDLL_SYSTEM_OBJECTS_H

#include <winternl.h>

NTSTATUS NTAPI NtClearEvent(HANDLE event);
NTSTATUS NTAPI NtReleaseMutant(HANDLE mutant, PLONG before);
NTSTATUS NTAPI NtReleaseSemaphore(HANDLE semaphore, LONG count, PLONG before);

/* A time NULL is for ever, a negative one is from now on, in 100 ns, any other one a date. type: 0
 * waits for all, 1 for any. */
NTSTATUS NTAPI NtWaitForSingleObject(HANDLE object, BOOLEAN alertable, PLARGE_INTEGER time);
NTSTATUS NTAPI NtWaitForMultipleObjects(ULONG count, const HANDLE *objects, ULONG type,
                                        BOOLEAN alertable, PLARGE_INTEGER time);

/* Another handle of an object, and one of this process by its number. STATUS_INVALID_HANDLE,
 * STATUS_INVALID_CID: there is no such process; STATUS_INVALID_PARAMETER_MIX: neither a number nor
 * a name, which no process has. */
NTSTATUS NTAPI NtDuplicateObject(HANDLE source, HANDLE object, HANDLE target, PHANDLE second,
                                 ULONG access, ULONG attributes, ULONG options);
NTSTATUS NTAPI NtOpenProcess(PHANDLE process, ULONG access, POBJECT_ATTRIBUTES attributes,
                             const CLIENT_ID *id);
NTSTATUS NTAPI NtFlushInstructionCache(HANDLE process, LPCVOID base, SIZE_T size);

NTSTATUS NTAPI NtSignalAndWaitForSingleObject(HANDLE signal, HANDLE object, BOOLEAN alertable,
                                              PLARGE_INTEGER time);
NTSTATUS NTAPI NtSetEventBoostPriority(HANDLE event);

/* The process in id may be NULL. STATUS_INVALID_CID: there is no such thread. */
NTSTATUS NTAPI NtOpenThread(PHANDLE thread, ULONG access, POBJECT_ATTRIBUTES attributes,
                            const CLIENT_ID *id);
NTSTATUS NTAPI NtSuspendThread(HANDLE thread, PULONG before);
NTSTATUS NTAPI NtResumeThread(HANDLE thread, PULONG before);

/* Whether any thread, or the running one, is in the section. */
BOOLEAN NTAPI RtlIsCriticalSectionLocked(PRTL_CRITICAL_SECTION section);
BOOLEAN NTAPI RtlIsCriticalSectionLockedByThread(PRTL_CRITICAL_SECTION section);

#endif
