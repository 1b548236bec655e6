/* The console's screen, whose cells are the terminal's: what programs set of it is kept. Its
 * colours are shown. */
#include "kernel/call/program.h"
#include "lib/host.h"
#include "lib/utf16.h"
#include "win32/files/console_io.h"
#include "win32/files/open_files.h"

#include <consoleapi2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

enum { COLUMNS = 80, LINES = 300, SEEN_LINES = 25, WHITE = 7, SMALL_CURSOR = 25, TITLE = 256 };

static COORD cursor;
static WORD attributes = WHITE;
static CONSOLE_CURSOR_INFO cursor_info = {SMALL_CURSOR, TRUE};

BOOL WINAPI GetConsoleScreenBufferInfo(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFO information)
{
    if (!console_is_output(console))
        return FALSE;
    *information = (CONSOLE_SCREEN_BUFFER_INFO){.dwSize = {COLUMNS, LINES},
                                                .dwCursorPosition = cursor,
                                                .wAttributes = attributes,
                                                .srWindow = {0, 0, COLUMNS - 1, SEEN_LINES - 1},
                                                .dwMaximumWindowSize = {COLUMNS, SEEN_LINES}};
    return TRUE;
}

/* Windows has blue in the lowest bit, and terminals red. */
static int colour_of(unsigned bits)
{
    return (int)((bits & FOREGROUND_BLUE ? 4u : 0) | (bits & FOREGROUND_GREEN) |
                 (bits & FOREGROUND_RED ? 1u : 0));
}

/* Colours what the terminal shows from now on. White on black are the terminal's own colours,
 * whatever it has. */
void console_show_colours(WORD colours)
{
    enum { TEXT = 30, BEHIND = 40, BRIGHT = 60, BEHIND_BITS = 4 };
    char sequence[sizeof "\x1b[0;97;107m"];
    unsigned text = colours & 0xF, behind = colours >> BEHIND_BITS & 0xF;
    int length = sprintf(sequence, "\x1b[0");
    if (text != WHITE)
        length += sprintf(sequence + length, ";%d",
                          TEXT + colour_of(text) + (text & FOREGROUND_INTENSITY ? BRIGHT : 0));
    if (behind)
        length +=
            sprintf(sequence + length, ";%d",
                    BEHIND + colour_of(behind) + (behind & FOREGROUND_INTENSITY ? BRIGHT : 0));
    sequence[length++] = 'm';
    console_write_bytes(sequence, (DWORD)length);
}

BOOL WINAPI SetConsoleTextAttribute(HANDLE console, WORD becomes)
{
    if (!console_is_output(console))
        return FALSE;
    attributes = becomes;
    if (lib_host.output_is_terminal)
        console_show_colours(becomes);
    return TRUE;
}

/* Whether there is such a cell; else the last error says that not. */
static bool is_place(COORD place)
{
    return (place.X >= 0 && place.X < COLUMNS && place.Y >= 0 && place.Y < LINES) ||
           file_fails(ERROR_INVALID_PARAMETER);
}

BOOL WINAPI SetConsoleCursorPosition(HANDLE console, COORD place)
{
    if (!console_is_output(console) || !is_place(place))
        return FALSE;
    cursor = place;
    return TRUE;
}

BOOL WINAPI GetConsoleCursorInfo(HANDLE console, PCONSOLE_CURSOR_INFO information)
{
    if (!console_is_output(console))
        return FALSE;
    *information = cursor_info;
    return TRUE;
}

BOOL WINAPI SetConsoleCursorInfo(HANDLE console, const CONSOLE_CURSOR_INFO *information)
{
    if (!console_is_output(console))
        return FALSE;
    if (information->dwSize < 1 || information->dwSize > 100)
        return file_fails(ERROR_INVALID_PARAMETER);
    cursor_info = *information;
    return TRUE;
}

/* Counts the cells from a place on that a call would fill. */
static BOOL count_cells(HANDLE console, DWORD count, COORD place, LPDWORD done)
{
    *done = 0;
    if (!console_is_output(console) || !is_place(place))
        return FALSE;
    DWORD left = (DWORD)(COLUMNS * LINES - (place.Y * COLUMNS + place.X));
    *done = count < left ? count : left;
    return TRUE;
}

BOOL WINAPI FillConsoleOutputCharacterA(HANDLE console, CHAR character, DWORD count, COORD place,
                                        LPDWORD done)
{
    (void)character;
    return count_cells(console, count, place, done);
}

BOOL WINAPI FillConsoleOutputCharacterW(HANDLE console, WCHAR character, DWORD count, COORD place,
                                        LPDWORD done)
{
    (void)character;
    return count_cells(console, count, place, done);
}

BOOL WINAPI FillConsoleOutputAttribute(HANDLE console, WORD attribute, DWORD count, COORD place,
                                       LPDWORD done)
{
    (void)attribute;
    return count_cells(console, count, place, done);
}

/* ---------------------------------------------------------------- the title */

static struct lock title_lock;
static char title[TITLE]; /* with the lock held */
static bool has_title;

BOOL WINAPI SetConsoleTitleA(LPCSTR text)
{
    char copied[TITLE];
    size_t length = strlen(text);
    if (length >= TITLE)
        return file_fails(ERROR_NOT_ENOUGH_MEMORY);
    memcpy(copied, text, length + 1);
    lock_take(&title_lock);
    memcpy(title, copied, length + 1);
    has_title = true;
    lock_release(&title_lock);
    return TRUE;
}

BOOL WINAPI SetConsoleTitleW(LPCWSTR text)
{
    char *narrow = wide_narrow_copy(text);
    BOOL set = narrow ? SetConsoleTitleA(narrow) : file_fails(ERROR_NOT_ENOUGH_MEMORY);
    free(narrow);
    return set;
}

static void copy_title(char copied[TITLE])
{
    int count;
    lock_take(&title_lock);
    strncpy(copied, has_title ? title : *program_words(&count), TITLE - 1);
    lock_release(&title_lock);
    copied[TITLE - 1] = 0;
}

DWORD WINAPI GetConsoleTitleA(LPSTR text, DWORD size)
{
    char copied[TITLE];
    if (!size) {
        file_fails(ERROR_INVALID_PARAMETER);
        return 0;
    }
    copy_title(copied);
    strncpy(text, copied, size - 1);
    text[size - 1] = 0;
    return (DWORD)strlen(copied);
}

DWORD WINAPI GetConsoleTitleW(LPWSTR text, DWORD size)
{
    char copied[TITLE];
    wchar_t wide[TITLE];
    if (!size) {
        file_fails(ERROR_INVALID_PARAMETER);
        return 0;
    }
    copy_title(copied);
    DWORD length = (DWORD)wide_widen(copied, wide), part = length < size ? length : size - 1;
    memcpy(text, wide, part * sizeof *wide);
    text[part] = 0;
    return length;
}
