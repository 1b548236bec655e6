/* A sink takes formatted characters into a window of memory. When the window is full it is drained
 * (the console), or further characters are dropped (a caller's buffer). Characters are bytes, or in
 * a wide sink units of UTF-16.
 */
#ifndef LIB_SINK_H
#define LIB_SINK_H

#include <stdbool.h>
#include <stddef.h>

struct sink {
    char *next, *end; /* the free part of the window */
    int total;        /* characters handed over so far, kept or dropped */
    bool overflowed;  /* total would pass INT_MAX; no more characters are taken */
    bool wide;        /* the window's characters are wchar_t, and its bytes an even number */
    const struct format_rules *rules; /* of printf; NULL: format_rules */

    /* Makes room: next < end afterwards. NULL: further characters are dropped. */
    void (*drain)(struct sink *sink);
};

/* Writes length characters. A wide sink gets each byte as a unit of its own, so bytes are ASCII
 * there. */
void sink_write(struct sink *sink, const char *bytes, size_t length);

/* Writes length units; the sink is wide. */
void sink_write_units(struct sink *sink, const wchar_t *units, size_t length);

void sink_fill(struct sink *sink, char byte, size_t count);

/* Writes one character. */
static inline void sink_put(struct sink *sink, char byte)
{
    sink_fill(sink, byte, 1);
}

#endif
