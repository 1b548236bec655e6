/* The console's screen. Windows' names; part of windows.h.
 *
 * Its cells are kept from the first of these calls on, and hold what is written then. Where the
 * output is a terminal with escape sequences, the first call that puts something at a place of its
 * own choice makes the terminal show the screen's window. Elsewhere the text alone is seen.
 * The title is kept and told. FALSE: ERROR_INVALID_HANDLE for what is not the console's output;
 * ERROR_NOT_ENOUGH_MEMORY. Ordinary code and handlers, at either privilege level.
 */
#ifndef CONSOLEAPI2_H
#define CONSOLEAPI2_H

#include <windef.h>

typedef struct _COORD {
    SHORT X, Y;
} COORD, *PCOORD;

typedef struct _SMALL_RECT {
    SHORT Left, Top, Right, Bottom;
} SMALL_RECT, *PSMALL_RECT;

#define FOREGROUND_BLUE      0x01u
#define FOREGROUND_GREEN     0x02u
#define FOREGROUND_RED       0x04u
#define FOREGROUND_INTENSITY 0x08u
#define BACKGROUND_BLUE      0x10u
#define BACKGROUND_GREEN     0x20u
#define BACKGROUND_RED       0x40u
#define BACKGROUND_INTENSITY 0x80u

/* 80 columns and 300 lines at first, of which the window shows 25. The attributes are 7. */
typedef struct _CONSOLE_SCREEN_BUFFER_INFO {
    COORD dwSize, dwCursorPosition;
    WORD wAttributes;
    SMALL_RECT srWindow;
    COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO, *PCONSOLE_SCREEN_BUFFER_INFO;
BOOL WINAPI GetConsoleScreenBufferInfo(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFO information);
/* Colours what is written from now on, where the output is the host's terminal. */
BOOL WINAPI SetConsoleTextAttribute(HANDLE console, WORD attributes);

/* The window moves to where the cursor is. FALSE: ERROR_INVALID_PARAMETER, the place is not one of
 * the buffer's. */
BOOL WINAPI SetConsoleCursorPosition(HANDLE console, COORD place);

/* The cursor fills 25 hundredths of its cell at first. FALSE: ERROR_INVALID_PARAMETER, none of 1 to
 * 100. */
typedef struct _CONSOLE_CURSOR_INFO {
    DWORD dwSize;
    BOOL bVisible;
} CONSOLE_CURSOR_INFO, *PCONSOLE_CURSOR_INFO;
BOOL WINAPI GetConsoleCursorInfo(HANDLE console, PCONSOLE_CURSOR_INFO information);
BOOL WINAPI SetConsoleCursorInfo(HANDLE console, const CONSOLE_CURSOR_INFO *information);

/* *done becomes the number of cells from the place up to the buffer's end, at most count. FALSE:
 * ERROR_INVALID_PARAMETER, there is no such place and count is not 0. */
BOOL WINAPI FillConsoleOutputCharacterA(HANDLE console, CHAR character, DWORD count, COORD place,
                                        LPDWORD done);
BOOL WINAPI FillConsoleOutputCharacterW(HANDLE console, WCHAR character, DWORD count, COORD place,
                                        LPDWORD done);
BOOL WINAPI FillConsoleOutputAttribute(HANDLE console, WORD attribute, DWORD count, COORD place,
                                       LPDWORD done);

/* The title: at most 255 bytes of UTF-8 are kept, and it is the program's name at first. Get...
 * stores as much as has room in size units, and returns the whole length; 0:
 * ERROR_INVALID_PARAMETER, no room at all. FALSE: ERROR_NOT_ENOUGH_MEMORY, it is too long. */
BOOL WINAPI SetConsoleTitleA(LPCSTR title);
BOOL WINAPI SetConsoleTitleW(LPCWSTR title);
DWORD WINAPI GetConsoleTitleA(LPSTR title, DWORD size);
DWORD WINAPI GetConsoleTitleW(LPWSTR title, DWORD size);

#ifdef UNICODE
#define FillConsoleOutputCharacter FillConsoleOutputCharacterW
#define SetConsoleTitle            SetConsoleTitleW
#define GetConsoleTitle            GetConsoleTitleW
#else
#define FillConsoleOutputCharacter FillConsoleOutputCharacterA
#define SetConsoleTitle            SetConsoleTitleA
#define GetConsoleTitle            GetConsoleTitleA
#endif

#endif
