/* New threads by ntdll's calls, with the rules of CreateRemoteThread. Ordinary code. */
#ifndef WIN32_NTDLL_NT_THREADS_H
#define WIN32_NTDLL_NT_THREADS_H

#include <winternl.h>

/* The entries behind the size of a list of attributes. */
struct nt_thread_attribute {
    ULONG which;
    SIZE_T size;
    PVOID place;
    PSIZE_T written;
};
struct nt_thread_attributes {
    SIZE_T size; /* with this word */
    struct nt_thread_attribute attributes[];
};

/* flags: 1 the thread begins suspended; others are ignored. The thread's numbers (10003h) are the
 * only attribute that is known. Other attributes are refused with STATUS_INVALID_PARAMETER.
 * STATUS_INVALID_HANDLE, STATUS_NO_MEMORY. */
NTSTATUS NTAPI NtCreateThreadEx(PHANDLE thread, ULONG access, POBJECT_ATTRIBUTES object,
                                HANDLE process, PVOID function, PVOID parameter, ULONG flags,
                                ULONG_PTR zero_bits, SIZE_T commit, SIZE_T reserve,
                                struct nt_thread_attributes *attributes);

/* *thread and *id, unless NULL, become the thread's handle and its numbers. */
NTSTATUS NTAPI RtlCreateUserThread(HANDLE process, PVOID security, BOOLEAN is_suspended,
                                   ULONG zero_bits, SIZE_T reserve, SIZE_T commit, PVOID function,
                                   PVOID parameter, PHANDLE thread, PCLIENT_ID id);

/* STATUS_NO_CALLBACK_ACTIVE: the kernel calls no program back, for it has no windows. */
NTSTATUS NTAPI NtCallbackReturn(PVOID result, ULONG size, NTSTATUS status);

#endif
