/* The cells of a screen. */
#include "win32/console/screens.h"

#include <stdlib.h>
#include <string.h>
#include <winerror.h>

struct cell *screen_line(struct screen *screen, int line)
{
    return screen->cells + (screen->first + line) % screen->size.Y * screen->size.X;
}

static void blank(struct cell *cells, int count, WORD attributes)
{
    for (int i = 0; i < count; i++)
        cells[i] = (struct cell){' ', attributes};
}

struct cell *screen_blanks(COORD size, WORD attributes)
{
    struct cell *cells = malloc((size_t)size.X * (size_t)size.Y * sizeof *cells);
    if (cells)
        blank(cells, size.X * size.Y, attributes);
    return cells;
}

bool screen_has(const struct screen *screen, COORD place)
{
    return (place.X >= 0 && place.X < screen->size.X && place.Y >= 0 && place.Y < screen->size.Y) ||
           file_fails(ERROR_INVALID_PARAMETER);
}

void screen_changed(struct screen *screen, int first, int last)
{
    bool had_some = screen->changed_last >= screen->changed_first;
    if (!had_some || first < screen->changed_first)
        screen->changed_first = first;
    if (!had_some || last > screen->changed_last)
        screen->changed_last = last;
}

static int at_least_0(int line)
{
    return line > 0 ? line : 0;
}

void screen_next_line(struct screen *screen)
{
    if (++screen->cursor.Y < screen->size.Y)
        return;
    screen->cursor.Y--;
    screen->first = (screen->first + 1) % screen->size.Y;
    screen->left++;
    if (screen->changed_last >= screen->changed_first) {
        screen->changed_first = at_least_0(screen->changed_first - 1);
        screen->changed_last = at_least_0(screen->changed_last - 1);
    }
    blank(screen_line(screen, screen->cursor.Y), screen->size.X, screen->attributes);
    screen_changed(screen, screen->cursor.Y, screen->cursor.Y);
}

void screen_move_window(struct screen *screen, int right, int down)
{
    SMALL_RECT *window = &screen->window;
    *window = (SMALL_RECT){(SHORT)(window->Left + right), (SHORT)(window->Top + down),
                           (SHORT)(window->Right + right), (SHORT)(window->Bottom + down)};
}

/* Returns by how much a range has to move so that the place is in it. */
static int move_to(SHORT place, SHORT first, SHORT last)
{
    return place < first ? place - first : place > last ? place - last : 0;
}

void screen_follow(struct screen *screen)
{
    const SMALL_RECT *window = &screen->window;
    screen_move_window(screen, move_to(screen->cursor.X, window->Left, window->Right),
                       move_to(screen->cursor.Y, window->Top, window->Bottom));
}

static SHORT smaller(SHORT one, SHORT other)
{
    return one < other ? one : other;
}

struct cell *screen_resize(struct screen *screen, COORD size, struct cell *blanks)
{
    struct cell *old = screen->cells;
    SHORT columns = smaller(size.X, screen->size.X), lines = smaller(size.Y, screen->size.Y);
    blank(blanks, size.X * size.Y, screen->attributes);
    for (int line = 0; line < lines; line++)
        memcpy(blanks + line * size.X, screen_line(screen, line), (size_t)columns * sizeof *old);
    screen->cells = blanks;
    screen->first = 0;
    screen->size = size;
    screen->cursor.X = smaller(screen->cursor.X, (SHORT)(size.X - 1));
    screen->cursor.Y = smaller(screen->cursor.Y, (SHORT)(size.Y - 1));
    screen_changed(screen, 0, size.Y - 1);
    return old;
}
