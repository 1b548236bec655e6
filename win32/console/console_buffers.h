/* Screens that a program makes, fonts, and what else is told of the console. Ordinary code. */
#ifndef WIN32_CONSOLE_CONSOLE_BUFFERS_H
#define WIN32_CONSOLE_CONSOLE_BUFFERS_H

#include <consoleapi2.h>
#include <handleapi.h>
#include <minwinbase.h>

/* A screen as large as the window, with the colours of the one that is shown, and blank. The last
 * handle that is closed ends it, and another one is shown then, if it was. INVALID_HANDLE_VALUE:
 * ERROR_INVALID_PARAMETER, flags is not CONSOLE_TEXTMODE_BUFFER. FALSE: ERROR_INVALID_HANDLE, the
 * handle may not write. */
#define CONSOLE_TEXTMODE_BUFFER 1u
HANDLE WINAPI CreateConsoleScreenBuffer(DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                                        DWORD flags, LPVOID data);
BOOL WINAPI SetConsoleActiveScreenBuffer(HANDLE console);

/* The terminal has its own font. The one that is told has 8 x 12 points; with `largest` its size is
 * that of the largest window in characters. The calls check the parameters of a new font, and
 * change nothing. FALSE or 0: ERROR_INVALID_HANDLE, or ERROR_INVALID_PARAMETER for cbSize, or no
 * such font. */
typedef struct _CONSOLE_FONT_INFO {
    DWORD nFont;
    COORD dwFontSize;
} CONSOLE_FONT_INFO, *PCONSOLE_FONT_INFO;
enum { CONSOLE_FACE_NAME = 32 };
typedef struct _CONSOLE_FONT_INFOEX {
    ULONG cbSize;
    DWORD nFont;
    COORD dwFontSize;
    UINT FontFamily, FontWeight;
    WCHAR FaceName[CONSOLE_FACE_NAME];
} CONSOLE_FONT_INFOEX, *PCONSOLE_FONT_INFOEX;
_Static_assert(sizeof(CONSOLE_FONT_INFOEX) == 84, "CONSOLE_FONT_INFOEX");
BOOL WINAPI GetCurrentConsoleFont(HANDLE console, BOOL largest, PCONSOLE_FONT_INFO font);
BOOL WINAPI GetCurrentConsoleFontEx(HANDLE console, BOOL largest, PCONSOLE_FONT_INFOEX font);
BOOL WINAPI SetCurrentConsoleFontEx(HANDLE console, BOOL largest, PCONSOLE_FONT_INFOEX font);
DWORD WINAPI GetConsoleFontSize(HANDLE console, DWORD font); /* a COORD in one register */

/* Nothing is selected: zeros. */
typedef struct _CONSOLE_SELECTION_INFO {
    DWORD dwFlags;
    COORD dwSelectionAnchor;
    SMALL_RECT srSelection;
} CONSOLE_SELECTION_INFO, *PCONSOLE_SELECTION_INFO;
BOOL WINAPI GetConsoleSelectionInfo(PCONSOLE_SELECTION_INFO information);

/* The console has a window's size always: FALSE, ERROR_CALL_NOT_IMPLEMENTED. */
BOOL WINAPI SetConsoleDisplayMode(HANDLE console, DWORD mode, PCOORD size);

#endif
