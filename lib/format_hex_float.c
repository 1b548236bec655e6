/* %a prints the mantissa's bits, four to a digit. The leading digit holds one bit. Numbers below
 * the least normal number are printed with its exponent.
 */
#include "lib/format_impl.h"

#include <ctype.h>
#include <string.h>

static const int usual_precisions[] = {[FORMAT_OWN] = -1, [FORMAT_MSVCRT] = 6, [FORMAT_UCRT] = 13};

/* mantissa holds one hexadecimal digit, the point, and `digits` more. The number is that times
 * 2^exponent. */
struct hex_float {
    uint64_t mantissa;
    int digits, exponent;
};

static void drop_trailing_zeros(struct hex_float *number)
{
    for (; number->digits > 0 && (number->mantissa & 15) == 0; number->digits--)
        number->mantissa >>= 4;
}

/* Rounds half to even. */
static void round_to_digits(struct hex_float *number, int digits)
{
    int shift = 4 * (number->digits - digits);
    uint64_t cut = number->mantissa & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    number->mantissa >>= shift;
    number->mantissa += cut > half || (cut == half && (number->mantissa & 1));
    number->digits = digits;
    if (number->mantissa >> (4 * digits) == 16) { /* f.f became 10.0 */
        number->mantissa >>= 4;
        number->exponent += 4;
    }
}

static const char *hex_prefix(const char *sign, bool capitals)
{
    switch (*sign) {
    case '-':
        return capitals ? "-0X" : "-0x";
    case '+':
        return capitals ? "+0X" : "+0x";
    case ' ':
        return capitals ? " 0X" : " 0x";
    default:
        return capitals ? "0X" : "0x";
    }
}

void format_hex_float(struct sink *sink, const struct format_spec *spec,
                      const struct float_parts *value)
{
    if (value->infinite || value->nan) {
        format_not_finite(sink, spec, value);
        return;
    }

    struct hex_float number = {
        .mantissa = value->mantissa,
        .digits = FLOAT_FRACTION_BITS / 4,
        .exponent = value->mantissa ? value->exponent + FLOAT_FRACTION_BITS : 0,
    };
    int precision =
        spec->precision < 0 ? usual_precisions[format_rules_of(sink)->library] : spec->precision;
    if (precision < 0)
        drop_trailing_zeros(&number);
    else if (precision < number.digits)
        round_to_digits(&number, precision);

    bool capitals = isupper(spec->conversion);
    const char *alphabet = capitals ? "0123456789ABCDEF" : "0123456789abcdef";
    size_t zeros = precision > number.digits ? (size_t)(precision - number.digits) : 0;
    bool point = number.digits > 0 || zeros > 0 || spec->alternate;
    char buffer[FORMAT_EXPONENT_SIZE];
    const char *suffix =
        format_exponent(capitals ? 'P' : 'p', number.exponent, 1, buffer + sizeof buffer);

    size_t body = 1 + point + (size_t)number.digits + zeros + strlen(suffix);
    const char *prefix = hex_prefix(format_sign(spec, value->negative), capitals);
    size_t after = format_open(sink, spec, prefix, body, true);
    for (int i = number.digits; i >= 0; i--) {
        sink_put(sink, alphabet[number.mantissa >> (4 * i) & 15]);
        if (i == number.digits && point)
            sink_put(sink, '.');
    }
    sink_fill(sink, '0', zeros);
    sink_write(sink, suffix, strlen(suffix));
    sink_fill(sink, ' ', after);
}
