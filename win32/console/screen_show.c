/* Shows a screen on the host's terminal, with as few escape sequences as are needed.
 *
 * All of the terminal's lines scroll after each call. The program's end shows the cursor again, and
 * the command gives the terminal its plain colours (tools/run/run.py). */
#include "lib/host.h"
#include "lib/utf16.h"
#include "win32/console/console_io.h"
#include "win32/console/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cell of which nobody knows what the terminal has there. */
#define UNKNOWN ((struct cell){0xFFFF, 0xFFFF})

static bool is_begun;
static struct cell (*shown)[SCREEN_MOST_COLUMNS]; /* from malloc, SCREEN_MOST_LINES of them */
static COORD shown_size;
static const struct screen *shown_screen;
static uint32_t shown_line; /* of all that the screen had: the one at the terminal's top */
static SHORT shown_left;

/* The terminal's cursor, from 0 on; X is -1 where it is not known. */
static COORD at;
static WORD colours;
static bool has_cursor;

/* ---------------------------------------------------------------- bytes */

enum { ROOM = 2048, MOST = 48 }; /* a piece has fewer bytes than MOST */
static char pieces[ROOM];
static size_t length;

static void send_pieces(void)
{
    if (length)
        lib_host.write(pieces, length);
    length = 0;
}

#define say(...) (length += (size_t)sprintf(room_for_piece(), __VA_ARGS__))

static char *room_for_piece(void)
{
    if (length + MOST > ROOM)
        send_pieces();
    return pieces + length;
}

/* Whether the cells from the terminal's cursor up to this one are few, and can be written again. */
static bool is_near(int x, int y)
{
    enum { FEW = 5 }; /* bytes of a sequence that moves the cursor, at least */
    if (at.X < 0 || at.Y != y || x < at.X || x > at.X + FEW)
        return false;
    for (int i = at.X; i < x; i++)
        if (shown[y][i].attributes != colours || shown[y][i].character < ' ' ||
            shown[y][i].character > '~')
            return false;
    return true;
}

static void go_to(int x, int y)
{
    if (is_near(x, y))
        for (int i = at.X; i < x; i++)
            say("%c", shown[y][i].character);
    else if (at.X >= 0 && x == 0 && y == at.Y + 1)
        say("\n");
    else
        say("\x1b[%d;%dH", y + 1, x + 1);
    at = (COORD){(SHORT)x, (SHORT)y};
}

static void choose(WORD becomes)
{
    becomes &= 0xFF;
    if (becomes == colours)
        return;
    room_for_piece();
    length += console_colours(becomes, pieces + length);
    colours = becomes;
}

/* The signs of characters that are orders to a terminal. */
static const WCHAR signs[] =
    L" \x263A\x263B\x2665\x2666\x2663\x2660\x2022\x25D8\x25CB\x25D9\x2642\x2640\x266A\x266B\x263C"
    L"\x25BA\x25C4\x2195\x203C\xB6\xA7\x25AC\x21A8\x2191\x2193\x2192\x2190\x221F\x2194\x25B2\x25BC";

/* Returns how many cells the character has that begins in this one, of so many. */
static int draw(const struct cell *cells, int count)
{
    WCHAR units[WIDE_UNITS + 1] = {cells[0].character, count > 1 ? cells[1].character : 0};
    const WCHAR *from = units;
    choose(cells[0].attributes);
    if (units[0] < ' ')
        units[0] = signs[units[0]];
    else if (units[0] == 0x7F)
        units[0] = 0x2302;
    room_for_piece();
    length += wide_encode(&from, pieces + length);
    return (int)(from - units);
}

/* ---------------------------------------------------------------- lines */

static bool is_same(struct cell one, struct cell other)
{
    return one.character == other.character && one.attributes == other.attributes;
}

static void show_line(struct screen *screen, int y)
{
    const struct cell *cells = screen_line(screen, screen->window.Top + y) + screen->window.Left;
    int columns = shown_size.X, part;
    for (int x = 0; x < columns; x += part) {
        part = 1;
        if (is_same(cells[x], shown[y][x]))
            continue;
        go_to(x, y);
        part = draw(cells + x, columns - x);
        memcpy(&shown[y][x], cells + x, (size_t)part * sizeof *cells);
        at.X = (SHORT)(x + part < columns ? x + part : -1);
    }
}

static void fill_shown(int first, int last, struct cell cell)
{
    for (int y = first; y <= last; y++)
        for (int x = 0; x < SCREEN_MOST_COLUMNS; x++)
            shown[y][x] = cell;
}

/* Has the terminal move its lines up, and blanks come from below. */
static void scroll(int lines)
{
    choose(SCREEN_WHITE);
    say("\x1b[1;%dr\x1b[%d;1H", shown_size.Y, shown_size.Y);
    for (int i = 0; i < lines; i++)
        say("\n");
    say("\x1b[r");
    at.X = -1;
    memmove(shown[0], shown[lines], (size_t)(shown_size.Y - lines) * sizeof shown[0]);
    fill_shown(shown_size.Y - lines, shown_size.Y - 1, (struct cell){' ', SCREEN_WHITE});
}

static void clear(COORD size)
{
    choose(SCREEN_WHITE);
    say("\x1b[2J");
    fill_shown(0, SCREEN_MOST_LINES - 1, (struct cell){' ', SCREEN_WHITE});
    shown_size = size;
}

/* ---------------------------------------------------------------- windows */

static COORD window_size(const SMALL_RECT *window)
{
    return (COORD){(SHORT)(window->Right - window->Left + 1),
                   (SHORT)(window->Bottom - window->Top + 1)};
}

/* Has the terminal show the window's place. Returns whether all its lines may have changed. */
static bool move_window(const struct screen *screen)
{
    COORD size = window_size(&screen->window);
    uint32_t line = screen->left + (uint32_t)screen->window.Top, down = line - shown_line;
    bool is_new = size.X != shown_size.X || size.Y != shown_size.Y;
    bool is_here = screen == shown_screen && screen->window.Left == shown_left && !is_new;
    if (is_new)
        clear(size);
    else if (is_here && down && down < (uint32_t)size.Y)
        scroll((int)down);
    shown_screen = screen;
    shown_line = line;
    shown_left = screen->window.Left;
    return !is_here || down;
}

/* Shows the program's cursor, or not, if it is in the window. */
static void show_cursor(const struct screen *screen, bool is_seen)
{
    int x = screen->cursor.X - screen->window.Left, y = screen->cursor.Y - screen->window.Top;
    is_seen &= x >= 0 && x < shown_size.X && y >= 0 && y < shown_size.Y;
    if (is_seen)
        go_to(x, y);
    if (is_seen != has_cursor)
        say("\x1b[?25%c", is_seen ? 'h' : 'l');
    has_cursor = is_seen;
}

void screen_show(void)
{
    struct screen *screen = screen_active;
    if (!is_begun)
        return;
    bool all = move_window(screen);
    int first = all ? 0 : screen->changed_first - screen->window.Top;
    int last = all ? shown_size.Y - 1 : screen->changed_last - screen->window.Top;
    for (int y = first < 0 ? 0 : first; y <= last && y < shown_size.Y; y++)
        show_line(screen, y);
    screen->changed_first = 0;
    screen->changed_last = -1;
    show_cursor(screen, screen->looks.bVisible != FALSE);
    send_pieces();
}

/* ---------------------------------------------------------------- begin and end */

bool screen_is_shown(void)
{
    return is_begun;
}

void screen_end_showing(void)
{
    lock_take(&screen_lock);
    if (is_begun && !has_cursor) {
        show_cursor(screen_active, true);
        send_pieces();
    }
    lock_release(&screen_lock);
}

bool screen_may_show(void)
{
    if (!lib_host.output_is_terminal || shown)
        return true;
    struct cell(*lines)[SCREEN_MOST_COLUMNS] = malloc(SCREEN_MOST_LINES * sizeof *lines);
    if (!lines)
        return false;
    lock_take(&screen_lock);
    bool is_first = !shown;
    if (is_first)
        shown = lines;
    lock_release(&screen_lock);
    if (!is_first)
        free(lines);
    return true;
}

void screen_begin_showing(void)
{
    if (is_begun || !lib_host.output_is_terminal)
        return;
    is_begun = true;
    at.X = -1;
    colours = SCREEN_WHITE;
    has_cursor = true;
    say("\x1b[0m");
}

/* Where the terminal has it, and whether it has scrolled, is not known: it may have more lines than
 * the window. */
void screen_echoed(void)
{
    if (!is_begun)
        return;
    fill_shown(0, SCREEN_MOST_LINES - 1, UNKNOWN);
    screen_changed(screen_active, screen_active->window.Top, screen_active->window.Bottom);
    at.X = -1;
    screen_show();
}
