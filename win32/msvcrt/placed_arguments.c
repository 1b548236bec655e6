/* Formats that name their arguments by numbers. A first look finds each argument's type, and so
 * where it lies; a second one puts them in the order in which the format uses them. */
#include "win32/msvcrt/placed_arguments.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { ARGUMENTS = 100 }; /* the numbers are 1 to 100, as in Microsoft's library */

struct reader {
    const void *format;
    bool is_wide;
    size_t at;
    void *made; /* the new format */
    size_t length;
    const uint32_t *given; /* the caller's arguments, as words */
    uint32_t *words, *next_word;
    unsigned char sizes[ARGUMENTS + 1]; /* in words; 0: not used */
    unsigned char types[ARGUMENTS + 1]; /* a letter for each type */
};

static unsigned unit(const struct reader *reader)
{
    return reader->is_wide ? ((const wchar_t *)reader->format)[reader->at]
                           : ((const unsigned char *)reader->format)[reader->at];
}

static void put_unit(struct reader *reader, unsigned character)
{
    if (!reader->made)
        return;
    if (reader->is_wide)
        ((wchar_t *)reader->made)[reader->length++] = (wchar_t)character;
    else
        ((char *)reader->made)[reader->length++] = (char)character;
}

static bool is_digit(unsigned character)
{
    return character >= '0' && character <= '9';
}

/* Copies a unit, and goes behind it. */
static void keep_unit(struct reader *reader)
{
    put_unit(reader, unit(reader));
    reader->at++;
}

/* Reads a number with a dollar sign, and goes behind it; returns 0 where there is none. */
static unsigned read_place(struct reader *reader)
{
    const size_t before = reader->at;
    unsigned number = 0;
    for (; is_digit(unit(reader)) && number <= ARGUMENTS; reader->at++)
        number = number * 10 + (unit(reader) - '0');
    if (number && unit(reader) == '$') {
        reader->at++;
        return number;
    }
    reader->at = before;
    return 0;
}

/* Notes that the argument has this type, or hands it over. */
static bool use(struct reader *reader, unsigned number, unsigned char type, unsigned char size)
{
    if (!number || number > ARGUMENTS || (reader->sizes[number] && reader->types[number] != type))
        return false;
    reader->sizes[number] = size;
    reader->types[number] = type;
    if (!reader->made)
        return true;
    const uint32_t *from = reader->given;
    for (unsigned before = 1; before < number; before++)
        from += reader->sizes[before];
    memcpy(reader->next_word, from, size * sizeof *from);
    reader->next_word += size;
    return true;
}

/* A width or a precision, which may be an argument. */
static bool read_count(struct reader *reader)
{
    if (unit(reader) != '*') {
        while (is_digit(unit(reader)))
            keep_unit(reader);
        return true;
    }
    keep_unit(reader);
    return use(reader, read_place(reader), 'i', 1);
}

/* Reads the length, and returns whether it is one of 64 bits. */
static bool read_length(struct reader *reader)
{
    bool is_long = false;
    for (unsigned before = 0; unit(reader) && strchr("hlLIwjzt0123456789", (int)unit(reader));) {
        const unsigned now = unit(reader);
        is_long |= now == 'j' || now == 'L' || (now == 'l' && before == 'l') ||
                   (now == '4' && before == '6');
        before = now;
        keep_unit(reader);
    }
    return is_long;
}

static bool read_conversion(struct reader *reader)
{
    keep_unit(reader);
    if (unit(reader) == '%') {
        keep_unit(reader);
        return true;
    }
    const unsigned number = read_place(reader);
    if (!number)
        return false;
    while (unit(reader) && strchr("-+ #0", (int)unit(reader)))
        keep_unit(reader);
    if (!read_count(reader))
        return false;
    if (unit(reader) == '.') {
        keep_unit(reader);
        if (!read_count(reader))
            return false;
    }
    const bool is_long = read_length(reader);
    const unsigned letter = unit(reader);
    if (!letter || letter > 0x7F)
        return false;
    keep_unit(reader);
    if (strchr("eEfFgGaA", (int)letter))
        return use(reader, number, 'f', 2);
    if (strchr("sSpn", (int)letter))
        return use(reader, number, 'p', 1);
    return use(reader, number, is_long ? 'l' : 'i', is_long ? 2 : 1);
}

/* Reads the whole format, or makes the new one. */
static bool read_format(struct reader *reader)
{
    reader->at = 0;
    while (unit(reader))
        if (unit(reader) != '%')
            keep_unit(reader);
        else if (!read_conversion(reader))
            return false;
    put_unit(reader, 0);
    return true;
}

/* Whether the first conversion that has an argument does not name it. */
static bool is_ordinary(struct reader *reader)
{
    for (reader->at = 0; unit(reader); reader->at++)
        if (unit(reader) == '%') {
            reader->at++;
            if (unit(reader) != '%')
                return read_place(reader) == 0;
        }
    return true;
}

/* The words that all arguments take; 0 where one is left out. */
static bool has_all(const struct reader *reader)
{
    unsigned last = ARGUMENTS;
    while (last && !reader->sizes[last])
        last--;
    return !memchr(reader->sizes + 1, 0, last);
}

bool placed_take(struct placed *placed, const void *format, bool is_wide, va_list arguments)
{
    struct reader reader = {.format = format, .is_wide = is_wide};
    reader.given = (const uint32_t *)arguments; /* they lie one behind the other */
    *placed = (struct placed){.format = NULL};
    va_copy(placed->arguments, arguments);
    if (format && !is_ordinary(&reader)) {
        const size_t length = is_wide ? wcslen(format) : strlen(format);
        if (!read_format(&reader) || !has_all(&reader)) {
            errno = EINVAL;
            return false;
        }
        placed->format = reader.made = malloc((length + 1) * (is_wide ? sizeof(wchar_t) : 1));
        placed->words = reader.words = reader.next_word =
            malloc((length + 1) * 2 * sizeof(uint32_t)); /* each use has a letter at least */
        if (!reader.made || !reader.words) {
            placed_free(placed);
            errno = ENOMEM;
            return false;
        }
        read_format(&reader);
        placed->arguments = (va_list)reader.words;
    }
    return true;
}

void placed_free(struct placed *placed)
{
    free(placed->format);
    free(placed->words);
    placed->format = placed->words = NULL;
}
