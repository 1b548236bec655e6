/* The console's keys as events, and what else is told of it. Ordinary code. */
#ifndef WIN32_KERNEL32_CONSOLE_EVENTS_H
#define WIN32_KERNEL32_CONSOLE_EVENTS_H

#include <consoleapi2.h>

typedef struct _INPUT_RECORD {
    WORD EventType; /* 1: a key */
    struct {
        BOOL bKeyDown;
        WORD wRepeatCount, wVirtualKeyCode, wVirtualScanCode;
        union {
            WCHAR UnicodeChar;
            CHAR AsciiChar;
        } uChar;
        DWORD dwControlKeyState;
    } Event;
} INPUT_RECORD, *PINPUT_RECORD;
_Static_assert(sizeof(INPUT_RECORD) == 20, "INPUT_RECORD");

/* A key is two events: it goes down and up. Read waits for the first. The console has only the
 * characters of keys. FALSE: ERROR_INVALID_HANDLE. */
BOOL WINAPI GetNumberOfConsoleInputEvents(HANDLE console, LPDWORD count);
BOOL WINAPI ReadConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI ReadConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI PeekConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI PeekConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD count);
BOOL WINAPI FlushConsoleInputBuffer(HANDLE console);

/* Has the handlers of SetConsoleCtrlHandler called on a new thread, and ends the program unless one
 * answers TRUE. event is 0 (Ctrl-C) or 1, group 0 or the process' number. */
BOOL WINAPI GenerateConsoleCtrlEvent(DWORD event, DWORD group);

HWND WINAPI GetConsoleWindow(void); /* NULL: it is a terminal */
DWORD WINAPI GetConsoleProcessList(LPDWORD processes, DWORD room);
BOOL WINAPI GetConsoleDisplayMode(LPDWORD mode);
BOOL WINAPI GetNumberOfConsoleMouseButtons(LPDWORD count);

/* Returns a COORD as Windows' compilers do, in one register: the columns in the low word. */
DWORD WINAPI GetLargestConsoleWindowSize(HANDLE console);

BOOL WINAPI AttachConsole(DWORD process); /* ERROR_ACCESS_DENIED: there is one */

/* The terminal's size cannot be changed: TRUE for the size that it has. */
BOOL WINAPI SetConsoleScreenBufferSize(HANDLE console, COORD size);
BOOL WINAPI SetConsoleWindowInfo(HANDLE console, BOOL absolute, const SMALL_RECT *window);

#endif
