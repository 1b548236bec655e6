#include "win32/console/console_sizes.h"

#include "win32/console/console_io.h"
#include "win32/console/screens.h"

#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

static SHORT smaller(SHORT one, SHORT other)
{
    return one < other ? one : other;
}

BOOL WINAPI GetConsoleScreenBufferInfo(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFO information)
{
    struct screen *screen = screen_use(console, FILE_READ_DATA);
    if (!screen)
        return FALSE;
    CONSOLE_SCREEN_BUFFER_INFO told = {
        .dwSize = screen->size,
        .dwCursorPosition = screen->cursor,
        .wAttributes = screen->attributes,
        .srWindow = screen->window,
        .dwMaximumWindowSize = {smaller(screen->size.X, SCREEN_MOST_COLUMNS),
                                smaller(screen->size.Y, SCREEN_MOST_LINES)}};
    screen_release(screen);
    *information = told;
    return TRUE;
}

DWORD WINAPI GetLargestConsoleWindowSize(HANDLE console)
{
    return console_is_output(console) ? SCREEN_MOST_COLUMNS | SCREEN_MOST_LINES << 16 : 0;
}

BOOL WINAPI SetConsoleScreenBufferSize(HANDLE console, COORD size)
{
    enum { MOST_CELLS = 4 << 20 };
    if (!console_is_output(console))
        return FALSE;
    if (size.X < 1 || size.Y < 1 || size.X * size.Y > MOST_CELLS)
        return file_fails(ERROR_INVALID_PARAMETER);
    struct cell *cells = screen_blanks(size, SCREEN_WHITE);
    struct screen *screen = cells ? screen_use(console, FILE_WRITE_DATA) : NULL;
    if (!screen) {
        free(cells);
        return cells ? FALSE : file_fails(ERROR_NOT_ENOUGH_MEMORY);
    }
    bool fits = screen->window.Right - screen->window.Left < size.X &&
                screen->window.Bottom - screen->window.Top < size.Y;
    if (fits) {
        screen_move_window(screen, smaller(0, (SHORT)(size.X - 1 - screen->window.Right)),
                           smaller(0, (SHORT)(size.Y - 1 - screen->window.Bottom)));
        cells = screen_resize(screen, size, cells);
    }
    screen_release(screen);
    free(cells);
    return fits || file_fails(ERROR_INVALID_PARAMETER);
}

/* Whether a window of the screen can be here. */
static bool is_window(const struct screen *screen, const SMALL_RECT *window)
{
    int columns = window->Right - window->Left + 1, lines = window->Bottom - window->Top + 1;
    return columns > 0 && columns <= SCREEN_MOST_COLUMNS && lines > 0 &&
           lines <= SCREEN_MOST_LINES && window->Left >= 0 && window->Top >= 0 &&
           window->Right < screen->size.X && window->Bottom < screen->size.Y;
}

BOOL WINAPI SetConsoleWindowInfo(HANDLE console, BOOL absolute, const SMALL_RECT *window)
{
    SMALL_RECT becomes = *window;
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    if (!absolute) {
        const SMALL_RECT *now = &screen->window;
        becomes = (SMALL_RECT){(SHORT)(now->Left + becomes.Left), (SHORT)(now->Top + becomes.Top),
                               (SHORT)(now->Right + becomes.Right),
                               (SHORT)(now->Bottom + becomes.Bottom)};
    }
    bool can_be = is_window(screen, &becomes);
    if (can_be)
        screen->window = becomes;
    screen_release(screen);
    return can_be || file_fails(ERROR_INVALID_PARAMETER);
}

/* ---------------------------------------------------------------- all at once */

static DWORD colour_table[CONSOLE_COLOURS] = {
    0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xC0C0C0,
    0x808080, 0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};

BOOL WINAPI GetConsoleScreenBufferInfoEx(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFOEX information)
{
    CONSOLE_SCREEN_BUFFER_INFO told;
    if (information->cbSize != sizeof *information)
        return file_fails(ERROR_INVALID_PARAMETER);
    if (!GetConsoleScreenBufferInfo(console, &told))
        return FALSE;
    struct screen *screen = screen_use(console, FILE_READ_DATA);
    if (!screen)
        return FALSE;
    WORD popup = screen->popup;
    screen_release(screen);
    *information = (CONSOLE_SCREEN_BUFFER_INFOEX){.cbSize = sizeof *information,
                                                  .dwSize = told.dwSize,
                                                  .dwCursorPosition = told.dwCursorPosition,
                                                  .wAttributes = told.wAttributes,
                                                  .srWindow = told.srWindow,
                                                  .dwMaximumWindowSize = told.dwMaximumWindowSize,
                                                  .wPopupAttributes = popup};
    memcpy(information->ColorTable, colour_table, sizeof colour_table);
    return TRUE;
}

BOOL WINAPI SetConsoleScreenBufferInfoEx(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFOEX information)
{
    CONSOLE_SCREEN_BUFFER_INFOEX becomes = *information;
    if (becomes.cbSize != sizeof becomes)
        return file_fails(ERROR_INVALID_PARAMETER);
    CONSOLE_SCREEN_BUFFER_INFO told;
    if (!GetConsoleScreenBufferInfo(console, &told))
        return FALSE;
    bool has_size = told.dwSize.X == becomes.dwSize.X && told.dwSize.Y == becomes.dwSize.Y;
    if ((!has_size && !SetConsoleScreenBufferSize(console, becomes.dwSize)) ||
        !SetConsoleWindowInfo(console, TRUE, &becomes.srWindow) ||
        !SetConsoleTextAttribute(console, becomes.wAttributes))
        return FALSE;
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    screen->popup = becomes.wPopupAttributes;
    memcpy(colour_table, becomes.ColorTable, sizeof colour_table);
    screen_release(screen);
    return TRUE;
}
