/* Text that is written to a screen. */
#include "lib/utf16.h"
#include "win32/console/console_io.h"
#include "win32/console/screens.h"

#include <consoleapi.h>
#include <stringapiset.h>
#include <winnls.h>

WCHAR screen_character(char byte)
{
    WCHAR unit = (unsigned char)byte;
    if (byte < 0)
        MultiByteToWideChar(GetConsoleOutputCP(), 0, &byte, 1, &unit, 1);
    return unit;
}

char screen_byte(WCHAR character)
{
    char bytes[WIDE_BYTES];
    if (character < 0x80)
        return (char)character;
    int length = WideCharToMultiByte(GetConsoleOutputCP(), 0, &character, 1, bytes, sizeof bytes,
                                     NULL, NULL);
    return (char)(length == 1 ? bytes[0] : '?');
}

size_t screen_units(const char **bytes, const char *end, WCHAR units[2])
{
    size_t length;
    uint32_t code = wide_code(*bytes, (size_t)(end - *bytes), &length);
    if (length && length != WIDE_INCOMPLETE) {
        *bytes += length;
        return wide_units(code, units);
    }
    units[0] = screen_character(*(*bytes)++);
    return 1;
}

/* ---------------------------------------------------------------- characters */

static DWORD mode_of(const struct screen *screen)
{
    return screen == &screen_first ? console_first_mode : screen->mode;
}

/* Puts a character at the cursor. A line that does not wrap goes on where this text began in it. */
static void put_unit(struct screen *screen, WCHAR unit, SHORT begin)
{
    COORD *cursor = &screen->cursor;
    if (cursor->X == screen->size.X)
        cursor->X = begin;
    screen_line(screen, cursor->Y)[cursor->X] = (struct cell){unit, screen->attributes};
    screen_changed(screen, cursor->Y, cursor->Y);
    if (++cursor->X == screen->size.X && mode_of(screen) & ENABLE_WRAP_AT_EOL_OUTPUT) {
        cursor->X = 0;
        screen_next_line(screen);
    }
}

typedef void control_does(struct screen *screen, SHORT begin);

static void go_back(struct screen *screen, SHORT begin)
{
    (void)begin;
    if (screen->cursor.X)
        screen->cursor.X--;
}

static void go_to_tab(struct screen *screen, SHORT begin)
{
    enum { TAB = 8 };
    do {
        put_unit(screen, ' ', begin);
    } while (screen->cursor.X % TAB && screen->cursor.X < screen->size.X);
}

static void begin_line(struct screen *screen, SHORT begin)
{
    (void)begin;
    screen->cursor.X = 0;
}

static void begin_next_line(struct screen *screen, SHORT begin)
{
    begin_line(screen, begin);
    screen_next_line(screen);
}

static void ring(struct screen *screen, SHORT begin)
{
    (void)screen, (void)begin;
}

static control_does *const controls[] = {['\a'] = ring,
                                         ['\b'] = go_back,
                                         ['\t'] = go_to_tab,
                                         ['\n'] = begin_next_line,
                                         ['\r'] = begin_line};

bool screen_text(struct screen *screen, const char *bytes, size_t size)
{
    const char *end = bytes + size;
    SHORT begin = screen->cursor.X;
    bool obeys = mode_of(screen) & ENABLE_PROCESSED_OUTPUT, rings = false;
    while (bytes < end) {
        WCHAR units[WIDE_UNITS];
        size_t count = screen_units(&bytes, end, units);
        control_does *does =
            obeys && units[0] < sizeof controls / sizeof controls[0] ? controls[units[0]] : NULL;
        rings |= does == ring;
        if (does)
            does(screen, begin);
        else
            for (size_t i = 0; i < count; i++)
                put_unit(screen, units[i], begin);
    }
    if (screen->cursor.X == screen->size.X)
        screen->cursor.X--;
    screen_follow(screen);
    return rings;
}
