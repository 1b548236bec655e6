/* Completion ports by system calls: those of kernel32. Ordinary code. */
#ifndef WIN32_NTDLL_NT_PORTS_H
#define WIN32_NTDLL_NT_PORTS_H

#include <winternl.h>

/* Windows' structure of one that is taken. */
struct nt_completion {
    ULONG_PTR key, value;
    IO_STATUS_BLOCK block;
};

NTSTATUS NTAPI NtSetIoCompletion(HANDLE port, ULONG_PTR key, ULONG_PTR value, NTSTATUS status,
                                 ULONG_PTR information);

/* Take the oldest ones, and wait for one: a time as of NtWaitForSingleObject, NULL: without end.
 * STATUS_TIMEOUT, STATUS_USER_APC. *count is 1 then, as Windows has it. */
NTSTATUS NTAPI NtRemoveIoCompletion(HANDLE port, PULONG_PTR key, PULONG_PTR value,
                                    PIO_STATUS_BLOCK block, PLARGE_INTEGER time);
NTSTATUS NTAPI NtRemoveIoCompletionEx(HANDLE port, struct nt_completion *taken, ULONG room,
                                      PULONG count, PLARGE_INTEGER time, BOOLEAN alertable);

/* Class 0: how many wait to be taken. STATUS_INVALID_INFO_CLASS, STATUS_INFO_LENGTH_MISMATCH. */
NTSTATUS NTAPI NtQueryIoCompletion(HANDLE port, ULONG which, PVOID answer, ULONG length,
                                   PULONG needed);

#endif
