/* Paths by ntdll's names. Ordinary code. */
#ifndef WIN32_NTDLL_NT_PATHS_H
#define WIN32_NTDLL_NT_PATHS_H

#include <winternl.h>

/* GetFullPathName, with sizes in bytes: the result is that of the path, without its zero, or, if
 * that does not fit, the size that would do. */
ULONG NTAPI RtlGetFullPathName_U(PCWSTR name, ULONG size, PWSTR buffer, PWSTR *part);

/* Makes "\??\C:\x" of a name, RtlFreeUnicodeString's; *part, unless part is NULL, becomes its last
 * part, NULL for a folder. FALSE: it is no path, or there is no memory. */
BOOLEAN NTAPI RtlDosPathNameToNtPathName_U(PCWSTR name, PUNICODE_STRING path, PWSTR *part,
                                           PVOID folder);

#endif
