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
 * return: an event is set then, a routine waits in the caller's thread, or the file's port hears of
 * the context.
 * STATUS_END_OF_FILE: there is nothing to read. */
NTSTATUS NTAPI NtReadFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                          PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                          PULONG key);
NTSTATUS NTAPI NtWriteFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                           PIO_STATUS_BLOCK status, PVOID buffer, ULONG size, PLARGE_INTEGER place,
                           PULONG key);

/* Locks of bytes, as LockFileEx: STATUS_LOCK_NOT_GRANTED, STATUS_RANGE_NOT_LOCKED. */
NTSTATUS NTAPI NtLockFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                          PIO_STATUS_BLOCK status, PLARGE_INTEGER place, PLARGE_INTEGER size,
                          ULONG key, BOOLEAN at_once, BOOLEAN exclusive);
NTSTATUS NTAPI NtUnlockFile(HANDLE file, PIO_STATUS_BLOCK status, PLARGE_INTEGER place,
                            PLARGE_INTEGER size, ULONG key);

NTSTATUS NTAPI NtFlushBuffersFile(HANDLE file, PIO_STATUS_BLOCK status);
NTSTATUS NTAPI NtCancelIoFile(HANDLE file, PIO_STATUS_BLOCK status);

/* Refuses: STATUS_NOT_IMPLEMENTED. */
NTSTATUS NTAPI NtCreateNamedPipeFile(PHANDLE pipe, ULONG access, POBJECT_ATTRIBUTES attributes,
                                     PIO_STATUS_BLOCK status, ULONG share, ULONG disposition,
                                     ULONG options, ULONG type, ULONG read_mode, ULONG wait_mode,
                                     ULONG most, ULONG in, ULONG out, PLARGE_INTEGER time);

/* A file or a folder, by its name. STATUS_OBJECT_NAME_NOT_FOUND, STATUS_DIRECTORY_NOT_EMPTY. */
NTSTATUS NTAPI NtDeleteFile(POBJECT_ATTRIBUTES attributes);

/* Facts about a file. Read: its times and attributes (4), its size (5), its number (6), its extra
 * attributes (7), the rights of the handle (8), its name (9), where it stands (14), whether calls
 * wait (16), its alignment (17), all of these (18), 4 and 5 together (34), its attributes (35).
 * Set: times and attributes (4), its name (10), whether it goes (13), where it stands (14), the
 * room (19), its end (20), and the port that hears of its calls (30). STATUS_INVALID_INFO_CLASS for
 * others, STATUS_INFO_LENGTH_MISMATCH; STATUS_BUFFER_OVERFLOW: a name is cut. */
NTSTATUS NTAPI NtQueryInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                      ULONG length, ULONG which);
NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                    ULONG length, ULONG which);

/* These calls take a file's name, and give the facts of the classes 4 and 34. */
NTSTATUS NTAPI NtQueryAttributesFile(const OBJECT_ATTRIBUTES *attributes, PVOID answer);
NTSTATUS NTAPI NtQueryFullAttributesFile(const OBJECT_ATTRIBUTES *attributes, PVOID answer);

/* Facts about the volume of a file: its size (3), its kind (4) and its traits (5). */
NTSTATUS NTAPI NtQueryVolumeInformationFile(HANDLE file, PIO_STATUS_BLOCK status, PVOID buffer,
                                            ULONG length, ULONG which);

/* The next entries of a folder, by the classes 1, 2, 3, 12, 37 and 38, one or as many as there is
 * room for; those that the first call's mask names, NULL: all. STATUS_NO_SUCH_FILE,
 * STATUS_NO_MORE_FILES; STATUS_BUFFER_OVERFLOW: the first one's name is cut. */
NTSTATUS NTAPI NtQueryDirectoryFile(HANDLE file, HANDLE event, PVOID routine, PVOID context,
                                    PIO_STATUS_BLOCK status, PVOID buffer, ULONG length,
                                    ULONG which, BOOLEAN single, PUNICODE_STRING mask,
                                    BOOLEAN restart);

#endif
