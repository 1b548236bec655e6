/* Cells in a rectangle of the screen. */
#include "seh_emul/memory/touch.h"
#include "win32/console/console_cells.h"
#include "win32/console/console_io.h"
#include "win32/console/screens.h"

#include <stdlib.h>
#include <winerror.h>

static SHORT smaller(int one, int other)
{
    return (SHORT)(one < other ? one : other);
}

/* Makes the region no larger than the table of the caller's from the place on. Returns whether
 * there is something of it. */
static bool cut_to_table(SMALL_RECT *region, COORD size, COORD place)
{
    region->Right = smaller(region->Right, region->Left + size.X - place.X - 1);
    region->Bottom = smaller(region->Bottom, region->Top + size.Y - place.Y - 1);
    return region->Left <= region->Right && region->Top <= region->Bottom && place.X >= 0 &&
           place.Y >= 0;
}

/* Makes the region no larger than the screen. Returns whether there is something of it. */
static bool cut_to_screen(SMALL_RECT *region, COORD *place, COORD size)
{
    SMALL_RECT part = {region->Left < 0 ? 0 : region->Left, region->Top < 0 ? 0 : region->Top,
                       smaller(region->Right, size.X - 1), smaller(region->Bottom, size.Y - 1)};
    if (part.Left > part.Right || part.Top > part.Bottom)
        return false;
    *place = (COORD){(SHORT)(place->X + part.Left - region->Left),
                     (SHORT)(place->Y + part.Top - region->Top)};
    *region = part;
    return true;
}

/* Copies a cell of the caller's to or from one of the screen. */
typedef void cell_copy(struct cell *cell, CHAR_INFO *other);

static void read_narrow(struct cell *cell, CHAR_INFO *to)
{
    to->Char.UnicodeChar = (unsigned char)screen_byte(cell->character);
    to->Attributes = cell->attributes;
}

static void read_wide(struct cell *cell, CHAR_INFO *to)
{
    to->Char.UnicodeChar = cell->character;
    to->Attributes = cell->attributes;
}

static void write_narrow(struct cell *cell, CHAR_INFO *from)
{
    *cell = (struct cell){screen_character(from->Char.AsciiChar), from->Attributes};
}

static void write_wide(struct cell *cell, CHAR_INFO *from)
{
    *cell = (struct cell){from->Char.UnicodeChar, from->Attributes};
}

static void copy_cells(struct screen *screen, const SMALL_RECT *region, cell_copy *copies,
                       CHAR_INFO *cells, COORD size)
{
    for (int y = region->Top; y <= region->Bottom; y++, cells += size.X) {
        struct cell *line = screen_line(screen, y) + region->Left;
        for (int x = 0; x <= region->Right - region->Left; x++)
            copies(&line[x], &cells[x]);
    }
}

static BOOL read_region(HANDLE console, cell_copy *copies, CHAR_INFO *cells, COORD size,
                        COORD place, SMALL_RECT *region)
{
    SMALL_RECT part = *region;
    if (!console_is_output(console))
        return FALSE;
    bool is_some = cut_to_table(&part, size, place);
    *region = part;
    if (!is_some)
        return file_fails(ERROR_NOT_ENOUGH_MEMORY);
    if (touch_fails(cells, (DWORD)(size.X * size.Y) * sizeof *cells, true))
        return file_fails(ERROR_NOACCESS);
    struct screen *screen = screen_use(console, FILE_READ_DATA);
    if (!screen)
        return FALSE;
    is_some = cut_to_screen(&part, &place, screen->size);
    if (is_some)
        copy_cells(screen, &part, copies, cells + place.Y * size.X + place.X, size);
    screen_release(screen);
    *region = part;
    return is_some || file_fails(ERROR_INVALID_PARAMETER);
}

static BOOL write_region(HANDLE console, cell_copy *copies, const CHAR_INFO *cells, COORD size,
                         COORD place, SMALL_RECT *region)
{
    SMALL_RECT part = *region;
    if (!console_is_output(console))
        return FALSE;
    if (!cut_to_table(&part, size, place))
        return file_fails(ERROR_INVALID_PARAMETER);
    if (touch_fails(cells, (DWORD)(size.X * size.Y) * sizeof *cells, false))
        return file_fails(ERROR_NOACCESS);
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    if (cut_to_screen(&part, &place, screen->size)) {
        screen_begin_showing();
        screen_changed(screen, part.Top, part.Bottom);
        copy_cells(screen, &part, copies, (CHAR_INFO *)cells + place.Y * size.X + place.X, size);
    }
    screen_release(screen);
    *region = part;
    return TRUE;
}

BOOL WINAPI ReadConsoleOutputA(HANDLE console, PCHAR_INFO cells, COORD size, COORD place,
                               SMALL_RECT *region)
{
    return read_region(console, read_narrow, cells, size, place, region);
}

BOOL WINAPI ReadConsoleOutputW(HANDLE console, PCHAR_INFO cells, COORD size, COORD place,
                               SMALL_RECT *region)
{
    return read_region(console, read_wide, cells, size, place, region);
}

BOOL WINAPI WriteConsoleOutputA(HANDLE console, const CHAR_INFO *cells, COORD size, COORD place,
                                SMALL_RECT *region)
{
    return write_region(console, write_narrow, cells, size, place, region);
}

BOOL WINAPI WriteConsoleOutputW(HANDLE console, const CHAR_INFO *cells, COORD size, COORD place,
                                SMALL_RECT *region)
{
    return write_region(console, write_wide, cells, size, place, region);
}

/* ---------------------------------------------------------------- moving */

/* The cells that a call moves. */
struct moving {
    SMALL_RECT region, clip; /* in the screen */
    COORD by;
    struct cell fill;
};

static bool has_cell(const SMALL_RECT *region, int x, int y)
{
    return x >= region->Left && x <= region->Right && y >= region->Top && y <= region->Bottom;
}

/* Moves or fills a cell. Cells are taken in an order in which none is changed before it has moved.
 */
static void move_cell(struct screen *screen, const struct moving *moving, int x, int y)
{
    if (!has_cell(&moving->clip, x, y))
        return;
    int from_x = x - moving->by.X, from_y = y - moving->by.Y;
    struct cell *cell = screen_line(screen, y) + x;
    if (has_cell(&moving->region, from_x, from_y))
        *cell = screen_line(screen, from_y)[from_x];
    else if (has_cell(&moving->region, x, y))
        *cell = moving->fill;
}

static void move_cells(struct screen *screen, const struct moving *moving)
{
    const SMALL_RECT *clip = &moving->clip;
    int lines = clip->Bottom - clip->Top, columns = clip->Right - clip->Left;
    bool up = moving->by.Y <= 0, to_left = moving->by.X <= 0;
    for (int i = 0; i <= lines; i++)
        for (int j = 0; j <= columns; j++)
            move_cell(screen, moving, to_left ? clip->Left + j : clip->Right - j,
                      up ? clip->Top + i : clip->Bottom - i);
    screen_changed(screen, clip->Top, clip->Bottom);
}

static BOOL scroll(HANDLE console, const SMALL_RECT *region, const SMALL_RECT *clip, COORD place,
                   struct cell fill)
{
    struct moving moving = {*region,
                            clip ? *clip : (SMALL_RECT){0, 0, INT16_MAX, INT16_MAX},
                            {(SHORT)(place.X - region->Left), (SHORT)(place.Y - region->Top)},
                            fill};
    COORD unused = {0, 0};
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    if (cut_to_screen(&moving.region, &unused, screen->size) &&
        cut_to_screen(&moving.clip, &unused, screen->size)) {
        screen_begin_showing();
        move_cells(screen, &moving);
    }
    screen_release(screen);
    return TRUE;
}

BOOL WINAPI ScrollConsoleScreenBufferA(HANDLE console, const SMALL_RECT *region,
                                       const SMALL_RECT *clip, COORD place, const CHAR_INFO *fill)
{
    struct cell cell;
    CHAR_INFO copied = *fill;
    write_narrow(&cell, &copied);
    return scroll(console, region, clip, place, cell);
}

BOOL WINAPI ScrollConsoleScreenBufferW(HANDLE console, const SMALL_RECT *region,
                                       const SMALL_RECT *clip, COORD place, const CHAR_INFO *fill)
{
    struct cell cell;
    CHAR_INFO copied = *fill;
    write_wide(&cell, &copied);
    return scroll(console, region, clip, place, cell);
}
