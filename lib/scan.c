/* The scanf family: one reader of formats over a text or a FILE. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "lib/scan_impl.h"
#include "lib/stdio_impl.h"

/* A percent sign, or a letter that is no conversion: it stands for itself. */
static bool scan_itself(struct scan *scan, struct scan_spec *spec)
{
    if (scan_peek(scan) != (unsigned char)spec->letter)
        return false;
    scan_take(scan);
    return true;
}

static const struct conversion {
    const char *letters;
    scan_function *scan;
    uint8_t flags;
    uint8_t base; /* of an integer; 0: its first characters tell */
} conversions[] = {
    {"dD", scan_integer, SCAN_SKIPS | SCAN_GIVES | SCAN_SIGNED, 10},
    {"i", scan_integer, SCAN_SKIPS | SCAN_GIVES | SCAN_SIGNED, 0},
    {"uU", scan_integer, SCAN_SKIPS | SCAN_GIVES, 10},
    {"oO", scan_integer, SCAN_SKIPS | SCAN_GIVES, 8},
    {"xX", scan_integer, SCAN_SKIPS | SCAN_GIVES, 16},
    {"pP", scan_pointer, SCAN_SKIPS | SCAN_GIVES, 16},
    {"aAeEfFgG", scan_float, SCAN_SKIPS | SCAN_GIVES, 0},
    {"sS", scan_word, SCAN_SKIPS | SCAN_GIVES | SCAN_TEXT, 0},
    {"[", scan_set, SCAN_GIVES | SCAN_TEXT, 0},
    {"cC", scan_chars, SCAN_GIVES | SCAN_TEXT, 0},
    {"", scan_itself, SCAN_SKIPS, 0}, /* any other letter, or none */
};

static const struct conversion *find_conversion(char letter)
{
    const struct conversion *row = conversions;
    while (*row->letters && (!letter || !strchr(row->letters, letter)))
        row++;
    return row;
}

/* Reads the width, the length and the star of a conversion, in any order: digits on both sides of
 * the length are one number. Returns the text behind them. */
static const char *parse_prefix(const char *text, struct scan_spec *spec, bool is_msvcrt,
                                bool *kept)
{
    const char *behind;
    *kept = true;
    for (;; text = behind) {
        enum format_length length;
        behind = text + 1;
        if (isdigit((unsigned char)*text)) {
            spec->width = spec->width < INT_MAX / 10 ? spec->width * 10 + (*text - '0') : INT_MAX;
        } else if (*text == '*') {
            *kept = false;
        } else {
            if (is_msvcrt && *text && strchr("jzt", *text))
                return text;
            behind = format_length(text, &length);
            if (behind == text)
                return text;
            /* msvcrt.dll counts an h down and an l up, so that two h make an int again */
            spec->length = is_msvcrt && length == LENGTH_CHAR ? LENGTH_INT : length;
        }
    }
}

/* Does the conversion whose format begins behind the percent sign, and moves *format behind it.
 * Counts the value that it gives. Returns whether the scan goes on. */
static bool convert(struct scan *scan, const char **format, va_list *args, int *found)
{
    struct scan_spec spec = {0};
    bool kept;
    const char *text = parse_prefix(*format, &spec, scan->is_msvcrt, &kept);
    spec.letter = *text;
    const struct conversion *as = find_conversion(*text);
    spec.flags = as->flags;
    spec.base = as->base;
    spec.behind = text + 1;
    if (*text == 'n') {
        scan_store(scan, va_arg(*args, void *), spec.length, (uint64_t)scan->count);
    } else {
        const int before = scan->count;
        if (spec.flags & SCAN_SKIPS)
            scan_skip_blanks(scan);
        scan->starved = scan_peek(scan) == EOF;
        /* msvcrt.dll does not tell the end of a wide text that it has skipped to */
        if (scan->starved && scan->wide && scan->count > before && scan->is_msvcrt)
            scan->hides_end = true;
        bool gives = kept && spec.flags & SCAN_GIVES;
        if (gives && !scan->starved)
            spec.place = va_arg(*args, void *);
        spec.size = UINT_MAX;
        if (gives && !scan->starved && scan->sized && spec.flags & SCAN_TEXT)
            spec.size = va_arg(*args, unsigned);
        if (scan->starved || !as->scan(scan, &spec))
            return false;
        *found += gives;
        scan->has_converted |= !kept;
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
    if (found == 0 && scan->starved && !scan->has_converted && !scan->hides_end)
        found = EOF;
    va_end(list);
    scan_end(scan);
    return found;
}

int stdio_scan(FILE *file, const char *text, const char *format, struct stdio_scan_kind kind,
               va_list args)
{
    struct scan scan = {
        .file = file,
        .text = text,
        .wide = kind.wide,
        .sized = kind.sized,
        .is_msvcrt = (kind.library ? kind.library : format_rules.library) == FORMAT_MSVCRT,
    };
    return scan_format(&scan, format, args);
}
