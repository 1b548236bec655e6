/* Resources: ntdll's older locks of one writer or several readers. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_RESOURCES_H
#define WIN32_NTDLL_RTL_RESOURCES_H

#include <winternl.h>

/* The program's memory, 38h bytes, as on Windows. */
struct rtl_resource {
    RTL_CRITICAL_SECTION section; /* of the other fields */
    HANDLE shared_released;       /* semaphores, at which those wait that are let in */
    ULONG shared_waiters;
    HANDLE exclusive_released;
    ULONG exclusive_waiters;
    LONG active;  /* readers, or below 0 how often the writer has it */
    HANDLE owner; /* the writer's number */
    ULONG boost;
    PVOID debug;
};
_Static_assert(sizeof(struct rtl_resource) == 0x38, "as on Windows");

/* Raises STATUS_NO_MEMORY. */
VOID NTAPI RtlInitializeResource(struct rtl_resource *resource);
VOID NTAPI RtlDeleteResource(struct rtl_resource *resource);

/* FALSE: others have it, and waits is FALSE. The writer may take it again, in either way. A reader
 * is let in although writers wait. */
BOOLEAN NTAPI RtlAcquireResourceShared(struct rtl_resource *resource, BOOLEAN waits);
BOOLEAN NTAPI RtlAcquireResourceExclusive(struct rtl_resource *resource, BOOLEAN waits);

/* Gives it back once. The last one lets a writer in that waits, else all readers. */
VOID NTAPI RtlReleaseResource(struct rtl_resource *resource);

/* The writer becomes a reader, and those that wait to read are let in. */
VOID NTAPI RtlConvertExclusiveToShared(struct rtl_resource *resource);

#endif
