/* A FILE: one direction of the console, a file in memory, or NUL. The input may be a pipe. stdin,
 * stdout and stderr are those of the console from the start; freopen may make them files. In text
 * mode a file has CR LF for each LF that the program sees, and ^Z ends it.
 *
 * Each direction of the console has a lock. All files in memory have one lock together (ram_lock),
 * because several FILEs may have the same file open. Threads that wait for input hold the input's
 * lock, which no output needs. A caller's memory is touched before a lock is taken, so that its
 * faults come first.
 */
#ifndef LIB_STDIO_IMPL_H
#define LIB_STDIO_IMPL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

#include "lib/format_rules.h"
#include "lib/host.h"
#include "lib/lock.h"
#include "lib/ram_files.h"

/* Where reads and writes of a file in memory go on. The copy that _dup makes shares it with the
 * original. */
struct stdio_place {
    size_t position;
    unsigned users;
};

/* Its layout is msvcrt.dll's as far as programs of Windows look into a FILE: the size of 32 bytes,
 * and the words at 4, 0Ch and 10h. */
struct stdio_file {
    struct ram_file *ram;      /* NULL: a device, or with neither direction no file at all */
    int buffered;              /* 0. A program takes from it, and calls when it becomes negative. */
    struct stdio_place *place; /* NULL: without ram */
    unsigned reads : 1, writes : 1, : 2, ended : 1, failed : 1;
    unsigned : 10; /* programs set the highest one while they hold the lock */
    unsigned appends : 1, text : 1;
    unsigned kept : 1;          /* by freopen, between two files */
    unsigned empty : 1;         /* the device NUL: it takes all, and has nothing */
    unsigned has_wide_held : 1; /* wide_held is a character that ungetwc gave back */
    int number;                 /* io.h's */
    mbstate_t wide;             /* what was read or written of a wide character */
    short held;                 /* a character that ungetc gave back, else EOF */
    unsigned short wide_held;
};

_Static_assert(sizeof(struct stdio_file) == 32, "the distance of the streams in a program's array");
_Static_assert(offsetof(struct stdio_file, buffered) == 4, "_cnt");
_Static_assert(offsetof(struct stdio_file, number) == 0x10, "_file");

/* The first value of a new FILE. */
#define STDIO_NOTHING_HELD .held = EOF

enum { STDIO_ERROR = 2 }; /* the number of stderr */

/* The functions of a program that looks at the console's screen: its text goes to them
 * (win32/console/). Called with the direction's lock, but `end`. */
struct stdio_screen {
    void (*write)(const char *bytes, size_t length); /* instead of lib_host.write */
    void (*typed)(const char *bytes,
                  size_t length); /* hears of what the host's terminal has shown */
    void (*end)(void);            /* the program ends */
};
extern const struct stdio_screen *stdio_screen; /* NULL: nothing */

/* Whether the file is the console's input or output, and that a pipe. */
static inline bool stdio_is_pipe(const struct stdio_file *file)
{
    return !file->ram && !file->empty &&
           (file->reads                   ? lib_host.input_is_pipe
            : file->number == STDIO_ERROR ? lib_host.error_is_pipe
                                          : lib_host.output_is_pipe);
}

/* Whether wide characters lie in the file as they are, which is so with Microsoft's libraries where
 * it is no text. All others have UTF-8. */
static inline bool stdio_has_units(const struct stdio_file *file)
{
    return file->ram && !file->text && format_rules.library != FORMAT_OWN;
}

/* Returns the lock of all fields and of what is behind them. */
struct lock *stdio_lock(const struct stdio_file *file);

/* Writes bytes, in one piece. Returns whether the file has taken them all. */
bool stdio_write(struct stdio_file *file, const char *bytes, size_t length);

/* The bytes that a read of a device waits for. STDIO_ALL: all of them. STDIO_LINE: the end of a
 * line. STDIO_SOME: those that the device gives at once, which are a line of the console and any
 * byte of a pipe. STDIO_KEY: a key. */
enum stdio_wish { STDIO_ALL, STDIO_LINE, STDIO_SOME, STDIO_KEY };

/* Reads one piece of at most so many bytes, or of a line. Returns its length, 0 at the end. */
size_t stdio_read_piece(struct stdio_file *file, char *to, size_t most, enum stdio_wish wish);

/* A format, for narrow texts or for wide ones. */
struct stdio_format {
    const char *narrow;
    const wchar_t *wide; /* NULL: the other */
    const struct format_rules *rules;
};

/* Prints to the file. Returns the number of characters, or -1. */
int stdio_print(struct stdio_file *file, struct stdio_format text, va_list args);

/* vsnprintf for wide texts: returns the length that the whole text has, or -1. */
int stdio_format_wide(wchar_t *buffer, size_t size, const wchar_t *format, va_list args);

/* Input by a format, from the text, or from the file if that is NULL. */
struct stdio_scan_kind {
    bool wide;  /* the format is that of a function for wide texts, in UTF-8 like the text */
    bool sized; /* behind the place of each text stands its size */
    enum format_library library; /* FORMAT_OWN: that of format_rules */
};
int stdio_scan(struct stdio_file *file, const char *text, const char *format,
               struct stdio_scan_kind kind, va_list args);

enum { STDIO_STREAMS = 3, STDIO_FILES = STDIO_STREAMS + FOPEN_MAX, STDIO_CONTROL_Z = 0x1A };

/* All FILEs, by their numbers: stdin, stdout, stderr, and those that are opened. Microsoft's
 * library has twenty in such an array, and locks for these alone. */
extern struct stdio_file stdio_files[STDIO_FILES];
_Static_assert(STDIO_FILES <= 20, "programs that bring a printf know no more");

/* How a file is opened. */
struct stdio_how {
    bool reads, writes, appends, text;
    bool creates, exclusive, empties;
};

/* Opens a file in this FILE, or in one that is free if `file` is NULL. Returns NULL, with errno. */
struct stdio_file *stdio_open(struct stdio_file *file, const char *name, struct stdio_how how);

/* Whether this is a path that a file can have; else errno says why not. */
bool stdio_name_is_file(const struct path *path);

/* A FILE by its number, 0 to 2 for the three above, or NULL with errno EBADF; and back. */
struct stdio_file *stdio_by_number(int number);

/* Gives a file in memory room for so many bytes that the program writes, from its position on, as
 * far as there is memory. With the lock held, which is released for a while. */
void stdio_make_room(struct stdio_file *file, size_t length);

#endif
