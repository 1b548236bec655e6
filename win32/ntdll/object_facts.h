/* Facts about objects, and the rights of handles, by system calls. The order of refusals is
 * Windows': STATUS_INVALID_INFO_CLASS, STATUS_INFO_LENGTH_MISMATCH, then the handle's. A length,
 * unless NULL, becomes that of the facts. Ordinary code. */
#ifndef WIN32_NTDLL_OBJECT_FACTS_H
#define WIN32_NTDLL_OBJECT_FACTS_H

#include <stdbool.h>
#include <winternl.h>

/* Facts of class 0, for which the handle needs the right to query the state: the event's type and
 * state; the semaphore's count and maximum; the mutant's count, whether it is the caller's, whether
 * it was abandoned; the time that is left to the timer, in 100 ns, and its state. */
NTSTATUS NTAPI NtQueryEvent(HANDLE event, ULONG which, PVOID facts, ULONG size, PULONG length);
NTSTATUS NTAPI NtQueryMutant(HANDLE mutant, ULONG which, PVOID facts, ULONG size, PULONG length);
NTSTATUS NTAPI NtQuerySemaphore(HANDLE semaphore, ULONG which, PVOID facts, ULONG size,
                                PULONG length);
NTSTATUS NTAPI NtQueryTimer(HANDLE timer, ULONG which, PVOID facts, ULONG size, PULONG length);

/* which: 0 counts and rights, 1 the name, 2 the type, 3 all types (object is ignored), 4 the
 * handle's flags. A text that does not
 * fit: STATUS_INFO_LENGTH_MISMATCH, with its length. */
NTSTATUS NTAPI NtQueryObject(HANDLE object, ULONG which, PVOID facts, ULONG size, PULONG length);

/* An object by Windows' name of its type, and by the kernel's own name, "": it has none. */
struct named_object {
    const WCHAR *type;
    WCHAR name[MAX_PATH];
};

/* false: it is no handle. Folders and links are a "File" without a name, and so are files. */
bool named_object_of(HANDLE object, struct named_object *named);

/* which: 4, as SetHandleInformation. */
NTSTATUS NTAPI NtSetInformationObject(HANDLE object, ULONG which, PVOID facts, ULONG size);

#endif
