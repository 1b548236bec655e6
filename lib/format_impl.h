/* What the parts of the printf family share: one conversion as parsed, and the printers of numbers.
 */
#ifndef LIB_FORMAT_IMPL_H
#define LIB_FORMAT_IMPL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
};

struct format_spec {
    bool left, plus, space, alternate, zero; /* the flags - + space # 0 */
    int width;                               /* 0: none */
    int precision;                           /* -1: none */
    enum format_length length;
    char conversion;
};

/* Formats into the sink. Returns the number of characters, or -1 for a conversion that is not
 * supported and for a result longer than INT_MAX; what stood before has reached the sink. */
int format(struct sink *sink, const char *text, va_list args);

/* Opens a padded field whose body of `body` characters the caller prints next: blanks, prefix (a
 * string), and zeros in place of the blanks when zero_fill is set and the flags ask for them.
 * Returns the number of blanks the caller prints after the body. */
size_t format_open(struct sink *sink, const struct format_spec *spec, const char *prefix,
                   size_t body, bool zero_fill);

/* Sign, blank or nothing, as the flags have it for a signed number. */
const char *format_sign(const struct format_spec *spec, bool negative);

/* Decimal digits of value into the bytes that end before `end`. Returns the first. */
char *format_digits(uint64_t value, char *end);

/* A floating point number taken apart: mantissa * 2^exponent. */
struct float_parts {
    bool negative, infinite, nan;
    uint64_t mantissa;
    int exponent;
    int fraction_bits; /* of the mantissa, the bits that %a puts behind the point: a multiple of 4
                        */
};

struct float_parts float_parts_double(double value);
struct float_parts float_parts_long_double(long double value);

/* "e-05": letter, sign, and `least` digits or more. Returns the start of a string that ends at
 * `end`. */
#define FORMAT_EXPONENT_SIZE 8
char *format_exponent(char letter, int exponent, int least, char *end);

/* "inf" and "nan" with their sign; zeros never pad them. */
void format_not_finite(struct sink *sink, const struct format_spec *spec,
                       const struct float_parts *value);

/* %f %e %g and %a, each also in capitals. */
void format_float(struct sink *sink, const struct format_spec *spec,
                  const struct float_parts *value);
void format_hex_float(struct sink *sink, const struct format_spec *spec,
                      const struct float_parts *value);

#endif
