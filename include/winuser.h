/* Calls of user32, which has texts and no windows here. Part of windows.h. Ordinary code, at either
 * privilege level. */
#ifndef WINUSER_H
#define WINUSER_H

#include <stdarg.h>
#include <windef.h>

/* Print at most 1,023 characters and a zero, and return their number. The formats are those of
 * printf, without floating point. */
int WINAPIV wsprintfA(LPSTR to, LPCSTR format, ...);
int WINAPIV wsprintfW(LPWSTR to, LPCWSTR format, ...);
int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list args);
int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list args);

/* Change the letters of a text in its place, and return it. A number below 65,536 in the text's
 * place is one character, which is returned. Letters are A to Z; wide ones also Latin, Greek,
 * Cyrillic and Armenian ones. */
LPSTR WINAPI CharUpperA(LPSTR text);
LPSTR WINAPI CharLowerA(LPSTR text);
LPWSTR WINAPI CharUpperW(LPWSTR text);
LPWSTR WINAPI CharLowerW(LPWSTR text);

/* Parts of texts, which need no zero at their end. Return the length. */
DWORD WINAPI CharUpperBuffA(LPSTR text, DWORD length);
DWORD WINAPI CharLowerBuffA(LPSTR text, DWORD length);
DWORD WINAPI CharUpperBuffW(LPWSTR text, DWORD length);
DWORD WINAPI CharLowerBuffW(LPWSTR text, DWORD length);

/* The kinds of characters, as GetStringTypeW tells them (stringapiset.h). A byte above 127 is part
 * of a character, and of no kind. */
BOOL WINAPI IsCharAlphaA(CHAR byte);
BOOL WINAPI IsCharAlphaW(WCHAR unit);
BOOL WINAPI IsCharAlphaNumericA(CHAR byte);
BOOL WINAPI IsCharAlphaNumericW(WCHAR unit);
BOOL WINAPI IsCharUpperA(CHAR byte);
BOOL WINAPI IsCharUpperW(WCHAR unit);
BOOL WINAPI IsCharLowerA(CHAR byte);
BOOL WINAPI IsCharLowerW(WCHAR unit);

/* The next character of a text, or its end, and the one before, or its start. */
LPSTR WINAPI CharNextA(LPCSTR text);
LPWSTR WINAPI CharNextW(LPCWSTR text);
LPSTR WINAPI CharPrevA(LPCSTR start, LPCSTR text);
LPWSTR WINAPI CharPrevW(LPCWSTR start, LPCWSTR text);

/* These calls take a code page. In code pages other than UTF-8 each character has one byte. */
LPSTR WINAPI CharNextExA(WORD page, LPCSTR text, DWORD flags);
LPSTR WINAPI CharPrevExA(WORD page, LPCSTR start, LPCSTR text, DWORD flags);

/* From the ANSI code page to the OEM one, and back: both are UTF-8. TRUE. */
BOOL WINAPI CharToOemA(LPCSTR from, LPSTR to);
BOOL WINAPI CharToOemW(LPCWSTR from, LPSTR to);
BOOL WINAPI OemToCharA(LPCSTR from, LPSTR to);
BOOL WINAPI OemToCharW(LPCSTR from, LPWSTR to);
BOOL WINAPI CharToOemBuffA(LPCSTR from, LPSTR to, DWORD length);
BOOL WINAPI OemToCharBuffA(LPCSTR from, LPSTR to, DWORD length);

/* Keys. Digits and capital letters are the keys that have them. */
#define VK_LBUTTON    0x01
#define VK_RBUTTON    0x02
#define VK_CANCEL     0x03
#define VK_MBUTTON    0x04
#define VK_BACK       0x08
#define VK_TAB        0x09
#define VK_CLEAR      0x0C
#define VK_RETURN     0x0D
#define VK_SHIFT      0x10
#define VK_CONTROL    0x11
#define VK_MENU       0x12
#define VK_PAUSE      0x13
#define VK_CAPITAL    0x14
#define VK_ESCAPE     0x1B
#define VK_SPACE      0x20
#define VK_PRIOR      0x21
#define VK_NEXT       0x22
#define VK_END        0x23
#define VK_HOME       0x24
#define VK_LEFT       0x25
#define VK_UP         0x26
#define VK_RIGHT      0x27
#define VK_DOWN       0x28
#define VK_SNAPSHOT   0x2C
#define VK_INSERT     0x2D
#define VK_DELETE     0x2E
#define VK_NUMPAD0    0x60
#define VK_NUMPAD1    0x61
#define VK_NUMPAD2    0x62
#define VK_NUMPAD3    0x63
#define VK_NUMPAD4    0x64
#define VK_NUMPAD5    0x65
#define VK_NUMPAD6    0x66
#define VK_NUMPAD7    0x67
#define VK_NUMPAD8    0x68
#define VK_NUMPAD9    0x69
#define VK_MULTIPLY   0x6A
#define VK_ADD        0x6B
#define VK_SUBTRACT   0x6D
#define VK_DECIMAL    0x6E
#define VK_DIVIDE     0x6F
#define VK_F1         0x70
#define VK_F2         0x71
#define VK_F3         0x72
#define VK_F4         0x73
#define VK_F5         0x74
#define VK_F6         0x75
#define VK_F7         0x76
#define VK_F8         0x77
#define VK_F9         0x78
#define VK_F10        0x79
#define VK_F11        0x7A
#define VK_F12        0x7B
#define VK_NUMLOCK    0x90
#define VK_SCROLL     0x91
#define VK_LSHIFT     0xA0
#define VK_RSHIFT     0xA1
#define VK_LCONTROL   0xA2
#define VK_RCONTROL   0xA3
#define VK_LMENU      0xA4
#define VK_RMENU      0xA5
#define VK_OEM_1      0xBA
#define VK_OEM_PLUS   0xBB
#define VK_OEM_COMMA  0xBC
#define VK_OEM_MINUS  0xBD
#define VK_OEM_PERIOD 0xBE
#define VK_OEM_2      0xBF
#define VK_OEM_3      0xC0
#define VK_OEM_4      0xDB
#define VK_OEM_5      0xDC
#define VK_OEM_6      0xDD
#define VK_OEM_7      0xDE

/* Keys that the console's terminal has sent. It says that a key was pressed, and again while the
 * key is held, and not when it goes up. So a key is down (8000h) for 100 ms. The calls take no key
 * from the console, and have the terminal send each key at once. 1 of GetAsyncKeyState: the key was
 * pressed since that was last asked. The mouse and a pipe have no keys. */
SHORT WINAPI GetAsyncKeyState(int virtual_key);
SHORT WINAPI GetKeyState(int virtual_key);
BOOL WINAPI GetKeyboardState(PBYTE states); /* of 256 keys, with 80h */

/* The keyboard is that of the United States. 0, and -1 of VkKeyScan: there is no such key. */
#define MAPVK_VK_TO_VSC    0u
#define MAPVK_VSC_TO_VK    1u
#define MAPVK_VK_TO_CHAR   2u
#define MAPVK_VSC_TO_VK_EX 3u
#define MAPVK_VK_TO_VSC_EX 4u
UINT WINAPI MapVirtualKeyA(UINT code, UINT how);
UINT WINAPI MapVirtualKeyW(UINT code, UINT how);
SHORT WINAPI VkKeyScanA(CHAR character);
SHORT WINAPI VkKeyScanW(WCHAR character);

/* Prints the title and the text on the console, and returns a button's number at once: the first
 * button's, but IDCANCEL where that would try again. 0: there is no such kind of box. */
#define MB_OK                0x00000000u
#define MB_OKCANCEL          0x00000001u
#define MB_ABORTRETRYIGNORE  0x00000002u
#define MB_YESNOCANCEL       0x00000003u
#define MB_YESNO             0x00000004u
#define MB_RETRYCANCEL       0x00000005u
#define MB_CANCELTRYCONTINUE 0x00000006u
#define MB_TYPEMASK          0x0000000Fu
#define MB_ICONERROR         0x00000010u
#define MB_ICONHAND          MB_ICONERROR
#define MB_ICONSTOP          MB_ICONERROR
#define MB_ICONQUESTION      0x00000020u
#define MB_ICONWARNING       0x00000030u
#define MB_ICONEXCLAMATION   MB_ICONWARNING
#define MB_ICONINFORMATION   0x00000040u
#define MB_ICONASTERISK      MB_ICONINFORMATION
#define MB_SYSTEMMODAL       0x00001000u
#define MB_TASKMODAL         0x00002000u
#define MB_SETFOREGROUND     0x00010000u
#define MB_TOPMOST           0x00040000u
#define IDOK                 1
#define IDCANCEL             2
#define IDABORT              3
#define IDRETRY              4
#define IDIGNORE             5
#define IDYES                6
#define IDNO                 7
int WINAPI MessageBoxA(HWND owner, LPCSTR text, LPCSTR title, UINT kind);
int WINAPI MessageBoxW(HWND owner, LPCWSTR text, LPCWSTR title, UINT kind);

/* No thread has a window, the mouse or messages: NULL, FALSE, 0. The desktop is a window, without
 * calls for it. Both places are (0, 0). GetProcessWindowStation,
 * GetThreadDesktop: NULL, ERROR_NOT_SUPPORTED.
 * AllowSetForegroundWindow: FALSE, ERROR_ACCESS_DENIED. UnregisterClass: FALSE,
 * ERROR_CLASS_DOES_NOT_EXIST. */
typedef struct tagPOINT {
    LONG x;
    LONG y;
} POINT, *PPOINT, *LPPOINT;

typedef struct tagRECT {
    LONG left, top, right, bottom;
} RECT, *PRECT, *LPRECT;
HWND WINAPI GetActiveWindow(void);
HWND WINAPI GetCapture(void);
HWND WINAPI GetClipboardOwner(void);
HWND WINAPI GetClipboardViewer(void);
HWND WINAPI GetDesktopWindow(void);
HWND WINAPI GetFocus(void);
HWND WINAPI GetForegroundWindow(void);
HWND WINAPI GetOpenClipboardWindow(void);
BOOL WINAPI GetCaretPos(POINT *to);
BOOL WINAPI GetCursorPos(POINT *to);
BOOL WINAPI GetInputState(void);
DWORD WINAPI GetMessagePos(void);
LONG WINAPI GetMessageTime(void);
HANDLE WINAPI GetProcessWindowStation(void);
HANDLE WINAPI GetThreadDesktop(DWORD thread);
BOOL WINAPI AllowSetForegroundWindow(DWORD process);
BOOL WINAPI UnregisterClassA(LPCSTR name, HINSTANCE module);
BOOL WINAPI UnregisterClassW(LPCWSTR name, HINSTANCE module);

/* Calls that would make windows. There is no class of windows and none can be registered: 0,
 * ERROR_NOT_SUPPORTED; nor a cursor, ERROR_INVALID_CURSOR_HANDLE. So no window is made,
 * ERROR_CANNOT_FIND_WND_CLASS, and no number is a window: 0, ERROR_INVALID_WINDOW_HANDLE. */
typedef LRESULT(CALLBACK *WNDPROC)(HWND window, UINT message, WPARAM first, LPARAM second);
typedef struct tagWNDCLASSA {
    UINT style;
    WNDPROC lpfnWndProc;
    int cbClsExtra, cbWndExtra;
    HINSTANCE hInstance;
    HICON hIcon;
    HCURSOR hCursor;
    HBRUSH hbrBackground;
    LPCSTR lpszMenuName, lpszClassName;
} WNDCLASSA;
typedef struct tagWNDCLASSW {
    UINT style;
    WNDPROC lpfnWndProc;
    int cbClsExtra, cbWndExtra;
    HINSTANCE hInstance;
    HICON hIcon;
    HCURSOR hCursor;
    HBRUSH hbrBackground;
    LPCWSTR lpszMenuName, lpszClassName;
} WNDCLASSW;
typedef struct tagWNDCLASSEXA {
    UINT cbSize, style;
    WNDPROC lpfnWndProc;
    int cbClsExtra, cbWndExtra;
    HINSTANCE hInstance;
    HICON hIcon;
    HCURSOR hCursor;
    HBRUSH hbrBackground;
    LPCSTR lpszMenuName, lpszClassName;
    HICON hIconSm;
} WNDCLASSEXA;
typedef struct tagWNDCLASSEXW {
    UINT cbSize, style;
    WNDPROC lpfnWndProc;
    int cbClsExtra, cbWndExtra;
    HINSTANCE hInstance;
    HICON hIcon;
    HCURSOR hCursor;
    HBRUSH hbrBackground;
    LPCWSTR lpszMenuName, lpszClassName;
    HICON hIconSm;
} WNDCLASSEXW;
ATOM WINAPI RegisterClassA(const WNDCLASSA *about);
ATOM WINAPI RegisterClassW(const WNDCLASSW *about);
ATOM WINAPI RegisterClassExA(const WNDCLASSEXA *about);
ATOM WINAPI RegisterClassExW(const WNDCLASSEXW *about);
HCURSOR WINAPI LoadCursorA(HINSTANCE module, LPCSTR name);
HCURSOR WINAPI LoadCursorW(HINSTANCE module, LPCWSTR name);
HWND WINAPI CreateWindowExA(DWORD extended, LPCSTR class_name, LPCSTR title, DWORD style, int x,
                            int y, int width, int height, HWND parent, HMENU menu, HINSTANCE module,
                            LPVOID parameter);
HWND WINAPI CreateWindowExW(DWORD extended, LPCWSTR class_name, LPCWSTR title, DWORD style, int x,
                            int y, int width, int height, HWND parent, HMENU menu, HINSTANCE module,
                            LPVOID parameter);
BOOL WINAPI DestroyWindow(HWND window);
BOOL WINAPI GetClientRect(HWND window, LPRECT to);
BOOL WINAPI GetWindowRect(HWND window, LPRECT to);
#define SW_HIDE       0
#define SW_SHOWNORMAL 1
#define SW_MAXIMIZE   3
#define SW_SHOW       5
#define SW_MINIMIZE   6
#define SW_RESTORE    9
BOOL WINAPI ShowWindow(HWND window, int how);
BOOL WINAPI MoveWindow(HWND window, int x, int y, int width, int height, BOOL paints);
BOOL WINAPI SetWindowPos(HWND window, HWND behind, int x, int y, int width, int height, UINT how);
BOOL WINAPI SetForegroundWindow(HWND window);
BOOL WINAPI FlashWindow(HWND window, BOOL inverts);
BOOL WINAPI SetWindowTextA(HWND window, LPCSTR text);
BOOL WINAPI SetWindowTextW(HWND window, LPCWSTR text);
LONG WINAPI GetWindowLongA(HWND window, int index);
LONG WINAPI GetWindowLongW(HWND window, int index);
LONG WINAPI SetWindowLongA(HWND window, int index, LONG value);
LONG WINAPI SetWindowLongW(HWND window, int index, LONG value);
HMENU WINAPI GetSystemMenu(HWND window, BOOL reverts);
LRESULT WINAPI DefWindowProcA(HWND window, UINT message, WPARAM first, LPARAM second);
LRESULT WINAPI DefWindowProcW(HWND window, UINT message, WPARAM first, LPARAM second);
LRESULT WINAPI SendMessageA(HWND window, UINT message, WPARAM first, LPARAM second);
LRESULT WINAPI SendMessageW(HWND window, UINT message, WPARAM first, LPARAM second);

/* The points of the PC's screen of text, 720 and 400, and one screen; 0 for all else, because there
 * are no windows and no mouse. */
#define SM_CXSCREEN      0
#define SM_CYSCREEN      1
#define SM_MOUSEPRESENT  19
#define SM_CMOUSEBUTTONS 43
#define SM_CMONITORS     80
#define SM_REMOTESESSION 0x1000
int WINAPI GetSystemMetrics(int which);

/* *to becomes the RECT of the whole screen. FALSE: ERROR_INVALID_PARAMETER, another question. */
#define SPI_GETWORKAREA 0x30u
BOOL WINAPI SystemParametersInfoA(UINT which, UINT parameter, PVOID to, UINT changes);
BOOL WINAPI SystemParametersInfoW(UINT which, UINT parameter, PVOID to, UINT changes);

#ifdef UNICODE
#define SystemParametersInfo SystemParametersInfoW
#else
#define SystemParametersInfo SystemParametersInfoA
#endif

/* No menu: ERROR_INVALID_MENU_HANDLE. FindWindow: NULL, without an error. MessageBeep: TRUE, no
 * sound. */
BOOL WINAPI DeleteMenu(HMENU menu, UINT item, UINT how);
HWND WINAPI FindWindowA(LPCSTR class_name, LPCSTR title);
HWND WINAPI FindWindowW(LPCWSTR class_name, LPCWSTR title);
BOOL WINAPI MessageBeep(UINT kind);

#ifdef UNICODE
#define MapVirtualKey      MapVirtualKeyW
#define VkKeyScan          VkKeyScanW
#define FindWindow         FindWindowW
#define SetWindowText      SetWindowTextW
#define GetWindowLong      GetWindowLongW
#define SetWindowLong      SetWindowLongW
#define MessageBox         MessageBoxW
#define CharUpperBuff      CharUpperBuffW
#define CharLowerBuff      CharLowerBuffW
#define IsCharAlpha        IsCharAlphaW
#define IsCharAlphaNumeric IsCharAlphaNumericW
#define IsCharUpper        IsCharUpperW
#define IsCharLower        IsCharLowerW
#define CharNext           CharNextW
#define CharPrev           CharPrevW
#define CharToOem          CharToOemW
#define OemToChar          OemToCharW
#define wsprintf           wsprintfW
#define wvsprintf          wvsprintfW
#define UnregisterClass    UnregisterClassW
#define RegisterClass      RegisterClassW
#define RegisterClassEx    RegisterClassExW
#define LoadCursor         LoadCursorW
#define CreateWindowEx     CreateWindowExW
#define DefWindowProc      DefWindowProcW
#define SendMessage        SendMessageW
#define WNDCLASS           WNDCLASSW
#define WNDCLASSEX         WNDCLASSEXW
#define CharUpper          CharUpperW
#define CharLower          CharLowerW
#else
#define MapVirtualKey      MapVirtualKeyA
#define VkKeyScan          VkKeyScanA
#define FindWindow         FindWindowA
#define SetWindowText      SetWindowTextA
#define GetWindowLong      GetWindowLongA
#define SetWindowLong      SetWindowLongA
#define MessageBox         MessageBoxA
#define CharUpperBuff      CharUpperBuffA
#define CharLowerBuff      CharLowerBuffA
#define IsCharAlpha        IsCharAlphaA
#define IsCharAlphaNumeric IsCharAlphaNumericA
#define IsCharUpper        IsCharUpperA
#define IsCharLower        IsCharLowerA
#define CharNext           CharNextA
#define CharPrev           CharPrevA
#define CharToOem          CharToOemA
#define OemToChar          OemToCharA
#define wsprintf           wsprintfA
#define wvsprintf          wvsprintfA
#define UnregisterClass    UnregisterClassA
#define RegisterClass      RegisterClassA
#define RegisterClassEx    RegisterClassExA
#define LoadCursor         LoadCursorA
#define CreateWindowEx     CreateWindowExA
#define DefWindowProc      DefWindowProcA
#define SendMessage        SendMessageA
#define WNDCLASS           WNDCLASSA
#define WNDCLASSEX         WNDCLASSEXA
#define CharUpper          CharUpperA
#define CharLower          CharLowerA
#endif

#endif
