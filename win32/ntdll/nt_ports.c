#include "win32/ntdll/nt_ports.h"

#include "win32/filetime.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/ntdll/nt_results.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <sysinfoapi.h>

NTSTATUS NTAPI NtSetIoCompletion(HANDLE port, ULONG_PTR key, ULONG_PTR value, NTSTATUS status,
                                 ULONG_PTR information)
{
    DWORD before = GetLastError();
    const OVERLAPPED_ENTRY entry = {key, (LPOVERLAPPED)value, (ULONG_PTR)status,
                                    (DWORD)information};
    return nt_result(port_put(port, &entry), before);
}

/* Milliseconds of a time in units of 100 ns: from now on if it is negative. */
static DWORD milliseconds_of(const LARGE_INTEGER *time)
{
    enum { UNITS = 10000 };
    FILETIME now;
    if (!time)
        return INFINITE;
    LONGLONG left = -time->QuadPart;
    if (left <= 0) {
        GetSystemTimeAsFileTime(&now);
        left = time->QuadPart - (LONGLONG)filetime_units(&now);
    }
    if (!time->QuadPart || left <= 0)
        return 0;
    left = (left + UNITS - 1) / UNITS;
    return left < INFINITE ? (DWORD)left : INFINITE - 1;
}

/* The status of a wait that has taken nothing. */
static NTSTATUS status_of_wait(DWORD before)
{
    DWORD error = GetLastError();
    bool is_end = error == WAIT_TIMEOUT || error == WAIT_IO_COMPLETION;
    if (error == ERROR_ABANDONED_WAIT_0)
        error = WAIT_ABANDONED;
    NTSTATUS status = nt_result(false, before);
    return is_end || error == WAIT_ABANDONED ? (NTSTATUS)error : status;
}

NTSTATUS NTAPI NtRemoveIoCompletionEx(HANDLE port, struct nt_completion *taken, ULONG room,
                                      PULONG count, PLARGE_INTEGER time, BOOLEAN alertable)
{
    DWORD before = GetLastError(), left = milliseconds_of(time);
    OVERLAPPED_ENTRY entry;
    ULONG one;
    *count = 0;
    if (!room)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    while (*count < room && GetQueuedCompletionStatusEx(port, &entry, 1, &one, left, alertable)) {
        taken[(*count)++] =
            (struct nt_completion){entry.lpCompletionKey,
                                   (ULONG_PTR)entry.lpOverlapped,
                                   {{(NTSTATUS)entry.Internal}, entry.dwNumberOfBytesTransferred}};
        left = 0;
        alertable = FALSE;
    }
    if (*count)
        return nt_result(true, before);
    *count = 1;
    return status_of_wait(before);
}

NTSTATUS NTAPI NtRemoveIoCompletion(HANDLE port, PULONG_PTR key, PULONG_PTR value,
                                    PIO_STATUS_BLOCK block, PLARGE_INTEGER time)
{
    struct nt_completion taken;
    ULONG count;
    NTSTATUS status = NtRemoveIoCompletionEx(port, &taken, 1, &count, time, FALSE);
    if (status == STATUS_SUCCESS) {
        *key = taken.key;
        *value = taken.value;
        *block = taken.block;
    }
    return status;
}

NTSTATUS NTAPI NtQueryIoCompletion(HANDLE port, ULONG which, PVOID answer, ULONG length,
                                   PULONG needed)
{
    DWORD before = GetLastError();
    LONG depth;
    if (which)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length != sizeof depth)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    bool done = port_depth(port, &depth);
    if (done)
        *(LONG *)answer = depth;
    if (done && needed)
        *needed = sizeof depth;
    return nt_result(done, before);
}
