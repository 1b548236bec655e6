/* Moves characters into a sink's window; see sink.h. */
#include "lib/sink.h"

#include <limits.h>
#include <string.h>

/* Counts length characters. Returns false when the sum no longer fits the result of printf. */
static bool sink_count(struct sink *sink, size_t length)
{
    if (sink->overflowed || length > (size_t)(INT_MAX - sink->total)) {
        sink->overflowed = true;
        return false;
    }
    sink->total += (int)length;
    return true;
}

/* Returns how many of length characters fit into the window now; 0 when the rest is dropped. */
static size_t sink_room(struct sink *sink, size_t length)
{
    if (sink->next == sink->end && sink->drain)
        sink->drain(sink);
    size_t room = (size_t)(sink->end - sink->next);
    return length < room ? length : room;
}

void sink_write(struct sink *sink, const char *bytes, size_t length)
{
    if (!sink_count(sink, length))
        return;
    for (size_t part; length != 0 && (part = sink_room(sink, length)) != 0; length -= part) {
        memcpy(sink->next, bytes, part);
        sink->next += part;
        bytes += part;
    }
}

void sink_fill(struct sink *sink, char byte, size_t count)
{
    if (!sink_count(sink, count))
        return;
    for (size_t part; count != 0 && (part = sink_room(sink, count)) != 0; count -= part) {
        memset(sink->next, byte, part);
        sink->next += part;
    }
}
