/* Reading and writing cells: from a place on to the end of the screen, or in a rectangle. Ordinary
 * code. FALSE: ERROR_INVALID_HANDLE, or ERROR_NOACCESS for the caller's memory. The calls for
 * narrow text have characters of the console's output code page, and those that write take UTF-8,
 * too. */
#ifndef WIN32_CONSOLE_CONSOLE_CELLS_H
#define WIN32_CONSOLE_CONSOLE_CELLS_H

#include <consoleapi2.h>

/* *done becomes the number of cells. From no cell on, reading has none; writing some is
 * ERROR_INVALID_PARAMETER. */
BOOL WINAPI ReadConsoleOutputCharacterA(HANDLE console, LPSTR text, DWORD count, COORD place,
                                        LPDWORD done);
BOOL WINAPI ReadConsoleOutputCharacterW(HANDLE console, LPWSTR text, DWORD count, COORD place,
                                        LPDWORD done);
BOOL WINAPI ReadConsoleOutputAttribute(HANDLE console, LPWORD attributes, DWORD count, COORD place,
                                       LPDWORD done);
BOOL WINAPI WriteConsoleOutputCharacterA(HANDLE console, LPCSTR text, DWORD count, COORD place,
                                         LPDWORD done);
BOOL WINAPI WriteConsoleOutputCharacterW(HANDLE console, LPCWSTR text, DWORD count, COORD place,
                                         LPDWORD done);
BOOL WINAPI WriteConsoleOutputAttribute(HANDLE console, const WORD *attributes, DWORD count,
                                        COORD place, LPDWORD done);

typedef struct _CHAR_INFO {
    union {
        WCHAR UnicodeChar;
        CHAR AsciiChar;
    } Char;
    WORD Attributes;
} CHAR_INFO, *PCHAR_INFO;

/* Copy cells between a rectangle of the screen and the caller's table, from `place` in it on.
 * *region becomes the part of it that both have. FALSE: there is none; ERROR_INVALID_PARAMETER for
 * writing, ERROR_NOT_ENOUGH_MEMORY for reading. Writing out of the screen changes nothing, and is
 * TRUE. */
BOOL WINAPI ReadConsoleOutputA(HANDLE console, PCHAR_INFO cells, COORD size, COORD place,
                               SMALL_RECT *region);
BOOL WINAPI ReadConsoleOutputW(HANDLE console, PCHAR_INFO cells, COORD size, COORD place,
                               SMALL_RECT *region);
BOOL WINAPI WriteConsoleOutputA(HANDLE console, const CHAR_INFO *cells, COORD size, COORD place,
                                SMALL_RECT *region);
BOOL WINAPI WriteConsoleOutputW(HANDLE console, const CHAR_INFO *cells, COORD size, COORD place,
                                SMALL_RECT *region);

/* Moves a rectangle, and fills what it leaves; only cells in `clip` change, NULL: all may. */
BOOL WINAPI ScrollConsoleScreenBufferA(HANDLE console, const SMALL_RECT *region,
                                       const SMALL_RECT *clip, COORD place, const CHAR_INFO *fill);
BOOL WINAPI ScrollConsoleScreenBufferW(HANDLE console, const SMALL_RECT *region,
                                       const SMALL_RECT *clip, COORD place, const CHAR_INFO *fill);

#endif
