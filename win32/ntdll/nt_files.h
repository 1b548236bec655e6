/* Files by system calls. Each has the rules of the call of kernel32 that leads to it, with the path
 * of a file that begins with "\??\". Ordinary code.
 */
#ifndef WIN32_NTDLL_NT_FILES_H
#define WIN32_NTDLL_NT_FILES_H

#include <winternl.h>

/* disposition: 0 FILE_SUPERSEDE, 1 FILE_OPEN, 2 FILE_CREATE, 3 FILE_OPEN_IF, 4 FILE_OVERWRITE,
 * 5 FILE_OVERWRITE_IF. status->Information becomes 0 superseded, 1 opened, 2 created, 3
 * overwritten. The failures are those of CreateFile, as statuses; STATUS_OBJECT_PATH_SYNTAX_BAD for
 * a path that does not begin so, STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI NtCreateFile(PHANDLE file, ULONG access, POBJECT_ATTRIBUTES attributes,
                            PIO_STATUS_BLOCK status, PLARGE_INTEGER size, ULONG file_attributes,
                            ULONG share, ULONG disposition, ULONG options, PVOID extra,
                            ULONG extra_size);
NTSTATUS NTAPI NtOpenFile(PHANDLE file, ULONG access, POBJECT_ATTRIBUTES attributes,
                          PIO_STATUS_BLOCK status, ULONG share, ULONG options);

/* Read and write at the place, or where the file stands: NULL, or -2 in it. They are done when they
 * return: an event is set then, and STATUS_NOT_IMPLEMENTED refuses a routine to call.
 * STATUS_END_OF_FILE: there is nothing to read. */
NTSTATUS NTAPI NtReadFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                          PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                          PULONG key);
NTSTATUS NTAPI NtWriteFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                           PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                           PULONG key);

/* What is told of a file: its size (5), and where it stands (14); and what is set: where it stands
 * (14), and its end (20). STATUS_INVALID_INFO_CLASS for others, STATUS_INFO_LENGTH_MISMATCH. */
NTSTATUS NTAPI NtQueryInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                      ULONG length, ULONG which);
NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                    ULONG length, ULONG which);

#endif
