/* The conversions of scanf for numbers: the characters that can belong to one are taken out of the
 * input first. */
#include <stdlib.h>
#include <string.h>

#include "lib/scan_impl.h"

#define NUMBER_MAX 400 /* characters of a number; further ones stay in the input */

struct piece {
    char text[NUMBER_MAX + 1];
    int length, room;
};

/* Takes the next character into the piece if it is one of these. */
static bool accept(struct scan *scan, struct piece *piece, const char *characters)
{
    int next = scan_peek(scan);
    if (piece->length >= piece->room || next == EOF || next == 0 || !strchr(characters, next))
        return false;
    piece->text[piece->length++] = (char)next;
    piece->text[piece->length] = 0;
    scan_take(scan);
    return true;
}

#define DECIMAL "0123456789"
#define HEX     DECIMAL "abcdefABCDEF"

/* Takes an integer's characters. An `x` behind the first 0 is one of them, if the base allows it.
 */
static void take_integer(struct scan *scan, struct piece *piece, int base, bool is_bare)
{
    accept(scan, piece, "+-");
    if (!is_bare && (base == 0 || base == 16) && accept(scan, piece, "0")) {
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
    if (scan_peek(scan) != EOF && strchr("iInN", scan_peek(scan))) {
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

static int number_room(int width)
{
    return width && width < NUMBER_MAX ? width : NUMBER_MAX;
}

static bool scan_digits(struct scan *scan, struct scan_spec *spec, bool is_bare)
{
    struct piece piece = {.room = number_room(spec->width)};
    int base = spec->base;
    bool is_long = spec->length == LENGTH_LONG_LONG || spec->length == LENGTH_MAX;
    char *end;
    uint64_t value;
    take_integer(scan, &piece, base, is_bare);
    if (spec->flags & SCAN_SIGNED)
        value =
            (uint64_t)(is_long ? strtoll(piece.text, &end, base) : strtol(piece.text, &end, base));
    else
        value = is_long ? strtoull(piece.text, &end, base) : strtoul(piece.text, &end, base);
    if (end == piece.text)
        return false;
    scan_store(scan, spec->place, spec->length, value);
    return true;
}

bool scan_integer(struct scan *scan, struct scan_spec *spec)
{
    return scan_digits(scan, spec, false);
}

/* msvcrt.dll prints no 0x, and takes none. */
bool scan_pointer(struct scan *scan, struct scan_spec *spec)
{
    return scan_digits(scan, spec, scan->is_msvcrt);
}

bool scan_float(struct scan *scan, struct scan_spec *spec)
{
    struct piece piece = {.room = number_room(spec->width)};
    char *end;
    take_float(scan, &piece);
    double value = strtod(piece.text, &end);
    if (end == piece.text || *end)
        return false;
    if (spec->length == LENGTH_INT) {
        float small = strtof(piece.text, NULL);
        scan_give(scan, spec->place, &small, sizeof small);
    } else {
        scan_give(scan, spec->place, &value, sizeof value);
    }
    return true;
}
