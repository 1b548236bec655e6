/* Pipes with names, which processes share: here is one process, so there are none. */
#include "win32/files/open_files.h"

#include <namedpipeapi.h>
#include <winerror.h>

HANDLE WINAPI CreateNamedPipeA(LPCSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security)
{
    (void)name, (void)access, (void)mode, (void)most, (void)out_size, (void)in_size;
    (void)timeout, (void)security;
    return file_handle_fails(ERROR_CALL_NOT_IMPLEMENTED);
}

HANDLE WINAPI CreateNamedPipeW(LPCWSTR name, DWORD access, DWORD mode, DWORD most, DWORD out_size,
                               DWORD in_size, DWORD timeout, LPSECURITY_ATTRIBUTES security)
{
    (void)name;
    return CreateNamedPipeA(NULL, access, mode, most, out_size, in_size, timeout, security);
}

/* A handle is none of such a pipe. */
BOOL WINAPI ConnectNamedPipe(HANDLE pipe, LPOVERLAPPED overlapped)
{
    (void)pipe, (void)overlapped;
    return file_fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI DisconnectNamedPipe(HANDLE pipe)
{
    return ConnectNamedPipe(pipe, NULL);
}

BOOL WINAPI WaitNamedPipeA(LPCSTR name, DWORD timeout)
{
    (void)name, (void)timeout;
    return file_fails(ERROR_FILE_NOT_FOUND);
}

BOOL WINAPI WaitNamedPipeW(LPCWSTR name, DWORD timeout)
{
    (void)name;
    return WaitNamedPipeA(NULL, timeout);
}
