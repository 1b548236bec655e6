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

#endif
