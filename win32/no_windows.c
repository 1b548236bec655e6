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

HANDLE WINAPI GetThreadDesktop(DWORD thread)
{
    (void)thread;
    return GetProcessWindowStation();
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

/* Calls that take a description of a class of windows. */
#define NO_CLASS(name, kind)                                                                       \
    ATOM WINAPI name(const kind *about)                                                            \
    {                                                                                              \
        (void)about;                                                                               \
        return (ATOM)fails(ERROR_NOT_SUPPORTED);                                                   \
    }

NO_CLASS(RegisterClassA, WNDCLASSA)
NO_CLASS(RegisterClassW, WNDCLASSW)
NO_CLASS(RegisterClassExA, WNDCLASSEXA)
NO_CLASS(RegisterClassExW, WNDCLASSEXW)

HCURSOR WINAPI LoadCursorA(HINSTANCE module, LPCSTR name)
{
    (void)module, (void)name;
    fails(ERROR_INVALID_CURSOR_HANDLE);
    return NULL;
}

HCURSOR WINAPI LoadCursorW(HINSTANCE module, LPCWSTR name)
{
    (void)name;
    return LoadCursorA(module, NULL);
}

HWND WINAPI CreateWindowExA(DWORD extended, LPCSTR class_name, LPCSTR title, DWORD style, int x,
                            int y, int width, int height, HWND parent, HMENU menu, HINSTANCE module,
                            LPVOID parameter)
{
    (void)extended, (void)class_name, (void)title, (void)style, (void)x, (void)y, (void)width;
    (void)height, (void)parent, (void)menu, (void)module, (void)parameter;
    fails(ERROR_CANNOT_FIND_WND_CLASS);
    return NULL;
}

HWND WINAPI CreateWindowExW(DWORD extended, LPCWSTR class_name, LPCWSTR title, DWORD style, int x,
                            int y, int width, int height, HWND parent, HMENU menu, HINSTANCE module,
                            LPVOID parameter)
{
    (void)class_name, (void)title;
    return CreateWindowExA(extended, NULL, NULL, style, x, y, width, height, parent, menu, module,
                           parameter);
}

BOOL WINAPI DestroyWindow(HWND window)
{
    (void)window;
    return fails(ERROR_INVALID_WINDOW_HANDLE);
}

BOOL WINAPI GetClientRect(HWND window, LPRECT to)
{
    (void)to;
    return DestroyWindow(window);
}

BOOL WINAPI GetWindowRect(HWND window, LPRECT to)
{
    return GetClientRect(window, to);
}

BOOL WINAPI ShowWindow(HWND window, int how)
{
    (void)how;
    return DestroyWindow(window);
}

BOOL WINAPI MoveWindow(HWND window, int x, int y, int width, int height, BOOL paints)
{
    (void)x, (void)y, (void)width, (void)height, (void)paints;
    return DestroyWindow(window);
}

BOOL WINAPI SetWindowPos(HWND window, HWND behind, int x, int y, int width, int height, UINT how)
{
    (void)behind, (void)x, (void)y, (void)width, (void)height, (void)how;
    return DestroyWindow(window);
}

BOOL WINAPI SetForegroundWindow(HWND window)
{
    return DestroyWindow(window);
}

BOOL WINAPI FlashWindow(HWND window, BOOL inverts)
{
    (void)inverts;
    return DestroyWindow(window);
}

BOOL WINAPI SetWindowTextA(HWND window, LPCSTR text)
{
    (void)text;
    return DestroyWindow(window);
}

BOOL WINAPI SetWindowTextW(HWND window, LPCWSTR text)
{
    (void)text;
    return DestroyWindow(window);
}

LONG WINAPI GetWindowLongA(HWND window, int index)
{
    (void)index;
    return DestroyWindow(window);
}

LONG WINAPI GetWindowLongW(HWND window, int index)
{
    return GetWindowLongA(window, index);
}

LONG WINAPI SetWindowLongA(HWND window, int index, LONG value)
{
    (void)value;
    return GetWindowLongA(window, index);
}

LONG WINAPI SetWindowLongW(HWND window, int index, LONG value)
{
    return SetWindowLongA(window, index, value);
}

HMENU WINAPI GetSystemMenu(HWND window, BOOL reverts)
{
    (void)reverts;
    DestroyWindow(window);
    return NULL;
}

BOOL WINAPI DeleteMenu(HMENU menu, UINT item, UINT how)
{
    (void)menu, (void)item, (void)how;
    return fails(ERROR_INVALID_MENU_HANDLE);
}

HWND WINAPI FindWindowA(LPCSTR class_name, LPCSTR title)
{
    (void)class_name, (void)title;
    return NULL;
}

HWND WINAPI FindWindowW(LPCWSTR class_name, LPCWSTR title)
{
    (void)class_name, (void)title;
    return NULL;
}

BOOL WINAPI MessageBeep(UINT kind)
{
    (void)kind;
    return TRUE;
}

BOOL WINAPI SystemParametersInfoW(UINT which, UINT parameter, PVOID to, UINT changes)
{
    (void)parameter, (void)changes;
    if (which != SPI_GETWORKAREA)
        return fails(ERROR_INVALID_PARAMETER);
    *(RECT *)to = (RECT){0, 0, GetSystemMetrics(SM_CXSCREEN), GetSystemMetrics(SM_CYSCREEN)};
    return TRUE;
}

BOOL WINAPI SystemParametersInfoA(UINT which, UINT parameter, PVOID to, UINT changes)
{
    return SystemParametersInfoW(which, parameter, to, changes);
}

/* Calls that send a message to a window. */
#define NOT_SAID(name)                                                                             \
    LRESULT WINAPI name(HWND window, UINT message, WPARAM first, LPARAM second)                    \
    {                                                                                              \
        (void)window, (void)message, (void)first, (void)second;                                    \
        return fails(ERROR_INVALID_WINDOW_HANDLE);                                                 \
    }

NOT_SAID(DefWindowProcA)
NOT_SAID(DefWindowProcW)
NOT_SAID(SendMessageA)
NOT_SAID(SendMessageW)
