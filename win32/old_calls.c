/* Calls of kernel32 from older systems, which little is left of. */
#include "lib/utf16.h"
#include "win32/console/console_io.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <string.h>
#include <synchapi.h>
#include <winbase.h>

UINT WINAPI SetHandleCount(UINT count)
{
    return count;
}

VOID WINAPI FatalAppExitA(UINT action, LPCSTR text)
{
    (void)action;
    console_write_bytes(text, (DWORD)strlen(text));
    console_write_bytes("\n", 1);
    ExitProcess(1);
}

VOID WINAPI FatalAppExitW(UINT action, LPCWSTR text)
{
    char *narrow = wide_narrow_copy(text);
    FatalAppExitA(action, narrow ? narrow : "");
}

BOOL WINAPI Beep(DWORD frequency, DWORD milliseconds)
{
    enum { LOWEST = 37, HIGHEST = 32767 };
    if (frequency < LOWEST || frequency > HIGHEST) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    Sleep(milliseconds);
    return TRUE;
}
