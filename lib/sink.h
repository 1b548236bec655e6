/* Where formatted characters go: a window of memory that is either drained when it is full
 * (console) or swallows what no longer fits (a caller's buffer).
 */
#ifndef LIB_SINK_H
#define LIB_SINK_H

#include <stdbool.h>
#include <stddef.h>

struct sink {
    char *next, *end; /* the free part of the window */
    int total;        /* characters handed over so far, kept or swallowed */
    bool overflowed;  /* total would have passed INT_MAX; nothing is taken from there on */

    /* Makes room: next < end afterwards. NULL where the surplus is swallowed. */
    void (*drain)(struct sink *sink);
};

void sink_write(struct sink *sink, const char *bytes, size_t length);
void sink_fill(struct sink *sink, char byte, size_t count);

/* sink_write for the one character that most often comes alone. */
static inline void sink_put(struct sink *sink, char byte)
{
    sink_fill(sink, byte, 1);
}

#endif
