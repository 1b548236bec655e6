/* A FILE: one direction of the console, or a file in memory.
 *
 * Each direction of the console has a lock. All files in memory have one lock together (ram_lock),
 * because several FILEs may have the same file open. Threads that wait for input hold the input's
 * lock, which no output needs. A caller's memory is touched before a lock is taken, so that its
 * faults come first.
 */
#ifndef LIB_STDIO_IMPL_H
#define LIB_STDIO_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

#include "lib/lock.h"
#include "lib/ram_files.h"

struct stdio_file {
    bool reads, writes, appends;
    bool ended, failed;
    struct ram_file *ram; /* NULL: the console, or with neither direction a FILE that is free */
    size_t position;
    int held;         /* a character that ungetc gave back, else EOF */
    wint_t wide_held; /* one that ungetwc gave back, else WEOF */
    mbstate_t wide;   /* what was read or written of a wide character */
};

/* Of a new FILE. */
#define STDIO_NOTHING_HELD .held = EOF, .wide_held = WEOF

/* Returns the lock of all fields and of what is behind them. */
struct lock *stdio_lock(const struct stdio_file *file);

/* Writes bytes, in one piece. Returns whether the file has taken them all. */
bool stdio_write(struct stdio_file *file, const char *bytes, size_t length);

/* Gives a file in memory room for so many bytes from its position on, as far as there is memory.
 * With the lock held, which is released for a while. */
void stdio_make_room(struct stdio_file *file, size_t length);

#endif
