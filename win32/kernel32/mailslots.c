#include "win32/kernel32/mailslots.h"

#include "lib/name_order.h"
#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#define PLACE "\\\\.\\mailslot\\"

HANDLE WINAPI CreateMailslotA(LPCSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security)
{
    (void)size, (void)timeout, (void)security;
    bool is_place = name && name_compare_part(name, PLACE, sizeof PLACE - 1) == 0;
    return file_handle_fails(is_place ? ERROR_NOT_SUPPORTED : ERROR_INVALID_NAME);
}

HANDLE WINAPI CreateMailslotW(LPCWSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security)
{
    char narrow[FILE_NARROW_SIZE];
    return CreateMailslotA(file_narrow(name, narrow), size, timeout, security);
}

BOOL WINAPI GetMailslotInfo(HANDLE slot, LPDWORD size, LPDWORD next, LPDWORD count, LPDWORD timeout)
{
    (void)slot, (void)size, (void)next, (void)count, (void)timeout;
    return fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI SetMailslotInfo(HANDLE slot, DWORD timeout)
{
    (void)slot, (void)timeout;
    return fails(ERROR_INVALID_HANDLE);
}
