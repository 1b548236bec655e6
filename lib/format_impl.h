/* Shared by the parts of the printf family: one parsed conversion, and the printers of numbers. */
#ifndef LIB_FORMAT_IMPL_H
#define LIB_FORMAT_IMPL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format_rules.h"
#include "lib/sink.h"

enum format_length {
    LENGTH_INT,
    LENGTH_CHAR,
    LENGTH_SHORT,
    LENGTH_LONG,
    LENGTH_LONG_LONG, /* also L */
    LENGTH_MAX,
    LENGTH_SIZE,
    LENGTH_PTRDIFF,
    LENGTH_WIDE, /* w, of characters and strings */
};

/* The rules of what is printed to this sink. */
static inline const struct format_rules *format_rules_of(const struct sink *sink)
{
    return sink->rules ? sink->rules : &format_rules;
}

/* Reads the word of a length: C's, and Microsoft's I, I32, I64 and w. Returns the text behind it.
 */
const char *format_length(const char *text, enum format_length *length);

/* Reads msvcrt.dll's, any number of them. */
const char *format_old_length(const char *text, enum format_length *length);

/* Whether a conversion for texts (s or c, S or C) is for wide ones. h says no, l and w say yes.
 * Else small letters are of the function's own kind, and capitals of the other. */
bool format_is_wide(char conversion, enum format_length length, bool wide_function);

struct format_spec {
    bool left, plus, space, alternate, zero; /* the flags - + space # 0 */
    int width;                               /* 0: none */
    int precision;                           /* -1: none */
    enum format_length length;
    char conversion;
};

/* Formats into the sink. Returns the number of characters, or -1 for an unsupported conversion or a
 * result longer than INT_MAX. The characters before that have reached the sink. */
int format(struct sink *sink, const char *text, va_list args);

/* The functions for wide texts, with a wide sink. */
int format_wide(struct sink *sink, const wchar_t *text, va_list args);

/* Begins a padded field: prints blanks and the string prefix. Zeros behind the prefix replace the
 * blanks when zero_fill is set and the flags ask for zeros. The caller prints the field's body of
 * `body` characters next, then as many blanks as this returns. */
size_t format_open(struct sink *sink, const struct format_spec *spec, const char *prefix,
                   size_t body, bool zero_fill);

/* Returns the sign, blank or nothing for a signed number, as the flags say. */
const char *format_sign(const struct format_spec *spec, bool negative);

/* Writes the decimal digits of value into the bytes that end before `end`; none for 0. Returns the
 * first digit's address. */
char *format_digits(uint64_t value, char *end);

/* A floating point number taken apart: mantissa * 2^exponent. */
struct float_parts {
    bool negative, infinite, nan;
    uint64_t mantissa;
    int exponent;
};

enum { FLOAT_FRACTION_BITS = 52 /* of a double: those that %a prints behind the point */ };

struct float_parts float_parts_double(double value);

/* Writes "e-05": letter, sign, and at least `least` digits. The string ends at `end`. Returns its
 * start. */
#define FORMAT_EXPONENT_SIZE 8
char *format_exponent(char letter, int exponent, int least, char *end);

/* Prints "inf" or "nan" with its sign. Zeros never pad them. */
void format_not_finite(struct sink *sink, const struct format_spec *spec,
                       const struct float_parts *value);

/* Prints the words of older libraries, 1.#INF and its kin. */
void format_old_word(struct sink *sink, const struct format_spec *spec,
                     const struct float_parts *value);

/* The word for a number that is none, without its sign. Unless it tells kinds, each one that is not
 * infinite is called alike. */
enum { FORMAT_WORD_SIZE = 10 };
void format_word(char word[FORMAT_WORD_SIZE], const struct float_parts *value, bool tells_kinds,
                 bool capitals);

/* Print a string and a character, wide ones or narrow ones. A string may be NULL. */
void format_string(struct sink *sink, const struct format_spec *spec, const void *text, bool wide);
void format_character(struct sink *sink, const struct format_spec *spec, int character, bool wide);

/* Print %f %e %g, and %a. Each may be in capitals. */
void format_float(struct sink *sink, const struct format_spec *spec,
                  const struct float_parts *value);
void format_hex_float(struct sink *sink, const struct format_spec *spec,
                      const struct float_parts *value);

#endif
