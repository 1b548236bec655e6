/* Properties of a screen as a whole, read and set. */
#include "lib/host.h"
#include "win32/console/console_io.h"
#include "win32/console/screens.h"

#include <consoleapi2.h>
#include <stdio.h>
#include <winerror.h>

/* Windows has blue in the lowest bit, and terminals red. */
static int colour_of(unsigned bits)
{
    return (int)((bits & FOREGROUND_BLUE ? 4u : 0) | (bits & FOREGROUND_GREEN) |
                 (bits & FOREGROUND_RED ? 1u : 0));
}

/* White on black are the terminal's own colours, whatever it has. */
size_t console_colours(WORD colours, char *sequence)
{
    enum { TEXT = 30, BEHIND = 40, BRIGHT = 60, BEHIND_BITS = 4 };
    unsigned text = colours & 0xF, behind = colours >> BEHIND_BITS & 0xF;
    int length = sprintf(sequence, "\x1b[0");
    if (text != SCREEN_WHITE)
        length += sprintf(sequence + length, ";%d",
                          TEXT + colour_of(text) + (text & FOREGROUND_INTENSITY ? BRIGHT : 0));
    if (behind)
        length +=
            sprintf(sequence + length, ";%d",
                    BEHIND + colour_of(behind) + (behind & FOREGROUND_INTENSITY ? BRIGHT : 0));
    sequence[length++] = 'm';
    return (size_t)length;
}

/* Colours what is written from now on. A terminal that shows cells colours each of them. */
static void set_attributes(struct screen *screen, WORD attributes)
{
    char sequence[sizeof "\x1b[0;97;107m"];
    screen->attributes = attributes;
    if (screen == screen_active && !screen_is_shown() && lib_host.output_is_terminal)
        lib_host.write(sequence, console_colours(attributes, sequence));
}

BOOL WINAPI SetConsoleTextAttribute(HANDLE console, WORD becomes)
{
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    set_attributes(screen, becomes);
    screen_release(screen);
    return TRUE;
}

BOOL WINAPI SetConsoleCursorPosition(HANDLE console, COORD place)
{
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    bool is_there = screen_has(screen, place);
    if (is_there) {
        if (place.X != screen->cursor.X || place.Y != screen->cursor.Y)
            screen_begin_showing();
        screen->cursor = place;
        screen_follow(screen);
    }
    screen_release(screen);
    return is_there;
}

BOOL WINAPI GetConsoleCursorInfo(HANDLE console, PCONSOLE_CURSOR_INFO information)
{
    struct screen *screen = screen_use(console, FILE_READ_DATA);
    if (!screen)
        return FALSE;
    CONSOLE_CURSOR_INFO looks = screen->looks;
    screen_release(screen);
    *information = looks;
    return TRUE;
}

BOOL WINAPI SetConsoleCursorInfo(HANDLE console, const CONSOLE_CURSOR_INFO *information)
{
    CONSOLE_CURSOR_INFO looks = *information;
    if (!console_is_output(console))
        return FALSE;
    if (looks.dwSize < 1 || looks.dwSize > 100)
        return file_fails(ERROR_INVALID_PARAMETER);
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    screen->looks = looks;
    screen_release(screen);
    return TRUE;
}
