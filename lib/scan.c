/* The scanf family: one reader of formats over a text or a FILE. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "lib/scan_impl.h"
#include "lib/stdio_impl.h"

static bool scan_percent(struct scan *scan, struct scan_spec *spec)
{
    (void)spec;
    if (scan_peek(scan) != '%')
        return false;
    scan_take(scan);
    return true;
}

static bool scan_unknown(struct scan *scan, struct scan_spec *spec)
{
    (void)scan, (void)spec;
    return false;
}

static const struct conversion {
    const char *letters;
    scan_function *scan;
    uint8_t flags;
    uint8_t base; /* of an integer; 0: its first characters tell */
} conversions[] = {
    {"d", scan_integer, SCAN_SKIPS | SCAN_GIVES | SCAN_SIGNED, 10},
    {"i", scan_integer, SCAN_SKIPS | SCAN_GIVES | SCAN_SIGNED, 0},
    {"u", scan_integer, SCAN_SKIPS | SCAN_GIVES, 10},
    {"o", scan_integer, SCAN_SKIPS | SCAN_GIVES, 8},
    {"xXp", scan_integer, SCAN_SKIPS | SCAN_GIVES, 16},
    {"aAeEfFgG", scan_float, SCAN_SKIPS | SCAN_GIVES, 0},
    {"sS", scan_word, SCAN_SKIPS | SCAN_GIVES | SCAN_TEXT, 0},
    {"[", scan_set, SCAN_GIVES | SCAN_TEXT, 0},
    {"cC", scan_chars, SCAN_GIVES | SCAN_TEXT, 0},
    {"%", scan_percent, SCAN_SKIPS, 0},
    {"", scan_unknown, SCAN_SKIPS, 0}, /* any other letter, or none */
};

static const struct conversion *find_conversion(char letter)
{
    const struct conversion *row = conversions;
    while (*row->letters && (!letter || !strchr(row->letters, letter)))
        row++;
    return row;
}

/* Does the conversion whose format begins behind the percent sign, and moves *format behind it.
 * Counts the value that it gives. Returns whether the scan goes on. */
static bool convert(struct scan *scan, const char **format, va_list *args, int *found)
{
    struct scan_spec spec = {0};
    const char *text = *format;
    bool kept = *text != '*';
    for (text += !kept; isdigit((unsigned char)*text); text++)
        spec.width = spec.width < INT_MAX / 10 ? spec.width * 10 + (*text - '0') : spec.width;
    text = format_length(text, &spec.length);
    spec.letter = *text;
    const struct conversion *as = find_conversion(*text);
    spec.flags = as->flags;
    spec.base = as->base;
    spec.behind = text + 1;
    if (*text == 'n') {
        scan_store(scan, va_arg(*args, void *), spec.length, (uint64_t)scan->count);
    } else {
        if (spec.flags & SCAN_SKIPS)
            scan_skip_blanks(scan);
        scan->starved = scan_peek(scan) == EOF;
        bool gives = kept && spec.flags & SCAN_GIVES;
        if (gives && !scan->starved)
            spec.place = va_arg(*args, void *);
        spec.size = UINT_MAX;
        if (gives && !scan->starved && scan->sized && spec.flags & SCAN_TEXT)
            spec.size = va_arg(*args, unsigned);
        if (scan->starved || !as->scan(scan, &spec))
            return false;
        *found += gives;
    }
    *format = spec.behind;
    return true;
}

static int scan_format(struct scan *scan, const char *format, va_list args)
{
    va_list list;
    int found = 0;
    va_copy(list, args);
    (void)strlen(format); /* a bad pointer faults without the lock */
    scan_begin(scan);
    while (*format) {
        if (isspace((unsigned char)*format)) {
            scan_skip_blanks(scan);
            format++;
        } else if (*format != '%') {
            scan->starved = scan_peek(scan) == EOF;
            if (scan_peek(scan) != (unsigned char)*format++)
                break;
            scan_take(scan);
        } else {
            format++;
            if (!convert(scan, &format, &list, &found))
                break;
        }
    }
    if (found == 0 && scan->starved)
        found = EOF;
    va_end(list);
    scan_end(scan);
    return found;
}

int stdio_scan(FILE *file, const char *text, const char *format, struct stdio_scan_kind kind,
               va_list args)
{
    struct scan scan = {.file = file, .text = text, .wide = kind.wide, .sized = kind.sized};
    return scan_format(&scan, format, args);
}
