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
    check(!GetInputState() && !GetMessagePos() && !GetMessageTime(), "no message has come");
    check(FAILS(AllowSetForegroundWindow(GetCurrentProcessId()), ERROR_ACCESS_DENIED),
          "AllowSetForegroundWindow: 5");
    check(FAILS(GetProcessWindowStation() != NULL, ERROR_NOT_SUPPORTED),
          "GetProcessWindowStation: 50");
    check(FAILS(UnregisterClassA("x", NULL), ERROR_CLASS_DOES_NOT_EXIST) &&
              FAILS(UnregisterClassW(L"x", NULL), ERROR_CLASS_DOES_NOT_EXIST),
          "UnregisterClass: 1411");
    return done();
}
