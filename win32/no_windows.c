/* user32's calls that ask for windows, the mouse and messages, where there are none. */
#include "win32/fails.h"

#include <stddef.h>
#include <winerror.h>
#include <winuser.h>

/* The desktop is a window all the same; the number is that of Windows 7. */
#define DESKTOP ((HWND)0x10010)

#define NO_WINDOW(name)                                                                            \
    HWND WINAPI name(void)                                                                         \
    {                                                                                              \
        return NULL;                                                                               \
    }

NO_WINDOW(GetActiveWindow)
NO_WINDOW(GetCapture)
NO_WINDOW(GetClipboardOwner)
NO_WINDOW(GetClipboardViewer)
NO_WINDOW(GetFocus)
NO_WINDOW(GetForegroundWindow)
NO_WINDOW(GetOpenClipboardWindow)

HWND WINAPI GetDesktopWindow(void)
{
    return DESKTOP;
}

BOOL WINAPI GetCaretPos(POINT *to)
{
    *to = (POINT){0, 0};
    return TRUE;
}

BOOL WINAPI GetCursorPos(POINT *to)
{
    return GetCaretPos(to);
}

BOOL WINAPI GetInputState(void)
{
    return FALSE;
}

DWORD WINAPI GetMessagePos(void)
{
    return 0;
}

LONG WINAPI GetMessageTime(void)
{
    return 0;
}

HANDLE WINAPI GetProcessWindowStation(void)
{
    fails(ERROR_NOT_SUPPORTED);
    return NULL;
}

BOOL WINAPI AllowSetForegroundWindow(DWORD process)
{
    (void)process;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI UnregisterClassA(LPCSTR name, HINSTANCE module)
{
    (void)name, (void)module;
    return fails(ERROR_CLASS_DOES_NOT_EXIST);
}

BOOL WINAPI UnregisterClassW(LPCWSTR name, HINSTANCE module)
{
    (void)name, (void)module;
    return fails(ERROR_CLASS_DOES_NOT_EXIST);
}
