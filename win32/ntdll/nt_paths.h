/* Paths by ntdll's names. Ordinary code. */
#ifndef WIN32_NTDLL_NT_PATHS_H
#define WIN32_NTDLL_NT_PATHS_H

#include <stdbool.h>
#include <winternl.h>

/* A path from an open folder on. */
struct relative_name {
    UNICODE_STRING name;
    HANDLE folder;
    PVOID folder_reference;
};

/* Looks at what a call that makes or opens an object is given, and clears the place of the handle.
 * STATUS_ACCESS_VIOLATION; STATUS_INVALID_PARAMETER for attributes of another length;
 * STATUS_OBJECT_NAME_INVALID for half a letter. */
NTSTATUS nt_begin_object_call(PHANDLE object, const OBJECT_ATTRIBUTES *attributes);

/* Stores the path of attributes as kernel32 takes it without changing it: behind "\\?\", and that
 * of a device behind "\\.\". STATUS_OBJECT_PATH_SYNTAX_BAD for a path that begins with no backslash
 * and is none of an open folder's, STATUS_INVALID_PARAMETER for one of a folder's that does,
 * STATUS_OBJECT_NAME_INVALID for "." and ".." and slashes, STATUS_OBJECT_PATH_NOT_FOUND. */
#define NT_PATH_SIZE (2 * MAX_PATH)
NTSTATUS nt_take_path(const OBJECT_ATTRIBUTES *attributes, WCHAR path[NT_PATH_SIZE]);

/* The beginning of a name: 1 a server, 2 a drive and its root, 3 a drive, 4 a root, 5 none of them,
 * 6 "\\.\" or "\\?\", 7 nothing but their first three characters. */
ULONG NTAPI RtlDetermineDosPathNameType_U(PCWSTR name);

/* Where a device's name stands in a name, in bytes, << 16, and its bytes; 0: it is not a device's.
 */
ULONG NTAPI RtlIsDosDeviceName_U(PCWSTR name);

/* GetFullPathName, with sizes in bytes: the result is that of the path, without its zero, or, if
 * that does not fit, the size that would do. */
ULONG NTAPI RtlGetFullPathName_U(PCWSTR name, ULONG size, PWSTR buffer, PWSTR *part);

/* Makes "\??\C:\x" of a name, or "\??\UNC\server\share", RtlFreeUnicodeString's; *part, unless part
 * is NULL, becomes its last part, NULL for a folder. *folder, unless folder is NULL, becomes 0: no
 * path is told from a folder on. FALSE: it is no path, or there is no memory. */
BOOLEAN NTAPI RtlDosPathNameToNtPathName_U(PCWSTR name, PUNICODE_STRING path, PWSTR *part,
                                           struct relative_name *folder);

#endif
