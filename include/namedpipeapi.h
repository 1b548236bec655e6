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

/* Pipes with names join threads of the program, because it is the only process. A name begins with
 * \\.\pipe\, and CreateFile opens it for a client. CreateNamedPipe makes an instance, the server's
 * end of which its handle is. A pipe of messages gives each write to one read, or with
 * ERROR_MORE_DATA to several. An end with PIPE_NOWAIT does not wait. With FILE_FLAG_OVERLAPPED,
 * ConnectNamedPipe and ReadFile go on by themselves (ERROR_IO_PENDING).
 * INVALID_HANDLE_VALUE: ERROR_INVALID_NAME, ERROR_INVALID_PARAMETER; ERROR_PIPE_BUSY, there are as
 * many instances as the first one allows; ERROR_ACCESS_DENIED, they are others. */
#define PIPE_ACCESS_INBOUND           1u
#define PIPE_ACCESS_OUTBOUND          2u
#define PIPE_ACCESS_DUPLEX            3u
#define FILE_FLAG_FIRST_PIPE_INSTANCE 0x00080000u
#define PIPE_CLIENT_END               0u
#define PIPE_SERVER_END               1u
#define PIPE_WAIT                     0u
#define PIPE_NOWAIT                   1u
#define PIPE_READMODE_BYTE            0u
#define PIPE_READMODE_MESSAGE         2u
#define PIPE_TYPE_BYTE                0u
#define PIPE_TYPE_MESSAGE             4u
#define PIPE_ACCEPT_REMOTE_CLIENTS    0u
#define PIPE_REJECT_REMOTE_CLIENTS    8u
#define PIPE_UNLIMITED_INSTANCES      255u
#define NMPWAIT_USE_DEFAULT_WAIT      0u
#define NMPWAIT_NOWAIT                1u
#define NMPWAIT_WAIT_FOREVER          0xFFFFFFFFu
HANDLE WINAPI CreateNamedPipeA(LPCSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security);
HANDLE WINAPI CreateNamedPipeW(LPCWSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security);

/* Waits until a client has the instance. FALSE: ERROR_PIPE_CONNECTED, one has it already;
 * ERROR_NO_DATA, it has gone; ERROR_PIPE_LISTENING, the end does not wait; ERROR_INVALID_FUNCTION,
 * it is a client's. */
BOOL WINAPI ConnectNamedPipe(HANDLE pipe, LPOVERLAPPED overlapped);

/* Takes the client its end, and what was not read. Its calls are ERROR_PIPE_NOT_CONNECTED. */
BOOL WINAPI DisconnectNamedPipe(HANDLE pipe);

/* Waits until an instance waits for a client. FALSE: ERROR_FILE_NOT_FOUND, ERROR_SEM_TIMEOUT. */
BOOL WINAPI WaitNamedPipeA(LPCSTR name, DWORD timeout);
BOOL WINAPI WaitNamedPipeW(LPCWSTR name, DWORD timeout);

/* Sets an end's PIPE_READMODE_MESSAGE and PIPE_NOWAIT, unless mode is NULL. */
BOOL WINAPI SetNamedPipeHandleState(HANDLE pipe, LPDWORD mode, LPDWORD most, LPDWORD wait);

/* Tell that mode, and how many instances there are; each place may be NULL. FALSE:
 * ERROR_INVALID_PARAMETER, most and wait are asked, which pipes of one machine have not;
 * ERROR_CANNOT_IMPERSONATE, the client's user is asked. */
BOOL WINAPI GetNamedPipeHandleStateA(HANDLE pipe, LPDWORD mode, LPDWORD instances, LPDWORD most,
                                     LPDWORD wait, LPSTR user, DWORD size);
BOOL WINAPI GetNamedPipeHandleStateW(HANDLE pipe, LPDWORD mode, LPDWORD instances, LPDWORD most,
                                     LPDWORD wait, LPWSTR user, DWORD size);
BOOL WINAPI GetNamedPipeInfo(HANDLE pipe, LPDWORD flags, LPDWORD out_size, LPDWORD in_size,
                             LPDWORD most);

/* Writes a message, and reads the answer; CallNamedPipe opens and closes the pipe, too. FALSE:
 * ERROR_BAD_PIPE, the end reads bytes; ERROR_PIPE_BUSY, a message is there already. */
BOOL WINAPI TransactNamedPipe(HANDLE pipe, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size,
                              LPDWORD done, LPOVERLAPPED overlapped);
BOOL WINAPI CallNamedPipeA(LPCSTR name, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size,
                           LPDWORD done, DWORD timeout);
BOOL WINAPI CallNamedPipeW(LPCWSTR name, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size,
                           LPDWORD done, DWORD timeout);

#ifdef UNICODE
#define GetNamedPipeHandleState GetNamedPipeHandleStateW
#define CallNamedPipe           CallNamedPipeW
#define CreateNamedPipe         CreateNamedPipeW
#define WaitNamedPipe           WaitNamedPipeW
#else
#define GetNamedPipeHandleState GetNamedPipeHandleStateA
#define CallNamedPipe           CallNamedPipeA
#define CreateNamedPipe         CreateNamedPipeA
#define WaitNamedPipe           WaitNamedPipeA
#endif

#endif
