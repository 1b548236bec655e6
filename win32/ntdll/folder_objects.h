/* Folders of objects and links by system calls (object_folders.h has their names). No rights of
 * theirs are looked at. Ordinary code.
 *
 * A Create returns STATUS_OBJECT_NAME_COLLISION, or with OBJ_OPENIF the node and the success
 * STATUS_OBJECT_NAME_EXISTS, if the name is there; STATUS_OBJECT_TYPE_MISMATCH, if it is that of
 * another kind. An Open returns STATUS_OBJECT_NAME_NOT_FOUND and STATUS_OBJECT_TYPE_MISMATCH. Both:
 * what names of objects get.
 */
#ifndef WIN32_NTDLL_FOLDER_OBJECTS_H
#define WIN32_NTDLL_FOLDER_OBJECTS_H

#include <winternl.h>

NTSTATUS NTAPI NtCreateDirectoryObject(PHANDLE folder, ULONG access, POBJECT_ATTRIBUTES attributes);
NTSTATUS NTAPI NtOpenDirectoryObject(PHANDLE folder, ULONG access, POBJECT_ATTRIBUTES attributes);

/* Windows' structure of an entry. */
struct folder_entry {
    UNICODE_STRING name, type;
};

/* Lays entries, behind them an empty one, and then their texts: as many as fit, or is_single, from
 * *index on, or restart, from the first one on. *index becomes that of the next one; *size, unless
 * it is NULL, the bytes that are laid, or that a single one takes. STATUS_NO_MORE_ENTRIES,
 * STATUS_MORE_ENTRIES, and STATUS_BUFFER_TOO_SMALL for a single one. */
NTSTATUS NTAPI NtQueryDirectoryObject(HANDLE folder, PVOID entries, ULONG room, BOOLEAN is_single,
                                      BOOLEAN restart, PULONG index, PULONG size);

/* STATUS_INVALID_PARAMETER for a target that has no room, or is longer than it. */
NTSTATUS NTAPI NtCreateSymbolicLinkObject(PHANDLE link, ULONG access, POBJECT_ATTRIBUTES attributes,
                                          PUNICODE_STRING target);
NTSTATUS NTAPI NtOpenSymbolicLinkObject(PHANDLE link, ULONG access, POBJECT_ATTRIBUTES attributes);

/* Stores where a link leads. With a length, which becomes that of the target and its zero, the zero
 * is stored, too. STATUS_BUFFER_TOO_SMALL. */
NTSTATUS NTAPI NtQuerySymbolicLinkObject(HANDLE link, PUNICODE_STRING target, PULONG length);

#endif
