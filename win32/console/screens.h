/* Screens of the console: cells, a cursor, and a window that shows some of them.
 *
 * They are kept from the first call on that asks for one (screen_use). Until then text goes to
 * the host's terminal as it is, which costs nothing. From then on it goes into cells first, and to
 * the terminal as before. The first call that puts something at a place of its own choice makes the
 * terminal show the window's cells instead (screen_show.c), and these alone.
 *
 * All functions are called with screen_lock held where nothing else is said. A writer may hold the
 * console's output lock, and a reader its input's; screen_lock is taken last. */
#ifndef WIN32_CONSOLE_SCREENS_H
#define WIN32_CONSOLE_SCREENS_H

#include "lib/lock.h"
#include "win32/files/open_files.h"

#include <consoleapi2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CHAR_INFO. A program for narrow text has its character in the low byte. */
struct cell {
    WCHAR character;
    WORD attributes;
};

enum { SCREEN_COLUMNS = 80, SCREEN_LINES = 300, SCREEN_SEEN = 25, SCREEN_WHITE = 7 };

/* The largest window. */
enum { SCREEN_MOST_COLUMNS = 160, SCREEN_MOST_LINES = 50 };

struct screen {
    struct cell *cells; /* from malloc, line by line; NULL: not kept yet */
    int first;          /* the line of them that is the screen's line 0: they go round */
    uint32_t left;      /* lines that have left the screen at its top */
    COORD size;
    COORD cursor; /* in the middle of a call X is the size's behind the last cell of a line */
    SMALL_RECT window;
    WORD attributes, popup;
    CONSOLE_CURSOR_INFO looks;
    DWORD mode;                      /* of the first screen: console_first_mode */
    int changed_first, changed_last; /* lines that the terminal may not show; none: last < first */
    unsigned users; /* open files, and the calls that use the screen; the first one never ends */
    struct screen *next;
};

extern struct lock screen_lock;
extern struct screen screen_first;
extern struct screen *screen_active; /* whose window is shown */

/* Remembers the end of the text that the program writes, until screens are kept. Called once,
 * before it writes; without the lock. */
void screens_remember(void);

/* Returns the screen of a handle that has these rights, with the lock; NULL, without it and with
 * the last error. screen_release shows what has changed, and releases the lock. */
struct screen *screen_use(HANDLE console, DWORD access);
void screen_release(struct screen *screen);

/* Makes a screen like the active one, with the window's size, blank; NULL, with the last error: no
 * memory. screen_publish makes its handle, which ends it. Without the lock. */
struct screen *screen_make(void);
HANDLE screen_publish(struct screen *screen, DWORD access);

/* ---------------------------------------------------------------- cells (screen_cells.c) */

/* Returns the first cell of a line. */
struct cell *screen_line(struct screen *screen, int line);

/* Has memory for cells, with blanks of these attributes; NULL: there is none. Without the lock. */
struct cell *screen_blanks(COORD size, WORD attributes);

/* Whether there is such a cell; else ERROR_INVALID_PARAMETER. */
bool screen_has(const struct screen *screen, COORD place);

/* These lines have changed. */
void screen_changed(struct screen *screen, int first, int last);

/* Moves the cursor down. The screen's last line makes the first one leave. */
void screen_next_line(struct screen *screen);

/* Moves the window; screen_follow to where the cursor is, if that is outside. */
void screen_move_window(struct screen *screen, int right, int down);
void screen_follow(struct screen *screen);

/* Changes the size, which the window has room in, and takes `blanks` for its cells. Cells that have
 * no room are lost. Returns the old cells, for free without the lock. */
struct cell *screen_resize(struct screen *screen, COORD size, struct cell *blanks);

/* ---------------------------------------------------------------- text (screen_text.c) */

/* Writes text at the cursor, into cells. Returns whether it rings the bell. */
bool screen_text(struct screen *screen, const char *bytes, size_t size);

/* A byte of the console's code page as a character, and back; '?' has no such one. Any context. */
WCHAR screen_character(char byte);
char screen_byte(WCHAR character);

/* Reads a character of UTF-8, or a byte of the console's code page where that is none, and moves
 * *bytes behind it. Writes its units, and returns their number. Any context. */
size_t screen_units(const char **bytes, const char *end, WCHAR units[2]);

/* ---------------------------------------------------------------- the terminal (screen_show.c) */

/* Has the memory for it, if the output is a terminal. FALSE: there is none. Without the lock. */
bool screen_may_show(void);

/* Whether the host's terminal shows the cells, and how to begin that, where it is one. */
bool screen_is_shown(void);
void screen_begin_showing(void);

/* Writes to the terminal what the active screen's window shows, and not yet the terminal. */
void screen_show(void);

/* The terminal shows the typed text, too, with the cursor behind it. */
void screen_echoed(void);

/* The program ends: the terminal shows its cursor again. Without the lock. */
void screen_end_showing(void);

#endif
