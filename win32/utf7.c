#include "win32/utf7.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SEXTET = 6, UNIT = 16, SEXTET_MASK = 0x3F };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The bits that are read or written one after the other: the last `count` of `bits`. */
struct bits {
    uint32_t bits;
    unsigned count;
};

size_t utf7_widen(const char *text, size_t length, wchar_t *units, size_t room)
{
    struct bits read = {0, 0};
    size_t done = 0;
    bool encoded = false;
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        unsigned unit = (unsigned char)text[i];
        if (!encoded && text[i] == '+') {
            encoded = i + 1 == length || text[i + 1] != '-'; /* +- is a plus */
            if (encoded)
                continue;
            i++;
        } else if (encoded && digit) {
            read.bits = read.bits << SEXTET | (uint32_t)(digit - digits);
            read.count += SEXTET;
            if (read.count < UNIT)
                continue;
            read.count -= UNIT;
            unit = read.bits >> read.count & 0xFFFF;
        } else if (encoded) {
            encoded = false;
            if (unit < 0x80)
                read.count = 0; /* else Windows keeps what is left for the next + */
            if (text[i] == '-')
                continue;
        }
        if (done < room)
            units[done] = (wchar_t)unit;
        done++;
    }
    return done;
}

static bool is_plain(wchar_t unit)
{
    return unit < 0x80 && (!unit || isalnum(unit) || strchr("\t\n\r '(),-./:?", unit));
}

/* Where a text is written, as far as there is room. */
struct written {
    char *bytes;
    size_t length, room;
};

static void put_unit(struct written *written, char byte)
{
    if (written->length < written->room)
        written->bytes[written->length] = byte;
    written->length++;
}

/* Writes the units up to the next plain one. Returns their number. */
static size_t put_encoded(struct written *written, const wchar_t *text, size_t length)
{
    struct bits left = {0, 0};
    size_t i = 0;
    put_unit(written, '+');
    for (; i < length && !is_plain(text[i]); i++) {
        left.bits = left.bits << UNIT | text[i];
        for (left.count += UNIT; left.count >= SEXTET; left.count -= SEXTET)
            put_unit(written, digits[left.bits >> (left.count - SEXTET) & SEXTET_MASK]);
    }
    if (left.count)
        put_unit(written, digits[left.bits << (SEXTET - left.count) & SEXTET_MASK]);
    put_unit(written, '-'); /* always, which Windows does and the RFC does not ask for */
    return i;
}

size_t utf7_narrow(const wchar_t *text, size_t length, char *bytes, size_t room)
{
    struct written written = {bytes, 0, room};
    for (size_t i = 0; i < length;) {
        if (text[i] == '+') {
            put_unit(&written, '+');
            put_unit(&written, '-');
            i++;
        } else if (is_plain(text[i])) {
            put_unit(&written, (char)text[i++]);
        } else {
            i += put_encoded(&written, text + i, length - i);
        }
    }
    return written.length;
}
