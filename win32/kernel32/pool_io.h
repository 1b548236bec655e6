/* The thread pool calls a function for each overlapped call of a file that is done. Ordinary
 * code. */
#ifndef WIN32_KERNEL32_POOL_IO_H
#define WIN32_KERNEL32_POOL_IO_H

#include <threadpoolapiset.h>
#include <winternl.h>

typedef struct _TP_IO TP_IO, *PTP_IO;
typedef VOID(NTAPI *PTP_WIN32_IO_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                           PVOID overlapped, ULONG error, ULONG_PTR bytes,
                                           PTP_IO io);
typedef VOID(NTAPI *PTP_IO_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                     PVOID overlapped, PIO_STATUS_BLOCK result, PTP_IO io);

/* Makes the object of a file, which is one for overlapped calls and has no port. NULL:
 * ERROR_INVALID_PARAMETER, ERROR_INVALID_HANDLE, ERROR_NOT_ENOUGH_MEMORY. TpAllocIoCompletion's
 * function is told the status. */
PTP_IO WINAPI CreateThreadpoolIo(HANDLE file, PTP_WIN32_IO_CALLBACK function, PVOID context,
                                 PTP_CALLBACK_ENVIRON environment);
NTSTATUS NTAPI TpAllocIoCompletion(PTP_IO *made, HANDLE file, PTP_IO_CALLBACK function,
                                   PVOID context, PTP_CALLBACK_ENVIRON environment);

/* The program says before each call that it makes one, and behind one that has failed at once that
 * there is none. The function is called for no more calls than were started. */
VOID WINAPI StartThreadpoolIo(PTP_IO io);
VOID WINAPI CancelThreadpoolIo(PTP_IO io);

/* Waits until all that was started is done, and its functions have returned. With cancel, those
 * that do not run yet are not called, and only the others are waited for. */
VOID WINAPI WaitForThreadpoolIoCallbacks(PTP_IO io, BOOL cancel);

/* The object goes when nothing of it runs, and nothing that was started is left. */
VOID WINAPI CloseThreadpoolIo(PTP_IO io);

#endif
