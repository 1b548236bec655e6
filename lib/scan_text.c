/* The conversions of scanf for characters, words and sets. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "lib/scan_impl.h"
#include "lib/utf16.h"

#define PART 64 /* characters of a text that are taken out in one piece */

/* Reads a set, [a-z] or [^a-z], into one flag a character. Returns the format behind it. */
static const char *parse_set(const char *format, bool set[256])
{
    bool wanted = *format != '^';
    format += !wanted;
    memset(set, !wanted, 256);
    const char *first = format;
    for (; *format && (*format != ']' || format == first); format++) {
        unsigned char from = (unsigned char)*format, to = from;
        if (format[1] == '-' && format[2] && format[2] != ']') {
            to = (unsigned char)format[2];
            format += 2;
        }
        if (to < from) { /* a range may be turned round */
            unsigned char first_of_range = to;
            to = from;
            from = first_of_range;
        }
        for (unsigned c = from; c <= to; c++)
            set[c] = wanted;
    }
    return *format ? format + 1 : format;
}

/* The caller's memory for a text, and what is on its way to it. */
struct place {
    char *next; /* NULL: the text is dropped */
    bool wide;  /* its characters are UTF-16, and the input is UTF-8 */
    char bytes[PART];
    size_t count;
    int length; /* characters taken, of a wide text its units */
    size_t
        left; /* units that a wide text may still get: what is no UTF-8 may have more than taken */
};

/* Gives the bytes, but for those at the end that are the beginning of a character of a wide text.
 */
static void give_part(struct scan *scan, struct place *place, bool last)
{
    wchar_t units[PART];
    size_t count = 0;
    const char *next = place->bytes, *end = next + place->count;
    while (place->wide && next < end) {
        size_t length;
        wide_code(next, (size_t)(end - next), &length);
        if (length == WIDE_INCOMPLETE && !last)
            break;
        *(char *)end = 0; /* what is incomplete is no UTF-8 */
        count += wide_decode(&next, units + count);
    }
    count = count < place->left ? count : place->left;
    place->left -= count;
    size_t bytes = place->wide ? count * sizeof *units : place->count;
    scan_give(scan, place->next, place->wide ? (const void *)units : place->bytes, bytes);
    if (place->next)
        place->next += bytes;
    place->count = place->wide ? (size_t)(end - next) : 0;
    memmove(place->bytes, next, place->count);
}

/* The units that a byte of UTF-8 adds: the rest of a character has none. */
static int units_of(int byte)
{
    return (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
}

/* Takes characters of the set, at most width. */
static void take_text(struct scan *scan, const bool set[256], int width, struct place *place)
{
    place->left = (size_t)width;
    for (int byte; (byte = scan_peek(scan)) != EOF && set[byte];) {
        int more = place->wide ? units_of(byte) : 1;
        if (more > width - place->length)
            break;
        if (place->count == PART - 1)
            give_part(scan, place, false);
        place->length += more;
        place->bytes[place->count++] = (char)byte;
        scan_take(scan);
    }
    give_part(scan, place, true);
}

static struct place place_of(const struct scan *scan, const struct scan_spec *spec)
{
    return (struct place){.next = spec->place,
                          .wide = format_is_wide(spec->letter, spec->length, scan->wide)};
}

/* Ends the scan at a text that has no room: the place becomes an empty text. */
static bool refuse_text(struct scan *scan, const struct scan_spec *spec, bool is_wide)
{
    if (spec->size)
        scan_give(scan, spec->place, L"", is_wide ? sizeof(wchar_t) : 1);
    errno = ENOMEM;
    return false;
}

/* Reads characters of the set to a string. */
static bool scan_string(struct scan *scan, const struct scan_spec *spec, const bool set[256])
{
    struct place place = place_of(scan, spec);
    int width = spec->width ? spec->width : INT_MAX;
    if (!spec->size)
        return refuse_text(scan, spec, place.wide);
    int room = spec->size <= INT_MAX ? (int)spec->size - 1 : INT_MAX;
    take_text(scan, set, width < room ? width : room, &place);
    bool is_cut = room < width && scan_peek(scan) != EOF && set[scan_peek(scan)];
    if (is_cut)
        return refuse_text(scan, spec, place.wide);
    if (place.length)
        scan_give(scan, place.next, L"", place.wide ? sizeof(wchar_t) : 1);
    return place.length != 0;
}

bool scan_word(struct scan *scan, struct scan_spec *spec)
{
    bool set[256];
    for (int c = 0; c < 256; c++)
        set[c] = !isspace(c);
    return scan_string(scan, spec, set);
}

bool scan_set(struct scan *scan, struct scan_spec *spec)
{
    bool set[256];
    spec->behind = parse_set(spec->behind, set);
    return scan_string(scan, spec, set);
}

/* Reads exactly as many characters as the width says, one without a width. */
bool scan_chars(struct scan *scan, struct scan_spec *spec)
{
    int width = spec->width ? spec->width : 1;
    bool set[256];
    struct place place = place_of(scan, spec);
    const bool is_small = (unsigned)width > spec->size;
    memset(set, true, sizeof set);
    take_text(scan, set, is_small ? (int)spec->size : width, &place);
    return is_small ? refuse_text(scan, spec, place.wide) : place.length == width;
}
