/* Objects with names by system calls. A name is "\BaseNamedObjects\x", or one in another folder
 * (object_folders.h); case counts in it. No name, or an empty one: a new object has none. Each has
 * the rules of the call of kernel32 that leads to it. Ordinary code.
 *
 * A Create returns STATUS_OBJECT_NAME_COLLISION, or with OBJ_OPENIF the object and the success
 * STATUS_OBJECT_NAME_EXISTS, if the name is there; STATUS_OBJECT_TYPE_MISMATCH, if it is that of
 * another kind. An Open returns STATUS_OBJECT_NAME_NOT_FOUND, STATUS_OBJECT_TYPE_MISMATCH, and
 * STATUS_ACCESS_DENIED for rights that there are not. Both: STATUS_OBJECT_PATH_SYNTAX_BAD,
 * STATUS_OBJECT_PATH_NOT_FOUND.
 */
#ifndef WIN32_NTDLL_NAMED_OBJECTS_H
#define WIN32_NTDLL_NAMED_OBJECTS_H

#include <stdbool.h>
#include <synchapi.h>
#include <winternl.h>

/* Stores the name that the kernel has for an object: "" without one. STATUS_OBJECT_TYPE_MISMATCH
 * for a folder or a link, and what object_place_find returns (folder_objects.c). */
NTSTATUS nt_take_object_name(const OBJECT_ATTRIBUTES *attributes, WCHAR name[MAX_PATH]);

/* Whether an object of the kernel has a name. */
bool nt_name_is_taken(const WCHAR *name);

/* The status of an Open without a name: of a folder there is only the folder. */
NTSTATUS nt_no_name(const OBJECT_ATTRIBUTES *attributes);

/* type of an event or timer: 0 stays signalled, 1 lets one waiter through.
 * STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI NtCreateEvent(PHANDLE event, ULONG access, POBJECT_ATTRIBUTES attributes, ULONG type,
                             BOOLEAN is_set);
NTSTATUS NTAPI NtOpenEvent(PHANDLE event, ULONG access, POBJECT_ATTRIBUTES attributes);
NTSTATUS NTAPI NtCreateMutant(PHANDLE mutant, ULONG access, POBJECT_ATTRIBUTES attributes,
                              BOOLEAN is_owned);
NTSTATUS NTAPI NtOpenMutant(PHANDLE mutant, ULONG access, POBJECT_ATTRIBUTES attributes);
NTSTATUS NTAPI NtCreateSemaphore(PHANDLE semaphore, ULONG access, POBJECT_ATTRIBUTES attributes,
                                 LONG count, LONG most);
NTSTATUS NTAPI NtOpenSemaphore(PHANDLE semaphore, ULONG access, POBJECT_ATTRIBUTES attributes);
NTSTATUS NTAPI NtCreateTimer(PHANDLE timer, ULONG access, POBJECT_ATTRIBUTES attributes,
                             ULONG type);
NTSTATUS NTAPI NtOpenTimer(PHANDLE timer, ULONG access, POBJECT_ATTRIBUTES attributes);

/* due: as a wait's time; period in ms, 0: once. *before and *is_signalled, unless NULL, become the
 * timer's state until now. */
NTSTATUS NTAPI NtSetTimer(HANDLE timer, PLARGE_INTEGER due, PTIMERAPCROUTINE routine,
                          PVOID argument, BOOLEAN resume, LONG period, PBOOLEAN before);
NTSTATUS NTAPI NtCancelTimer(HANDLE timer, PBOOLEAN is_signalled);

#endif
