/* The list of screens, the moment from which on they are kept, and their owners. */
#include "win32/console/screens.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"
#include "win32/console/console_io.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

struct lock screen_lock;
struct screen screen_first = {
    .size = {SCREEN_COLUMNS, SCREEN_LINES},
    .window = {0, 0, SCREEN_COLUMNS - 1, SCREEN_SEEN - 1},
    .attributes = SCREEN_WHITE,
    .popup = 0xF5,
    .looks = {25, TRUE},
    .changed_last = -1,
};
struct screen *screen_active = &screen_first;
static struct screen *others; /* the newest first */

/* ---------------------------------------------------------------- what was written before */

/* The end of the text: 300 lines of usual length. */
static struct {
    char bytes[16384];
    uint32_t length; /* of the whole text */
} said;

static void remember(const char *bytes, size_t length)
{
    const size_t room = sizeof said.bytes;
    if (length > room) {
        said.length += length - room;
        bytes += length - room;
        length = room;
    }
    size_t at = said.length % room, part = length < room - at ? length : room - at;
    memcpy(said.bytes + at, bytes, part);
    memcpy(said.bytes, bytes + part, length - part);
    said.length += length;
}

/* Text that is longer has filled the screen. */
static void put_what_was_said(void)
{
    const size_t room = sizeof said.bytes;
    size_t at = said.length % room;
    if (said.length > room) {
        screen_first.cursor.Y = (SHORT)(screen_first.size.Y - 1);
        screen_text(&screen_first, said.bytes + at, room - at);
    }
    screen_text(&screen_first, said.bytes, at);
}

/* ---------------------------------------------------------------- text on its way */

/* Text of a terminal that shows cells is seen when they are; other text goes on as it is. */
static void write_screen(struct screen *screen, const char *bytes, size_t length)
{
    bool rings = screen->cells && screen_text(screen, bytes, length);
    if (!screen_is_shown()) {
        lib_host.write(bytes, length);
        return;
    }
    if (rings)
        lib_host.write("\a", 1);
    screen_show();
}

static void write_first(const char *bytes, size_t length)
{
    lock_take(&screen_lock);
    if (!screen_first.cells)
        remember(bytes, length);
    write_screen(&screen_first, bytes, length);
    lock_release(&screen_lock);
}

static void hear_typed(const char *bytes, size_t length)
{
    lock_take(&screen_lock);
    if (screen_first.cells)
        screen_text(screen_active, bytes, length);
    else
        remember(bytes, length);
    screen_echoed();
    lock_release(&screen_lock);
}

void screens_remember(void)
{
    static const struct stdio_screen screen = {write_first, hear_typed, screen_end_showing};
    __atomic_store_n(&stdio_screen, &screen, __ATOMIC_RELEASE);
}

/* ---------------------------------------------------------------- files and screens */

static struct screen *screen_of(const struct open_file *file)
{
    return file->object ? file->object : &screen_first;
}

static void write_file(const struct open_file *file, const char *bytes, DWORD size)
{
    lock_take(&screen_lock);
    write_screen(screen_of(file), bytes, size);
    lock_release(&screen_lock);
}

static DWORD *mode_of(const struct open_file *file)
{
    return file->object ? &screen_of(file)->mode : &console_first_mode;
}

/* Takes a user away, and releases the lock. Without users a screen ends, and the newest one that is
 * left is shown, if it was. */
static void drop_user(struct screen *screen)
{
    struct screen **place = &others;
    bool ends = --screen->users == 0 && screen != &screen_first;
    if (ends) {
        while (*place != screen)
            place = &(*place)->next;
        *place = screen->next;
        if (screen_active == screen) {
            screen_active = others ? others : &screen_first;
            screen_show();
        }
    }
    lock_release(&screen_lock);
    if (!ends)
        return;
    free(screen->cells);
    free(screen);
}

static void end_screen(void *screen)
{
    lock_take(&screen_lock);
    drop_user(screen);
}

static void *use_active(void)
{
    lock_take(&screen_lock);
    struct screen *screen = screen_active == &screen_first ? NULL : screen_active;
    if (screen)
        screen->users++;
    lock_release(&screen_lock);
    return screen;
}

static const struct console_screens kept = {write_file, mode_of, use_active, end_screen};

/* Keeps screens from now on, with all text that the program has written before, as far as that is
 * remembered. */
static bool keep_screens(void)
{
    if (__atomic_load_n(&console_screens, __ATOMIC_ACQUIRE))
        return true;
    struct cell *cells = screen_blanks(screen_first.size, screen_first.attributes);
    if (!cells || !screen_may_show()) {
        free(cells);
        return file_fails(ERROR_NOT_ENOUGH_MEMORY);
    }
    screens_remember();
    lock_take(&screen_lock);
    if (!screen_first.cells) {
        screen_first.cells = cells;
        cells = NULL;
        put_what_was_said();
    }
    __atomic_store_n(&console_screens, &kept, __ATOMIC_RELEASE);
    lock_release(&screen_lock);
    free(cells);
    return true;
}

struct screen *screen_use(HANDLE console, DWORD access)
{
    struct open_file *file = console_use(console, FILE_OUTPUT);
    if (!file)
        return NULL;
    bool may = (file->access & access) == access;
    struct screen *screen = NULL;
    if (may && keep_screens()) {
        lock_take(&screen_lock);
        screen = screen_of(file);
        screen->users++;
    }
    open_file_leave(file);
    if (!may)
        SetLastError(ERROR_INVALID_HANDLE);
    return screen;
}

void screen_release(struct screen *screen)
{
    screen_show();
    drop_user(screen);
}

struct screen *screen_make(void)
{
    struct screen *made = malloc(sizeof *made);
    if (!made || !keep_screens()) {
        free(made);
        file_fails(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    lock_take(&screen_lock);
    const struct screen *like = screen_active;
    COORD size = {(SHORT)(like->window.Right - like->window.Left + 1),
                  (SHORT)(like->window.Bottom - like->window.Top + 1)};
    *made = (struct screen){.size = size,
                            .window = {0, 0, (SHORT)(size.X - 1), (SHORT)(size.Y - 1)},
                            .attributes = like->attributes,
                            .popup = like->attributes,
                            .looks = like->looks,
                            .mode = ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT,
                            .changed_last = -1,
                            .users = 1};
    lock_release(&screen_lock);
    made->cells = screen_blanks(size, made->attributes);
    if (!made->cells) {
        free(made);
        file_fails(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    lock_take(&screen_lock);
    made->next = others;
    others = made;
    lock_release(&screen_lock);
    return made;
}

HANDLE screen_publish(struct screen *screen, DWORD access)
{
    return open_file_of(FILE_OUTPUT, open_file_rights(access), screen, end_screen);
}
