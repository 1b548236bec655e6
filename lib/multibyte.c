/* Narrow text, which is UTF-8, from and to wide text, a character at a time or whole.
 *
 * A character of two units is given out in two steps: the first three of its four bytes say the
 * first unit, and the last byte completes the second.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

#include "lib/utf16.h"

#define INCOMPLETE ((size_t)-2)
#define INVALID    ((size_t)-1)

/* For callers without a state of their own. */
static mbstate_t states[4];

static size_t invalid(mbstate_t *state)
{
    *state = (mbstate_t){0};
    errno = EILSEQ;
    return INVALID;
}

/* The code that the first three of four bytes are the beginning of. */
static uint32_t three_of_four(const unsigned char bytes[4])
{
    return (bytes[0] & 7u) << 18 | (bytes[1] & 0x3Fu) << 12 | (bytes[2] & 0x3Fu) << 6;
}

/* Reads a character, or with by_units a unit. Results are mbrtowc's. */
static size_t read_code(uint32_t *code, const char *text, size_t size, mbstate_t *state,
                        bool by_units)
{
    for (size_t used = 0; used < size;) {
        size_t length;
        state->bytes[state->count++] = (unsigned char)text[used++];
        *code = wide_code((const char *)state->bytes, state->count, &length);
        if (length == 0)
            return invalid(state);
        if (length == WIDE_INCOMPLETE) {
            if (!by_units || state->count < 3)
                continue;
            wchar_t units[WIDE_UNITS];
            *code = three_of_four(state->bytes);
            if (*code < 0x10000 || *code >= 0x110000)
                return invalid(state);
            wide_units(*code, units);
            *code = units[0];
            return used;
        }
        *state = (mbstate_t){0};
        if (length == 4 && by_units)
            *code = 0xDC00 + (*code & 0x3FF);
        return *code ? used : 0;
    }
    return INCOMPLETE;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t size,
               mbstate_t *restrict state)
{
    uint32_t code;
    if (!text) {
        to = NULL;
        text = "";
        size = 1;
    }
    size_t length = read_code(&code, text, size, state ? state : &states[0], true);
    if (to && length < INCOMPLETE)
        *to = (wchar_t)code;
    return length;
}

size_t mbrtoc16(char16_t *restrict to, const char *restrict text, size_t size,
                mbstate_t *restrict state)
{
    wchar_t unit = 0;
    size_t length = mbrtowc(&unit, text, size, state ? state : &states[1]);
    if (to && text && length < INCOMPLETE)
        *to = unit;
    return length;
}

size_t mbrtoc32(char32_t *restrict to, const char *restrict text, size_t size,
                mbstate_t *restrict state)
{
    uint32_t code;
    size_t length =
        read_code(&code, text ? text : "", text ? size : 1, state ? state : &states[2], false);
    if (to && text && length < INCOMPLETE)
        *to = code;
    return length;
}

size_t mbrlen(const char *restrict text, size_t size, mbstate_t *restrict state)
{
    return mbrtowc(NULL, text, size, state ? state : &states[3]);
}

int mbsinit(const mbstate_t *state)
{
    return !state || (state->count == 0 && state->half == 0);
}

size_t wcrtomb(char *restrict to, wchar_t character, mbstate_t *restrict state)
{
    static mbstate_t own;
    state = state ? state : &own;
    if (!to) {
        *state = (mbstate_t){0};
        return 1;
    }
    wchar_t units[] = {state->half ? state->half : character, state->half ? character : 0, 0};
    const wchar_t *next = units;
    bool first = character >= 0xD800 && character < 0xDC00;
    bool second = character >= 0xDC00 && character < 0xE000;
    if (second != (state->half != 0))
        return invalid(state);
    state->half = first ? character : 0;
    return first ? 0 : wide_encode(&next, to);
}

size_t c16rtomb(char *restrict to, char16_t character, mbstate_t *restrict state)
{
    return wcrtomb(to, character, state);
}

size_t c32rtomb(char *restrict to, char32_t character, mbstate_t *restrict state)
{
    static mbstate_t own;
    wchar_t units[WIDE_UNITS + 1] = {0};
    const wchar_t *next = units;
    if (!to)
        return 1;
    if (character >= 0x110000 || (character >= 0xD800 && character < 0xE000))
        return invalid(state ? state : &own);
    wide_units(character, units);
    return wide_encode(&next, to);
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count,
                 mbstate_t *restrict state)
{
    mbstate_t own = {0};
    const char *text = *from, *done = text;
    size_t written = 0;
    state = state ? state : &own;
    while (!to || written < count) {
        wchar_t unit = 0;
        size_t length = mbrtowc(&unit, text, 1, state);
        if (length == INVALID) {
            if (to)
                *from = done;
            return INVALID;
        }
        text++;
        if (length == INCOMPLETE)
            continue;
        if (to)
            to[written] = unit;
        if (!unit) {
            text = NULL;
            break;
        }
        written++;
        if (mbsinit(state)) /* not between two units of a character */
            done = text;
    }
    if (to)
        *from = text;
    return written;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t size,
                 mbstate_t *restrict state)
{
    mbstate_t own = {0};
    const wchar_t *text = *from, *done = text;
    size_t written = 0;
    state = state ? state : &own;
    for (;;) {
        char bytes[WIDE_BYTES];
        mbstate_t before = *state;
        size_t length = wcrtomb(bytes, *text, state);
        if (length == INVALID) {
            if (to)
                *from = done;
            return INVALID;
        }
        if (to && length > size - written) {
            *state = before;
            break;
        }
        if (to)
            memcpy(to + written, bytes, length);
        if (!*text) {
            text = NULL;
            break;
        }
        written += length;
        text++;
        if (mbsinit(state))
            done = text;
    }
    if (to)
        *from = text;
    return written;
}

size_t mbstowcs(wchar_t *restrict to, const char *from, size_t count)
{
    mbstate_t state = {0};
    return mbsrtowcs(to, &from, count, &state);
}

size_t wcstombs(char *restrict to, const wchar_t *from, size_t size)
{
    mbstate_t state = {0};
    return wcsrtombs(to, &from, size, &state);
}

int mbtowc(wchar_t *restrict to, const char *restrict text, size_t size)
{
    size_t length = 0;
    if (!text)
        return 0; /* UTF-8 has no states */
    uint32_t code = size ? wide_code(text, size, &length) : 0;
    if (length == 0 || length == WIDE_INCOMPLETE || code > 0xFFFF) {
        errno = EILSEQ;
        return -1;
    }
    if (to)
        *to = (wchar_t)code;
    return code ? (int)length : 0;
}

int mblen(const char *text, size_t size)
{
    size_t length = 0;
    if (!text)
        return 0;
    uint32_t code = size ? wide_code(text, size, &length) : 0;
    if (length == 0 || length == WIDE_INCOMPLETE)
        return -1;
    return code ? (int)length : 0;
}

int wctomb(char *to, wchar_t character)
{
    wchar_t units[] = {character, 0};
    const wchar_t *next = units;
    if (!to)
        return 0;
    if (character >= 0xD800 && character < 0xE000) {
        errno = EILSEQ;
        return -1;
    }
    return (int)wide_encode(&next, to);
}

wint_t btowc(int byte)
{
    return byte >= 0 && byte < 0x80 ? (wint_t)byte : WEOF;
}

int wctob(wint_t character)
{
    return character < 0x80 ? (int)character : -1;
}
