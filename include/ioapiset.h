/* The results of reads and writes. Part of windows.h. */
#ifndef IOAPISET_H
#define IOAPISET_H

#include <minwinbase.h>

/* The result of a ReadFile, WriteFile or LockFileEx with *overlapped: *count becomes its bytes.
 * FALSE: its error, or ERROR_IO_INCOMPLETE while Internal is STATUS_PENDING. Nothing is waited for:
 * the calls have returned when they were done. */
BOOL WINAPI GetOverlappedResult(HANDLE file, LPOVERLAPPED overlapped, LPDWORD count, BOOL wait);

/* No device here has controls: ERROR_INVALID_FUNCTION, with *done 0; ERROR_INVALID_HANDLE.
 * winioctl.h has codes. */
BOOL WINAPI DeviceIoControl(HANDLE device, DWORD code, LPVOID in, DWORD in_size, LPVOID out,
                            DWORD out_size, LPDWORD done, LPOVERLAPPED overlapped);

#endif
