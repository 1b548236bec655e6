/* Completion ports: queues of what has been done. Files are in memory, so an overlapped call is
 * done when it returns. Ordinary code.
 */
#ifndef WIN32_KERNEL32_COMPLETION_PORTS_H
#define WIN32_KERNEL32_COMPLETION_PORTS_H

#include "win32/files/open_files.h"

#include <minwinbase.h>
#include <winternl.h>

/* Makes a port, or finds the one that is given, and has the file's overlapped calls told to it,
 * unless the file is INVALID_HANDLE_VALUE. Calls whose hEvent is odd are not told. NULL:
 * ERROR_INVALID_PARAMETER (no file but a port, a file without FILE_FLAG_OVERLAPPED or with a port),
 * ERROR_INVALID_HANDLE, ERROR_NOT_ENOUGH_MEMORY. */
HANDLE WINAPI CreateIoCompletionPort(HANDLE file, HANDLE port, ULONG_PTR key, DWORD threads);

BOOL WINAPI PostQueuedCompletionStatus(HANDLE port, DWORD bytes, ULONG_PTR key,
                                       LPOVERLAPPED overlapped);

/* Takes the oldest, and waits for one. FALSE: WAIT_TIMEOUT, with *overlapped NULL. */
BOOL WINAPI GetQueuedCompletionStatus(HANDLE port, LPDWORD bytes, PULONG_PTR key,
                                      LPOVERLAPPED *overlapped, DWORD timeout);

typedef struct _OVERLAPPED_ENTRY {
    ULONG_PTR lpCompletionKey;
    LPOVERLAPPED lpOverlapped;
    ULONG_PTR Internal;
    DWORD dwNumberOfBytesTransferred;
} OVERLAPPED_ENTRY, *LPOVERLAPPED_ENTRY;

/* Puts an entry into a port, tells how many are in it, and has the port of a file, if it has one
 * and is told of calls, hear of a call with this value. */
BOOL port_put(HANDLE port, const OVERLAPPED_ENTRY *entry);
BOOL port_depth(HANDLE port, LONG *depth);
void port_end(void *port); /* of a port's open file */
void port_tell(HANDLE file, void *value, NTSTATUS status, DWORD bytes);

/* Takes several entries at once. FALSE: ERROR_INVALID_PARAMETER (no room), WAIT_IO_COMPLETION. */
BOOL WINAPI GetQueuedCompletionStatusEx(HANDLE port, LPOVERLAPPED_ENTRY entries, ULONG room,
                                        PULONG count, DWORD timeout, BOOL alertable);

/* Has a thread of the runtime call the function for each overlapped call of the file. */
BOOL WINAPI BindIoCompletionCallback(HANDLE file, LPOVERLAPPED_COMPLETION_ROUTINE function,
                                     ULONG flags);

/* Read and write, and have the calling thread call the function when it waits alertably. The file
 * has FILE_FLAG_OVERLAPPED, and hEvent is the caller's. */
BOOL WINAPI ReadFileEx(HANDLE file, LPVOID buffer, DWORD size, LPOVERLAPPED overlapped,
                       LPOVERLAPPED_COMPLETION_ROUTINE function);
BOOL WINAPI WriteFileEx(HANDLE file, LPCVOID buffer, DWORD size, LPOVERLAPPED overlapped,
                        LPOVERLAPPED_COMPLETION_ROUTINE function);

/* Nothing is left to cancel: CancelIo is TRUE for a file, the others FALSE with ERROR_NOT_FOUND. */
BOOL WINAPI CancelIo(HANDLE file);
BOOL WINAPI CancelIoEx(HANDLE file, LPOVERLAPPED overlapped);
BOOL WINAPI CancelSynchronousIo(HANDLE thread);

/* flags: 1, calls that are done when they return are not told to a port; 2, no event of the file.
 * FALSE: ERROR_INVALID_PARAMETER. */
BOOL WINAPI SetFileCompletionNotificationModes(HANDLE file, UCHAR flags);

#endif
