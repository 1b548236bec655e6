#include "win32/kernel32/serial_ports.h"

#include "win32/fails.h"
#include "win32/files/open_files.h"

/* A console's handle is no file's for drivers. */
static BOOL refuse(HANDLE handle)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    bool is_console = file->kind == FILE_INPUT || file->kind == FILE_OUTPUT;
    open_file_leave(file);
    return fails(is_console ? ERROR_INVALID_HANDLE : ERROR_INVALID_FUNCTION);
}

#define REFUSAL(name, parameters, ...)                                                             \
    BOOL WINAPI name parameters                                                                    \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        return refuse(port);                                                                       \
    }

REFUSAL(ClearCommBreak, (HANDLE port), )
REFUSAL(ClearCommError, (HANDLE port, LPDWORD errors, LPVOID status), (void)errors, (void)status)
REFUSAL(EscapeCommFunction, (HANDLE port, DWORD function), (void)function)
REFUSAL(GetCommConfig, (HANDLE port, LPVOID settings, LPDWORD size), (void)settings, (void)size)
REFUSAL(GetCommMask, (HANDLE port, LPDWORD mask), (void)mask)
REFUSAL(GetCommModemStatus, (HANDLE port, LPDWORD status), (void)status)
REFUSAL(GetCommProperties, (HANDLE port, LPVOID properties), (void)properties)
REFUSAL(GetCommState, (HANDLE port, LPDCB modes), (void)modes)
REFUSAL(GetCommTimeouts, (HANDLE port, LPCOMMTIMEOUTS timeouts), (void)timeouts)
REFUSAL(PurgeComm, (HANDLE port, DWORD flags), (void)flags)
REFUSAL(SetCommBreak, (HANDLE port), )
REFUSAL(SetCommConfig, (HANDLE port, LPVOID settings, DWORD size), (void)settings, (void)size)
REFUSAL(SetCommMask, (HANDLE port, DWORD mask), (void)mask)
REFUSAL(SetCommState, (HANDLE port, LPDCB modes), (void)modes)
REFUSAL(SetCommTimeouts, (HANDLE port, LPCOMMTIMEOUTS timeouts), (void)timeouts)
REFUSAL(SetupComm, (HANDLE port, DWORD in_room, DWORD out_room), (void)in_room, (void)out_room)
REFUSAL(TransmitCommChar, (HANDLE port, CHAR character), (void)character)
REFUSAL(WaitCommEvent, (HANDLE port, LPDWORD mask, LPOVERLAPPED overlapped), (void)mask,
        (void)overlapped)

static BOOL no_port(void)
{
    return fails(ERROR_INVALID_PARAMETER);
}

BOOL WINAPI GetDefaultCommConfigA(LPCSTR name, LPVOID settings, LPDWORD size)
{
    (void)name, (void)settings, (void)size;
    return no_port();
}

BOOL WINAPI GetDefaultCommConfigW(LPCWSTR name, LPVOID settings, LPDWORD size)
{
    (void)name, (void)settings, (void)size;
    return no_port();
}

BOOL WINAPI SetDefaultCommConfigA(LPCSTR name, LPVOID settings, DWORD size)
{
    (void)name, (void)settings, (void)size;
    return no_port();
}

BOOL WINAPI SetDefaultCommConfigW(LPCWSTR name, LPVOID settings, DWORD size)
{
    (void)name, (void)settings, (void)size;
    return no_port();
}
