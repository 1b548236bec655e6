/* Pipes between the threads of the program. Windows' names; part of windows.h. Ordinary code, at
 * either privilege level. */
#ifndef NAMEDPIPEAPI_H
#define NAMEDPIPEAPI_H

#include <minwinbase.h>

/* Makes a pipe of so many bytes, 4096 for 0, with a handle for each end. ReadFile waits until there
 * is a byte, and takes what there is; WriteFile waits until all its bytes have had room. With the
 * last handle of the other end closed, and the pipe empty, a read is ERROR_BROKEN_PIPE, and a write
 * ERROR_NO_DATA. FALSE: ERROR_NOT_ENOUGH_MEMORY, ERROR_TOO_MANY_OPEN_FILES. */
BOOL WINAPI CreatePipe(PHANDLE reader, PHANDLE writer, LPSECURITY_ATTRIBUTES security, DWORD size);

/* Copies the next bytes of a pipe, and leaves them there. *done, *all and *left, unless NULL,
 * become the copied bytes, those in the pipe, and 0. Nothing is waited for. FALSE:
 * ERROR_BROKEN_PIPE, it is empty and has no writer; ERROR_INVALID_FUNCTION, it is no pipe's end for
 * reading; ERROR_NOT_SUPPORTED, it is the program's input, whose bytes are at the host. */
BOOL WINAPI PeekNamedPipe(HANDLE pipe, LPVOID buffer, DWORD size, LPDWORD done, LPDWORD all,
                          LPDWORD left);

/* There are no pipes with names, because no process is on their other end. INVALID_HANDLE_VALUE:
 * ERROR_CALL_NOT_IMPLEMENTED. FALSE: ERROR_INVALID_HANDLE for any handle, ERROR_FILE_NOT_FOUND for
 * any name. */
HANDLE WINAPI CreateNamedPipeA(LPCSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security);
HANDLE WINAPI CreateNamedPipeW(LPCWSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security);
BOOL WINAPI ConnectNamedPipe(HANDLE pipe, LPOVERLAPPED overlapped);
BOOL WINAPI DisconnectNamedPipe(HANDLE pipe);
BOOL WINAPI WaitNamedPipeA(LPCSTR name, DWORD timeout);
BOOL WINAPI WaitNamedPipeW(LPCWSTR name, DWORD timeout);

#ifdef UNICODE
#define CreateNamedPipe CreateNamedPipeW
#define WaitNamedPipe   WaitNamedPipeW
#else
#define CreateNamedPipe CreateNamedPipeA
#define WaitNamedPipe   WaitNamedPipeA
#endif

#endif
