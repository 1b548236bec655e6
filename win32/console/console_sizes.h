/* The sizes of a screen and its window. Ordinary code. */
#ifndef WIN32_CONSOLE_CONSOLE_SIZES_H
#define WIN32_CONSOLE_CONSOLE_SIZES_H

#include <consoleapi2.h>

/* Returns a COORD as Windows' compilers do, in one register: the columns in the low word. 0:
 * ERROR_INVALID_HANDLE. */
DWORD WINAPI GetLargestConsoleWindowSize(HANDLE console);

/* FALSE: ERROR_INVALID_PARAMETER, the window would not lie in the screen, or be larger than the
 * largest one. A relative window is added to what there is. The host's terminal shows as much of a
 * window as it has room for. */
BOOL WINAPI SetConsoleScreenBufferSize(HANDLE console, COORD size);
BOOL WINAPI SetConsoleWindowInfo(HANDLE console, BOOL absolute, const SMALL_RECT *window);

enum { CONSOLE_COLOURS = 16 };
typedef struct _CONSOLE_SCREEN_BUFFER_INFOEX {
    ULONG cbSize;
    COORD dwSize, dwCursorPosition;
    WORD wAttributes;
    SMALL_RECT srWindow;
    COORD dwMaximumWindowSize;
    WORD wPopupAttributes;
    BOOL bFullscreenSupported;
    DWORD ColorTable[CONSOLE_COLOURS];
} CONSOLE_SCREEN_BUFFER_INFOEX, *PCONSOLE_SCREEN_BUFFER_INFOEX;
_Static_assert(sizeof(CONSOLE_SCREEN_BUFFER_INFOEX) == 96, "CONSOLE_SCREEN_BUFFER_INFOEX");

/* All of it. The table of colours is kept and told: the terminal has its own. The cursor is not
 * set. FALSE: ERROR_INVALID_PARAMETER, cbSize is another, or a size cannot be. */
BOOL WINAPI GetConsoleScreenBufferInfoEx(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFOEX information);
BOOL WINAPI SetConsoleScreenBufferInfoEx(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFOEX information);

#endif
