/* The scanf family: one reader of formats over a text or a FILE. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/format_impl.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"

#define NUMBER_MAX 400 /* characters of a number; further ones stay in the input */
#define PART       64  /* characters of a text that are taken out in one piece */

/* While characters are looked at the FILE's lock is held, and one of them may have been taken out.
 * While the caller's memory is written the lock is free. */
struct scan {
    const char *text; /* NULL: from file */
    FILE *file;
    int next; /* the next character, EOF at the end */
    int count;
    bool peeked;
    bool wide;    /* the caller's function is for wide texts, and counts their units */
    bool sized;   /* behind the place of each text stands its size */
    bool starved; /* the input ended where a value or a character was expected */
};

static void scan_begin(struct scan *scan)
{
    if (!scan->text)
        lock_take(stdio_lock(scan->file));
}

static void finish(struct scan *scan)
{
    if (scan->text)
        return;
    if (scan->peeked && scan->next != EOF) {
        ungetc(scan->next, scan->file);
        scan->peeked = false;
    }
    lock_release(stdio_lock(scan->file));
}

static int peek(struct scan *scan)
{
    if (!scan->peeked) {
        if (!scan->text)
            scan->next = fgetc(scan->file);
        else
            scan->next = *scan->text ? (unsigned char)*scan->text++ : EOF;
        scan->peeked = true;
    }
    return scan->next;
}

static void scan_take(struct scan *scan)
{
    int next = peek(scan);
    bool inside = scan->wide && next != EOF && (next & 0xC0) == 0x80;
    scan->count += (next != EOF && !inside) + (scan->wide && next >= 0xF0);
    scan->peeked = scan->next == EOF;
}

static void skip_blanks(struct scan *scan)
{
    while (peek(scan) != EOF && isspace(peek(scan)))
        scan_take(scan);
}

struct piece {
    char text[NUMBER_MAX + 1];
    int length, room;
};

/* Takes the next character into the piece if it is one of these. */
static bool accept(struct scan *scan, struct piece *piece, const char *characters)
{
    int next = peek(scan);
    if (piece->length >= piece->room || next == EOF || next == 0 || !strchr(characters, next))
        return false;
    piece->text[piece->length++] = (char)next;
    piece->text[piece->length] = 0;
    scan_take(scan);
    return true;
}

#define DECIMAL "0123456789"
#define HEX     DECIMAL "abcdefABCDEF"

static void take_integer(struct scan *scan, struct piece *piece, int base)
{
    accept(scan, piece, "+-");
    if ((base == 0 || base == 16) && accept(scan, piece, "0")) {
        if (accept(scan, piece, "xX"))
            base = 16;
        else if (base == 0)
            base = 8;
    }
    const char *digits = base == 16 ? HEX : base == 8 ? "01234567" : DECIMAL;
    while (accept(scan, piece, digits))
        ;
}

static void take_float(struct scan *scan, struct piece *piece)
{
    accept(scan, piece, "+-");
    if (peek(scan) != EOF && strchr("iInN", peek(scan))) {
        while (accept(scan, piece, "infatyINFATY"))
            ;
        return;
    }
    bool hex = accept(scan, piece, "0") && accept(scan, piece, "xX");
    const char *digits = hex ? HEX : DECIMAL;
    while (accept(scan, piece, digits))
        ;
    if (accept(scan, piece, "."))
        while (accept(scan, piece, digits))
            ;
    if (accept(scan, piece, hex ? "pP" : "eE")) {
        accept(scan, piece, "+-");
        while (accept(scan, piece, DECIMAL))
            ;
    }
}

/* Writes to the caller's memory, unless place is NULL. */
static void give(struct scan *scan, void *place, const void *from, size_t bytes)
{
    if (!place)
        return;
    finish(scan);
    memcpy(place, from, bytes);
    scan_begin(scan);
}

static void store(struct scan *scan, void *place, enum format_length length, uint64_t value)
{
    static const uint8_t bytes[] = {
        [LENGTH_CHAR] = 1, [LENGTH_SHORT] = 2, [LENGTH_LONG_LONG] = 8, [LENGTH_MAX] = 8};
    bool is_word = length >= sizeof bytes || !bytes[length];
    give(scan, place, &value, is_word ? sizeof(int) : bytes[length]);
}

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
    int length; /* characters taken */
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
    size_t bytes = place->wide ? count * sizeof *units : place->count;
    give(scan, place->next, place->wide ? (const void *)units : place->bytes, bytes);
    if (place->next)
        place->next += bytes;
    place->count = place->wide ? (size_t)(end - next) : 0;
    memmove(place->bytes, next, place->count);
}

/* Takes characters of the set, at most width. */
static void take_text(struct scan *scan, const bool set[256], int width, struct place *place)
{
    while (place->length < width && peek(scan) != EOF && set[peek(scan)]) {
        if (place->count == PART - 1)
            give_part(scan, place, false);
        place->length += !place->wide || (peek(scan) & 0xC0) != 0x80;
        place->bytes[place->count++] = (char)peek(scan);
        scan_take(scan);
    }
    while (place->wide && place->length == width && (peek(scan) & 0xC0) == 0x80 &&
           peek(scan) != EOF) { /* the rest of the last character */
        place->bytes[place->count++] = (char)peek(scan);
        scan_take(scan);
        if (place->count == PART - 1)
            give_part(scan, place, false);
    }
    give_part(scan, place, true);
}

/* ---------------------------------------------------------------- conversions */

struct spec {
    const struct conversion *as;
    const char *behind; /* the format behind the letter; a set moves it behind itself */
    void *place;        /* the caller's memory; NULL: the value is dropped */
    int width;          /* 0: none is given */
    unsigned size;      /* of the place, in characters */
    enum format_length length;
    char letter;
};

/* Each returns whether it has found what it stands for. */
typedef bool scan_function(struct scan *scan, struct spec *spec);
static scan_function scan_integer, scan_float, scan_word, scan_set, scan_chars, scan_percent,
    scan_unknown;

/* The conversion skips blanks first; gives a value, for which it has an argument and which counts;
 * its integer has a sign. */
enum { SKIPS = 1, GIVES = 2, SIGNED = 4 };

static const struct conversion {
    const char *letters;
    scan_function *scan;
    uint8_t flags;
    uint8_t base; /* of an integer; 0: its first characters tell */
} conversions[] = {
    {"d", scan_integer, SKIPS | GIVES | SIGNED, 10},
    {"i", scan_integer, SKIPS | GIVES | SIGNED, 0},
    {"u", scan_integer, SKIPS | GIVES, 10},
    {"o", scan_integer, SKIPS | GIVES, 8},
    {"xXp", scan_integer, SKIPS | GIVES, 16},
    {"aAeEfFgG", scan_float, SKIPS | GIVES, 0},
    {"sS", scan_word, SKIPS | GIVES, 0},
    {"[", scan_set, GIVES, 0},
    {"cC", scan_chars, GIVES, 0},
    {"%", scan_percent, SKIPS, 0},
    {"", scan_unknown, SKIPS, 0}, /* any other letter, or none */
};

static const struct conversion *find_conversion(char letter)
{
    const struct conversion *row = conversions;
    while (*row->letters && (!letter || !strchr(row->letters, letter)))
        row++;
    return row;
}

static int number_room(int width)
{
    return width && width < NUMBER_MAX ? width : NUMBER_MAX;
}

static bool scan_integer(struct scan *scan, struct spec *spec)
{
    struct piece piece = {.room = number_room(spec->width)};
    int base = spec->as->base;
    bool is_long = spec->length == LENGTH_LONG_LONG || spec->length == LENGTH_MAX;
    char *end;
    uint64_t value;
    take_integer(scan, &piece, base);
    if (spec->as->flags & SIGNED)
        value =
            (uint64_t)(is_long ? strtoll(piece.text, &end, base) : strtol(piece.text, &end, base));
    else
        value = is_long ? strtoull(piece.text, &end, base) : strtoul(piece.text, &end, base);
    if (end == piece.text)
        return false;
    store(scan, spec->place, spec->length, value);
    return true;
}

static bool scan_float(struct scan *scan, struct spec *spec)
{
    struct piece piece = {.room = number_room(spec->width)};
    char *end;
    take_float(scan, &piece);
    double value = strtod(piece.text, &end);
    if (end == piece.text || *end)
        return false;
    if (spec->length == LENGTH_INT) {
        float small = strtof(piece.text, NULL);
        give(scan, spec->place, &small, sizeof small);
    } else {
        give(scan, spec->place, &value, sizeof value);
    }
    return true;
}

static struct place place_of(const struct scan *scan, const struct spec *spec)
{
    return (struct place){.next = spec->place,
                          .wide = format_is_wide(spec->letter, spec->length, scan->wide)};
}

/* Reads characters of the set to a string. One that has no room is made empty, and ends the scan.
 */
static bool scan_string(struct scan *scan, const struct spec *spec, const bool set[256])
{
    struct place place = place_of(scan, spec);
    int width = spec->width ? spec->width : INT_MAX;
    if (!spec->size)
        return false;
    int room = spec->size <= INT_MAX ? (int)spec->size - 1 : INT_MAX;
    take_text(scan, set, width < room ? width : room, &place);
    bool is_cut = room < width && place.length == room && peek(scan) != EOF && set[peek(scan)];
    size_t end_size = place.wide ? sizeof(wchar_t) : 1;
    if (place.length)
        give(scan, place.next, L"", end_size);
    if (is_cut)
        give(scan, spec->place, L"", end_size);
    return place.length != 0 && !is_cut;
}

static bool scan_word(struct scan *scan, struct spec *spec)
{
    bool set[256];
    for (int c = 0; c < 256; c++)
        set[c] = !isspace(c);
    return scan_string(scan, spec, set);
}

static bool scan_set(struct scan *scan, struct spec *spec)
{
    bool set[256];
    spec->behind = parse_set(spec->behind, set);
    return scan_string(scan, spec, set);
}

/* Reads exactly as many characters as the width says, one without a width. */
static bool scan_chars(struct scan *scan, struct spec *spec)
{
    int width = spec->width ? spec->width : 1;
    bool set[256];
    struct place place = place_of(scan, spec);
    if ((unsigned)width > spec->size)
        return false;
    memset(set, true, sizeof set);
    take_text(scan, set, width, &place);
    return place.length == width;
}

static bool scan_percent(struct scan *scan, struct spec *spec)
{
    (void)spec;
    if (peek(scan) != '%')
        return false;
    scan_take(scan);
    return true;
}

static bool scan_unknown(struct scan *scan, struct spec *spec)
{
    (void)scan, (void)spec;
    return false;
}

/* Does the conversion whose format begins behind the percent sign, and moves *format behind it.
 * Counts the value that it gives. Returns whether the scan goes on. */
static bool convert(struct scan *scan, const char **format, va_list *args, int *found)
{
    struct spec spec = {0};
    const char *text = *format;
    bool kept = *text != '*';
    for (text += !kept; isdigit((unsigned char)*text); text++)
        spec.width = spec.width < INT_MAX / 10 ? spec.width * 10 + (*text - '0') : spec.width;
    text = format_length(text, &spec.length);
    spec.letter = *text;
    spec.as = find_conversion(*text);
    spec.behind = text + 1;
    if (*text == 'n') {
        store(scan, va_arg(*args, void *), spec.length, (uint64_t)scan->count);
    } else {
        if (spec.as->flags & SKIPS)
            skip_blanks(scan);
        scan->starved = peek(scan) == EOF;
        bool gives = kept && spec.as->flags & GIVES;
        if (gives && !scan->starved)
            spec.place = va_arg(*args, void *);
        spec.size = UINT_MAX;
        if (gives && !scan->starved && scan->sized && strchr("sScC[", spec.letter))
            spec.size = va_arg(*args, unsigned);
        if (scan->starved || !spec.as->scan(scan, &spec))
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
            skip_blanks(scan);
            format++;
        } else if (*format != '%') {
            scan->starved = peek(scan) == EOF;
            if (peek(scan) != (unsigned char)*format++)
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
    finish(scan);
    return found;
}

int stdio_scan(FILE *file, const char *text, const char *format, struct stdio_scan_kind kind,
               va_list args)
{
    struct scan scan = {.file = file, .text = text, .wide = kind.wide, .sized = kind.sized};
    return scan_format(&scan, format, args);
}
