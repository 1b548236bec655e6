/* The console's keys as events, and what else is told of it. Ordinary code. */
#ifndef WIN32_KERNEL32_CONSOLE_EVENTS_H
#define WIN32_KERNEL32_CONSOLE_EVENTS_H

#include <consoleapi2.h>

enum { KEY_EVENT = 1, MOUSE_EVENT = 2 };
enum { MOUSE_MOVED = 1 };

typedef struct _INPUT_RECORD {
    WORD EventType;
    union {
        struct {
            BOOL bKeyDown;
            WORD wRepeatCount, wVirtualKeyCode, wVirtualScanCode;
            union {
                WCHAR UnicodeChar;
                CHAR AsciiChar;
            } uChar;
            DWORD dwControlKeyState;
        } KeyEvent;
        struct {
            COORD dwMousePosition;
            DWORD dwButtonState, dwControlKeyState, dwEventFlags;
        } MouseEvent;
    } Event;
} INPUT_RECORD, *PINPUT_RECORD;
_Static_assert(sizeof(INPUT_RECORD) == 20, "INPUT_RECORD");

/* A key is two events: it goes down and up, at once, because a terminal says no more. Read waits
 * for the first. From the first of these calls on the terminal sends each key at once (conio.h). A
 * character beyond ASCII is a key for each of its units, which the count takes for granted, and one
 * for each of its bytes of UTF-8 where it is read as narrow. FALSE: ERROR_INVALID_HANDLE. */
BOOL WINAPI GetNumberOfConsoleInputEvents(HANDLE console, LPDWORD count);
BOOL WINAPI ReadConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI ReadConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI PeekConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI PeekConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI FlushConsoleInputBuffer(HANDLE console);

/* Adds records of any kind, which are read before keys that nobody has taken; *count becomes the
 * number that had room. A single one that tells of a mouse that moves takes the place of such a
 * last one. Reading text, and _getch, pass over them. FALSE also: ERROR_NOACCESS. */
BOOL WINAPI WriteConsoleInputA(HANDLE console, const INPUT_RECORD *records, DWORD room,
                               LPDWORD count);
BOOL WINAPI WriteConsoleInputW(HANDLE console, const INPUT_RECORD *records, DWORD room,
                               LPDWORD count);

/* Has the handlers of SetConsoleCtrlHandler called on a new thread, and ends the program unless one
 * answers TRUE. event is 0 (Ctrl-C) or 1, group 0 or the process' number. */
BOOL WINAPI GenerateConsoleCtrlEvent(DWORD event, DWORD group);

HWND WINAPI GetConsoleWindow(void); /* NULL: it is a terminal */
DWORD WINAPI GetConsoleProcessList(LPDWORD processes, DWORD room);
BOOL WINAPI GetConsoleDisplayMode(LPDWORD mode);
BOOL WINAPI GetNumberOfConsoleMouseButtons(LPDWORD count);

BOOL WINAPI AttachConsole(DWORD process); /* ERROR_ACCESS_DENIED: there is one */

#endif
