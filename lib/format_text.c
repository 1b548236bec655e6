/* %s and %c: strings and characters, wide and narrow, in the texts of either kind. The other kind
 * is converted between UTF-8 and UTF-16, a character at a time. Width and precision count
 * characters of the sink; a precision cuts between characters. The flag 0 fills a text with zeros,
 * which C leaves open and Microsoft's library does.
 */
#include <string.h>
#include <wchar.h>

#include "lib/format_impl.h"
#include "lib/utf16.h"

bool format_is_wide(char conversion, enum format_length length, bool wide_function)
{
    if (length == LENGTH_CHAR || length == LENGTH_SHORT)
        return false;
    if (length == LENGTH_LONG || length == LENGTH_LONG_LONG || length == LENGTH_WIDE)
        return true;
    return (conversion == 'S' || conversion == 'C') != wide_function;
}

/* One character, converted to the sink's kind. */
struct converted {
    union {
        char bytes[WIDE_BYTES];
        wchar_t units[WIDE_UNITS];
    };
    size_t length;
};

/* Reads a character of a text that is not of the sink's kind, and moves *text behind it. Returns
 * false at the end. */
static bool convert_one(const struct sink *sink, const void **text, struct converted *one)
{
    if (sink->wide) {
        const char *narrow = *text;
        if (!*narrow)
            return false;
        one->length = wide_decode(&narrow, one->units);
        *text = narrow;
    } else {
        const wchar_t *wide = *text;
        if (!*wide)
            return false;
        one->length = wide_encode(&wide, one->bytes);
        *text = wide;
    }
    return true;
}

static void print_converted(struct sink *sink, const struct format_spec *spec, const void *text,
                            size_t most)
{
    struct converted one;
    size_t length = 0;
    for (const void *next = text; length < most && convert_one(sink, &next, &one);) {
        if (one.length > most - length)
            break;
        length += one.length;
    }
    size_t after = format_open(sink, spec, "", length, true);
    for (; length > 0 && convert_one(sink, &text, &one); length -= one.length) {
        if (sink->wide)
            sink_write_units(sink, one.units, one.length);
        else
            sink_write(sink, one.bytes, one.length);
    }
    sink_fill(sink, ' ', after);
}

/* Prints characters that are of the sink's kind. */
static void print_characters(struct sink *sink, const struct format_spec *spec, const void *text,
                             size_t length)
{
    size_t after = format_open(sink, spec, "", length, true);
    if (sink->wide)
        sink_write_units(sink, text, length);
    else
        sink_write(sink, text, length);
    sink_fill(sink, ' ', after);
}

void format_string(struct sink *sink, const struct format_spec *spec, const void *text, bool wide)
{
    size_t most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    if (!text) { /* in the own library all six or none: a part would look like a string */
        text = most >= 6 || format_rules_of(sink)->library != FORMAT_OWN ? "(null)" : "";
        wide = false;
    }
    if (wide != sink->wide)
        print_converted(sink, spec, text, most);
    else if (wide)
        print_characters(sink, spec, text, wcsnlen(text, most));
    else
        print_characters(sink, spec, text, most == SIZE_MAX ? strlen(text) : strnlen(text, most));
}

void format_character(struct sink *sink, const struct format_spec *spec, int character, bool wide)
{
    const wchar_t units[] = {(wchar_t)character, 0};
    const char bytes[] = {(char)character, 0};
    if (wide != sink->wide && character) /* a 0 would end it as a text */
        print_converted(sink, spec, wide ? (const void *)units : bytes, SIZE_MAX);
    else
        print_characters(sink, spec, sink->wide ? (const void *)units : bytes, 1);
}
