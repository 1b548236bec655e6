/* Moves characters into a sink's window; see sink.h. */
#include "lib/sink.h"

#include <limits.h>
#include <string.h>
#include <wchar.h>

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

static size_t unit_size(const struct sink *sink)
{
    return sink->wide ? sizeof(wchar_t) : 1;
}

/* Returns how many of length characters fit into the window now; 0 when the rest is dropped. */
static size_t sink_room(struct sink *sink, size_t length)
{
    if (sink->next == sink->end && sink->drain)
        sink->drain(sink);
    size_t room = (size_t)(sink->end - sink->next) / unit_size(sink);
    return length < room ? length : room;
}

static void widen(wchar_t *to, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = (unsigned char)bytes[i];
}

void sink_write(struct sink *sink, const char *bytes, size_t length)
{
    if (!sink_count(sink, length))
        return;
    for (size_t part; length != 0 && (part = sink_room(sink, length)) != 0; length -= part) {
        if (sink->wide)
            widen((wchar_t *)sink->next, bytes, part);
        else
            memcpy(sink->next, bytes, part);
        sink->next += part * unit_size(sink);
        bytes += part;
    }
}

void sink_write_units(struct sink *sink, const wchar_t *units, size_t length)
{
    if (!sink_count(sink, length))
        return;
    for (size_t part; length != 0 && (part = sink_room(sink, length)) != 0; length -= part) {
        wmemcpy((wchar_t *)sink->next, units, part);
        sink->next += part * sizeof *units;
        units += part;
    }
}

void sink_fill(struct sink *sink, char byte, size_t count)
{
    if (!sink_count(sink, count))
        return;
    for (size_t part; count != 0 && (part = sink_room(sink, count)) != 0; count -= part) {
        if (sink->wide)
            wmemset((wchar_t *)sink->next, (unsigned char)byte, part);
        else
            memset(sink->next, byte, part);
        sink->next += part * unit_size(sink);
    }
}
