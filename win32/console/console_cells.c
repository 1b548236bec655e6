/* Cells from a place on to the end of the screen. */
#include "win32/console/console_cells.h"

#include "seh_emul/memory/touch.h"
#include "win32/console/console_io.h"
#include "win32/console/screens.h"

#include <stdlib.h>
#include <winerror.h>

/* Does something with a cell, and with the caller's item that belongs to it. */
typedef void cell_does(struct cell *cell, void *items, DWORD index);

struct way {
    cell_does *does;
    DWORD item; /* bytes of the caller's for each cell */
    bool writes, writes_items;
};

/* Does it with so many cells. *done becomes their number. */
static BOOL do_cells(const struct way *way, HANDLE console, void *items, DWORD count, COORD place,
                     LPDWORD done)
{
    *done = 0;
    struct screen *screen = screen_use(console, way->writes ? FILE_WRITE_DATA : FILE_READ_DATA);
    if (!screen)
        return FALSE;
    bool is_there = screen_has(screen, place);
    int x = place.X, y = place.Y;
    DWORD left = is_there ? (DWORD)((screen->size.Y - y) * screen->size.X - x) : 0;
    DWORD all = count < left ? count : left;
    if (way->writes && all) {
        screen_begin_showing();
        screen_changed(screen, y, y + (x + (int)all - 1) / screen->size.X);
    }
    for (DWORD i = 0; i < all; x = 0, y++)
        for (struct cell *line = screen_line(screen, y); x < screen->size.X && i < all; x++, i++)
            way->does(&line[x], items, i);
    screen_release(screen);
    *done = all;
    return is_there || !count || !way->writes || file_fails(ERROR_INVALID_PARAMETER);
}

/* Does it with the items of a caller's table. */
static BOOL do_items(const struct way *way, HANDLE console, void *items, DWORD count, COORD place,
                     LPDWORD done)
{
    enum { MOST_CELLS = 1 << 24 };
    DWORD most = count < MOST_CELLS ? count : MOST_CELLS;
    if (console_is_output(console) && touch_fails(items, most * way->item, way->writes_items))
        return file_fails(ERROR_NOACCESS);
    return do_cells(way, console, items, count, place, done);
}

static void fill_character(struct cell *cell, void *items, DWORD index)
{
    (void)index;
    cell->character = *(const WCHAR *)items;
}

static void fill_attributes(struct cell *cell, void *items, DWORD index)
{
    (void)index;
    cell->attributes = *(const WORD *)items;
}

static void put_character(struct cell *cell, void *items, DWORD index)
{
    cell->character = ((const WCHAR *)items)[index];
}

static void put_attributes(struct cell *cell, void *items, DWORD index)
{
    cell->attributes = ((const WORD *)items)[index];
}

static void get_byte(struct cell *cell, void *items, DWORD index)
{
    ((char *)items)[index] = screen_byte(cell->character);
}

static void get_character(struct cell *cell, void *items, DWORD index)
{
    ((WCHAR *)items)[index] = cell->character;
}

static void get_attributes(struct cell *cell, void *items, DWORD index)
{
    ((WORD *)items)[index] = cell->attributes;
}

static const struct way fill_characters = {fill_character, 0, true, false},
                        fill_all_attributes = {fill_attributes, 0, true, false},
                        put_characters = {put_character, sizeof(WCHAR), true, false},
                        put_all_attributes = {put_attributes, sizeof(WORD), true, false},
                        get_bytes = {get_byte, sizeof(char), false, true},
                        get_characters = {get_character, sizeof(WCHAR), false, true},
                        get_all_attributes = {get_attributes, sizeof(WORD), false, true};

BOOL WINAPI FillConsoleOutputCharacterA(HANDLE console, CHAR character, DWORD count, COORD place,
                                        LPDWORD done)
{
    WCHAR unit = screen_character(character);
    return do_cells(&fill_characters, console, &unit, count, place, done);
}

BOOL WINAPI FillConsoleOutputCharacterW(HANDLE console, WCHAR character, DWORD count, COORD place,
                                        LPDWORD done)
{
    return do_cells(&fill_characters, console, &character, count, place, done);
}

BOOL WINAPI FillConsoleOutputAttribute(HANDLE console, WORD attribute, DWORD count, COORD place,
                                       LPDWORD done)
{
    return do_cells(&fill_all_attributes, console, &attribute, count, place, done);
}

BOOL WINAPI ReadConsoleOutputCharacterA(HANDLE console, LPSTR text, DWORD count, COORD place,
                                        LPDWORD done)
{
    return do_items(&get_bytes, console, text, count, place, done);
}

BOOL WINAPI ReadConsoleOutputCharacterW(HANDLE console, LPWSTR text, DWORD count, COORD place,
                                        LPDWORD done)
{
    return do_items(&get_characters, console, text, count, place, done);
}

BOOL WINAPI ReadConsoleOutputAttribute(HANDLE console, LPWORD attributes, DWORD count, COORD place,
                                       LPDWORD done)
{
    return do_items(&get_all_attributes, console, attributes, count, place, done);
}

BOOL WINAPI WriteConsoleOutputCharacterW(HANDLE console, LPCWSTR text, DWORD count, COORD place,
                                         LPDWORD done)
{
    return do_items(&put_characters, console, (void *)text, count, place, done);
}

BOOL WINAPI WriteConsoleOutputAttribute(HANDLE console, const WORD *attributes, DWORD count,
                                        COORD place, LPDWORD done)
{
    return do_items(&put_all_attributes, console, (void *)attributes, count, place, done);
}

BOOL WINAPI WriteConsoleOutputCharacterA(HANDLE console, LPCSTR text, DWORD count, COORD place,
                                         LPDWORD done)
{
    const char *from = text, *end = text + count;
    DWORD units = 0;
    if (console_is_output(console) && touch_fails(text, count, false))
        return file_fails(ERROR_NOACCESS);
    WCHAR *wide = malloc(((size_t)count + 1) * sizeof *wide);
    if (!wide)
        return file_fails(ERROR_NOT_ENOUGH_MEMORY);
    while (from < end)
        units += (DWORD)screen_units(&from, end, wide + units);
    BOOL is_done = do_cells(&put_characters, console, wide, units, place, done);
    free(wide);
    if (is_done && *done == units)
        *done = count;
    return is_done;
}
