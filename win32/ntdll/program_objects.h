/* Objects with names that are in the program's own memory: ports, jobs and debug objects. Their
 * calls have the rules of named_objects.h. Ordinary code. */
#ifndef WIN32_NTDLL_PROGRAM_OBJECTS_H
#define WIN32_NTDLL_PROGRAM_OBJECTS_H

#include "win32/files/open_files.h"

#include <winternl.h>

/* The kind of the object in the program's memory that has a name of the kernel's: FILE_OBJECT,
 * FILE_SECTION, or FILE_NONE: there is none. */
enum file_kind program_object_kind(const WCHAR *name);

/* Gives a new object the name of the attributes, or another handle of the one that has it. made is
 * the object's only handle, NULL: there was no memory for it; end is that of its open file. */
NTSTATUS program_object_name(PHANDLE object, const OBJECT_ATTRIBUTES *attributes, HANDLE made,
                             object_end *end);

NTSTATUS NTAPI NtCreateIoCompletion(PHANDLE port, ULONG access, POBJECT_ATTRIBUTES attributes,
                                    ULONG threads);
NTSTATUS NTAPI NtOpenIoCompletion(PHANDLE port, ULONG access, POBJECT_ATTRIBUTES attributes);

NTSTATUS NTAPI NtCreateJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes);
NTSTATUS NTAPI NtOpenJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes);

/* A job, or the one that has the name, with ERROR_ALREADY_EXISTS. NULL: ERROR_NOT_ENOUGH_MEMORY,
 * ERROR_INVALID_HANDLE (another kind has the name); for Open ERROR_FILE_NOT_FOUND. */
HANDLE WINAPI CreateJobObjectA(LPSECURITY_ATTRIBUTES security, LPCSTR name);
HANDLE WINAPI CreateJobObjectW(LPSECURITY_ATTRIBUTES security, LPCWSTR name);
HANDLE WINAPI OpenJobObjectA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenJobObjectW(DWORD access, BOOL inherit, LPCWSTR name);

#endif
