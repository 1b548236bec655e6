/* user32's windows, mouse and messages, of which there are none.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

int main(void)
{
    POINT caret = {7, 7}, mouse = {7, 7};
    check(!GetActiveWindow() && !GetFocus() && !GetForegroundWindow() && !GetCapture(),
          "no window is active, has the keys or the mouse");
    check(!GetClipboardOwner() && !GetClipboardViewer() && !GetOpenClipboardWindow(),
          "none has the clipboard");
    check(GetDesktopWindow() != NULL, "there is a desktop");
    check(GetCaretPos(&caret) && !caret.x && !caret.y && GetCursorPos(&mouse) && !mouse.x &&
              !mouse.y,
          "the caret and the mouse are in the corner");
    RECT area = {7, 7, 7, 7};
    check(FAILS(GetClientRect(NULL, &area), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(GetWindowRect(GetDesktopWindow(), &area), ERROR_INVALID_WINDOW_HANDLE),
          "no window has a place: 1400");
    const HWND console = NULL; /* a terminal has no window */
    check(FAILS(ShowWindow(console, SW_MAXIMIZE), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(MoveWindow(console, 0, 0, 9, 9, TRUE), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SetWindowPos(console, NULL, 0, 0, 9, 9, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SetForegroundWindow(console), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(FlashWindow(console, TRUE), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SetWindowTextA(console, "x"), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SetWindowTextW(console, L"x"), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(GetWindowLongA(console, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(GetWindowLongW(console, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SetWindowLongA(console, 0, 1), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SetWindowLongW(console, 0, 1), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(GetSystemMenu(console, FALSE) != NULL, ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(DeleteMenu(NULL, 0, 0), ERROR_INVALID_MENU_HANDLE),
          "the console's is none, and has no menu");
    check(!FindWindowA(NULL, "x") && !FindWindowW(NULL, L"x") && MessageBeep(MB_OK),
          "no window is found, and a beep is silent");
    check(MapVirtualKeyA(VK_LEFT, MAPVK_VK_TO_VSC) == 0x4B &&
              MapVirtualKeyW(0x1E, MAPVK_VSC_TO_VK) == 'A' &&
              MapVirtualKeyA(VK_OEM_2, MAPVK_VK_TO_CHAR) == '/' &&
              MapVirtualKeyA('Z', MAPVK_VK_TO_CHAR) == 'Z' &&
              MapVirtualKeyA(0xFF, MAPVK_VK_TO_VSC) == 0 &&
              MapVirtualKeyA(0xFFFFFFFF, MAPVK_VSC_TO_VK) == 0,
          "MapVirtualKey knows the keys");
    check(VkKeyScanA('a') == 'A' && VkKeyScanA('A') == ('A' | 0x100) &&
              VkKeyScanW(L'?') == (VK_OEM_2 | 0x100) && VkKeyScanA(1) == ('A' | 0x200) &&
              VkKeyScanW(0x20AC) == -1,
          "VkKeyScan knows what gives a character");
    BYTE states[256] = {[VK_SHIFT] = 1};
    check(!GetAsyncKeyState(VK_LEFT) && !GetAsyncKeyState(-1) && !GetKeyState(1000) &&
              GetKeyboardState(states) && !states[VK_SHIFT],
          "no key is down");
    check(SystemParametersInfoA(SPI_GETWORKAREA, 0, &area, 0) && !area.left && !area.top &&
              SystemParametersInfoW(SPI_GETWORKAREA, 0, &area, 0) && area.right == 720 &&
              area.bottom == 400 &&
              FAILS(SystemParametersInfoA(0x1000, 0, &area, 0), ERROR_INVALID_PARAMETER),
          "SystemParametersInfo tells the screen's area, and nothing else: 87");
    check(!GetInputState() && !GetMessagePos() && !GetMessageTime(), "no message has come");
    check(FAILS(AllowSetForegroundWindow(GetCurrentProcessId()), ERROR_ACCESS_DENIED),
          "AllowSetForegroundWindow: 5");
    check(FAILS(GetProcessWindowStation() != NULL, ERROR_NOT_SUPPORTED),
          "GetProcessWindowStation: 50");
    check(FAILS(GetThreadDesktop(GetCurrentThreadId()) != NULL, ERROR_NOT_SUPPORTED),
          "GetThreadDesktop: 50");
    check(FAILS(UnregisterClassA("x", NULL), ERROR_CLASS_DOES_NOT_EXIST) &&
              FAILS(UnregisterClassW(L"x", NULL), ERROR_CLASS_DOES_NOT_EXIST),
          "UnregisterClass: 1411");
    check(FAILS(RegisterClassA(&(WNDCLASSA){0}), ERROR_NOT_SUPPORTED) &&
              FAILS(RegisterClassW(&(WNDCLASSW){0}), ERROR_NOT_SUPPORTED) &&
              FAILS(RegisterClassExA(&(WNDCLASSEXA){.cbSize = 48}), ERROR_NOT_SUPPORTED) &&
              FAILS(RegisterClassExW(&(WNDCLASSEXW){.cbSize = 48}), ERROR_NOT_SUPPORTED),
          "no class of windows is registered");
    check(FAILS(LoadCursorA(NULL, (LPCSTR)32512) != NULL, ERROR_INVALID_CURSOR_HANDLE) &&
              FAILS(LoadCursorW(NULL, (LPCWSTR)32512) != NULL, ERROR_INVALID_CURSOR_HANDLE),
          "there is no cursor");
    check(FAILS(CreateWindowExA(0, "x", "", 0, 0, 0, 9, 9, NULL, NULL, NULL, NULL) != NULL,
                ERROR_CANNOT_FIND_WND_CLASS) &&
              FAILS(CreateWindowExW(0, L"x", L"", 0, 0, 0, 9, 9, NULL, NULL, NULL, NULL) != NULL,
                    ERROR_CANNOT_FIND_WND_CLASS),
          "so no window is made");
    check(FAILS(SendMessageA(NULL, 0, 0, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(SendMessageW(NULL, 0, 0, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(DefWindowProcA(NULL, 0, 0, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(DefWindowProcW(NULL, 0, 0, 0), ERROR_INVALID_WINDOW_HANDLE) &&
              FAILS(DestroyWindow(NULL), ERROR_INVALID_WINDOW_HANDLE),
          "nothing is said to one");
    return done();
}
