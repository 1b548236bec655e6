/* %f, %e and %g: this file places the digits, decimal.c makes them. The parts of a number are read
 * from its bits. No floating point instruction is executed, except to pass the argument.
 */
#include "lib/format_impl.h"

#include <ctype.h>
#include <float.h>
#include <string.h>

#include "lib/decimal.h"
#include "lib/inlining.h"

/* No double has more places behind the point: the least is 2^-1074. */
#define PLACES_MAX   1074

/* No exponent is further from 0. A call takes about 900 bytes of stack. */
#define EXPONENT_MAX 1100

enum { MSVCRT_DIGITS = 17 };

struct float_parts float_parts_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    return (struct float_parts){
        .negative = bits >> 63 != 0,
        .infinite = biased == 0x7FF && fraction == 0,
        .nan = biased == 0x7FF && fraction != 0,
        .mantissa = biased == 0 ? fraction : fraction | UINT64_C(1) << 52,
        .exponent = (biased == 0 ? 1 : biased) - 1023 - 52,
    };
}

/* How a number is written: d.ddde+xx or ddd.ddd. */
struct style {
    bool scientific;
    int exponent;  /* printed when scientific */
    int precision; /* digits behind the point */
};

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

/* Rounds to the digits that will be printed. %g chooses its style by the rounded number. */
static struct style round_to_style(const struct format_spec *spec, struct decimal *decimal)
{
    struct style style = {.precision = spec->precision < 0 ? 6 : spec->precision};
    switch (tolower(spec->conversion)) {
    case 'f':
        decimal_round(decimal, -at_most(style.precision, PLACES_MAX));
        return style;
    case 'e':
        decimal_round(decimal, decimal_first(decimal) - at_most(style.precision, PLACES_MAX));
        style.scientific = true;
        style.exponent = decimal_first(decimal);
        return style;
    default: {
        int digits = style.precision == 0 ? 1 : style.precision;
        decimal_round(decimal, decimal_first(decimal) - at_most(digits - 1, PLACES_MAX));
        int first = decimal_first(decimal); /* one more than before when 9.99 became 10.0 */
        style.scientific = first < -4 || first >= digits;
        style.exponent = style.scientific ? first : 0;
        style.precision = style.scientific ? digits - 1 : digits - 1 - first;
        if (!spec->alternate) { /* without the zeros at the end */
            int needed = style.exponent - decimal_last(decimal);
            style.precision = at_most(style.precision, needed > 0 ? needed : 0);
        }
        return style;
    }
    }
}

char *format_exponent(char letter, int exponent, int least, char *end)
{
    *--end = 0;
    char *start = format_digits((uint64_t)(exponent < 0 ? -exponent : exponent), end);
    while (end - start < least)
        *--start = '0';
    *--start = exponent < 0 ? '-' : '+';
    *--start = letter;
    return start;
}

static void print_decimal(struct sink *sink, const struct format_spec *spec, bool negative,
                          struct decimal *decimal)
{
    struct style style = round_to_style(spec, decimal);
    int first = decimal_first(decimal);
    int head = style.scientific || first > 0 ? first : 0; /* place of the first digit printed */
    int unit = style.exponent;                            /* place of the digit before the point */
    int exact = at_most(style.precision, PLACES_MAX);
    bool point = style.precision > 0 || spec->alternate;

    char buffer[FORMAT_EXPONENT_SIZE];
    const char *suffix = "";
    if (style.scientific)
        suffix = format_exponent(isupper(spec->conversion) ? 'E' : 'e', style.exponent,
                                 format_rules_of(sink)->exponent_digits, buffer + sizeof buffer);

    size_t body = (size_t)(head - unit) + 1 + point + (size_t)style.precision + strlen(suffix);
    size_t after = format_open(sink, spec, format_sign(spec, negative), body, true);
    decimal_put(decimal, sink, head, unit);
    if (point)
        sink_put(sink, '.');
    decimal_put(decimal, sink, unit - 1, unit - exact);
    sink_fill(sink, '0', (size_t)(style.precision - exact));
    sink_write(sink, suffix, strlen(suffix));
    sink_fill(sink, ' ', after);
}

/* It is never inlined, so only a call for a number takes the stack. */
static OWN_STACK void print_finite(struct sink *sink, const struct format_spec *spec,
                                   const struct float_parts *value)
{
    uint32_t limbs[DECIMAL_LIMBS(EXPONENT_MAX) + 1], words[DECIMAL_WORDS(EXPONENT_MAX)];
    struct decimal decimal;
    decimal_begin(&decimal, value->mantissa, value->exponent, limbs + 1,
                  DECIMAL_LIMBS(EXPONENT_MAX), words);
    if (format_rules_of(sink)->library == FORMAT_MSVCRT) /* a second limb may precede it */
        decimal_round(&decimal, decimal_first(&decimal) - (MSVCRT_DIGITS - 1));
    decimal.half_up = format_rules_of(sink)->rounds_half_up;
    print_decimal(sink, spec, value->negative, &decimal);
}

void format_not_finite(struct sink *sink, const struct format_spec *spec,
                       const struct float_parts *value)
{
    const struct format_rules *rules = format_rules_of(sink);
    if (rules->has_old_words) {
        format_old_word(sink, spec, value);
        return;
    }
    char text[FORMAT_WORD_SIZE];
    format_word(text, value, rules->library == FORMAT_UCRT, isupper(spec->conversion));
    size_t length = strlen(text);
    size_t after = format_open(sink, spec, format_sign(spec, value->negative), length, false);
    sink_write(sink, text, length);
    sink_fill(sink, ' ', after);
}

void format_float(struct sink *sink, const struct format_spec *spec,
                  const struct float_parts *value)
{
    if (value->infinite || value->nan)
        format_not_finite(sink, spec, value);
    else
        print_finite(sink, spec, value);
}
