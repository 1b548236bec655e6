/* Objects with names that are in the program's own memory: ports and jobs. Their calls have the
 * rules of named_objects.h. Ordinary code. */
#ifndef WIN32_NTDLL_PROGRAM_OBJECTS_H
#define WIN32_NTDLL_PROGRAM_OBJECTS_H

#include <winternl.h>

NTSTATUS NTAPI NtCreateIoCompletion(PHANDLE port, ULONG access, POBJECT_ATTRIBUTES attributes,
                                    ULONG threads);
NTSTATUS NTAPI NtOpenIoCompletion(PHANDLE port, ULONG access, POBJECT_ATTRIBUTES attributes);

NTSTATUS NTAPI NtCreateJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes);
NTSTATUS NTAPI NtOpenJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes);

#endif
