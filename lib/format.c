/* The core of the printf family. It reads a format and prints integers. It leaves texts to
 * format_text.c, and floating point to format_float.c and format_hex_float.c. It knows the sink,
 * but no console and no buffer.
 */
#include "lib/format_impl.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

/* A va_list in a struct: on every ABI, several functions can take arguments from it in turn. */
struct format_args {
    va_list list;
};

/* 64 bits have 22 digits in octal, and a byte is spare. */
#define DIGITS_MAX     23

/* Characters of one conversion, in a format for wide texts. */
#define CONVERSION_MAX 64

struct format_rules format_rules = {.exponent_digits = 2};

size_t format_open(struct sink *sink, const struct format_spec *spec, const char *prefix,
                   size_t body, bool zero_fill)
{
    size_t prefix_length = strlen(prefix);
    size_t used = prefix_length + body;
    size_t padding = (size_t)spec->width > used ? (size_t)spec->width - used : 0;
    bool zeros = zero_fill && spec->zero && !spec->left;

    if (!spec->left && !zeros)
        sink_fill(sink, ' ', padding);
    sink_write(sink, prefix, prefix_length);
    if (zeros)
        sink_fill(sink, '0', padding);
    return spec->left ? padding : 0;
}

const char *format_sign(const struct format_spec *spec, bool negative)
{
    return negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
}

char *format_digits(uint64_t value, char *end)
{
    /* The processor divides 32 bits in one instruction, 64 bits only by a library call. */
    for (; value > UINT32_MAX; value /= 10)
        *--end = (char)('0' + value % 10);
    for (uint32_t low = (uint32_t)value; low != 0; low /= 10)
        *--end = (char)('0' + low % 10);
    return end;
}

/* Like format_digits, in base 2^shift. */
static char *power_digits(uint64_t value, unsigned shift, const char *alphabet, char *end)
{
    for (; value != 0; value >>= shift)
        *--end = alphabet[value & ((1u << shift) - 1)];
    return end;
}

static void print_integer(struct sink *sink, const struct format_spec *spec, const char *prefix,
                          uint64_t value)
{
    char digits[DIGITS_MAX];
    char *end = digits + sizeof digits;
    char *start;
    switch (spec->conversion) {
    case 'o':
        start = power_digits(value, 3, "01234567", end);
        break;
    case 'x':
    case 'p':
        start = power_digits(value, 4, "0123456789abcdef", end);
        break;
    case 'X':
        start = power_digits(value, 4, "0123456789ABCDEF", end);
        break;
    default:
        start = format_digits(value, end);
        break;
    }

    /* The number 0 has no digits so far. The default precision of 1 adds one, precision 0 none. */
    size_t length = (size_t)(end - start);
    size_t least = spec->precision < 0 ? 1 : (size_t)spec->precision;
    size_t zeros = least > length ? least - length : 0;
    if (spec->conversion == 'o' && spec->alternate && zeros == 0)
        zeros = 1;
    size_t after = format_open(sink, spec, prefix, zeros + length, spec->precision < 0);
    sink_fill(sink, '0', zeros);
    sink_write(sink, start, length);
    sink_fill(sink, ' ', after);
}

static void print_pointer(struct sink *sink, const struct format_spec *spec, const void *pointer)
{
    if (format_rules_of(sink)->library != FORMAT_OWN) {
        struct format_spec digits = *spec;
        digits.conversion = 'X';
        digits.precision = 2 * sizeof pointer;
        print_integer(sink, &digits, spec->alternate ? "0X" : "", (uintptr_t)pointer);
    } else if (pointer)
        print_integer(sink, spec, "0x", (uintptr_t)pointer);
    else
        format_string(sink, spec, sink->wide ? (const void *)L"(nil)" : "(nil)", sink->wide);
}

static int64_t take_signed(const struct format_spec *spec, struct format_args *args)
{
    switch (spec->length) {
    case LENGTH_CHAR:
        return (signed char)va_arg(args->list, int);
    case LENGTH_SHORT:
        return (short)va_arg(args->list, int);
    case LENGTH_LONG:
        return va_arg(args->list, long);
    case LENGTH_LONG_LONG:
        return va_arg(args->list, long long);
    case LENGTH_MAX:
        return va_arg(args->list, intmax_t);
    case LENGTH_SIZE: /* the signed type of size_t's width */
    case LENGTH_PTRDIFF:
        return va_arg(args->list, ptrdiff_t);
    default:
        return va_arg(args->list, int);
    }
}

static uint64_t take_unsigned(const struct format_spec *spec, struct format_args *args)
{
    switch (spec->length) {
    case LENGTH_CHAR:
        return (unsigned char)va_arg(args->list, unsigned);
    case LENGTH_SHORT:
        return (unsigned short)va_arg(args->list, unsigned);
    case LENGTH_LONG:
        return va_arg(args->list, unsigned long);
    case LENGTH_LONG_LONG:
        return va_arg(args->list, unsigned long long);
    case LENGTH_MAX:
        return va_arg(args->list, uintmax_t);
    case LENGTH_SIZE:
    case LENGTH_PTRDIFF:
        return va_arg(args->list, size_t);
    default:
        return va_arg(args->list, unsigned);
    }
}

static struct float_parts take_float(struct format_args *args)
{
    return float_parts_double(va_arg(args->list, double)); /* long double is the same type */
}

static bool letters_are_wide(const struct sink *sink)
{
    return sink->wide && !format_rules_of(sink)->has_narrow_letter;
}

/* Prints one conversion. Returns false when it is not supported. */
static bool convert(struct sink *sink, const struct format_spec *spec, struct format_args *args)
{
    switch (spec->conversion) {
    case 'd':
    case 'i': {
        int64_t value = take_signed(spec, args);
        print_integer(sink, spec, format_sign(spec, value < 0),
                      value < 0 ? -(uint64_t)value : (uint64_t)value);
        return true;
    }
    case 'u':
    case 'o':
        print_integer(sink, spec, "", take_unsigned(spec, args));
        return true;
    case 'x':
    case 'X': {
        uint64_t value = take_unsigned(spec, args);
        bool prefixed = spec->alternate && value != 0;
        print_integer(sink, spec, !prefixed ? "" : spec->conversion == 'x' ? "0x" : "0X", value);
        return true;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G': {
        struct float_parts value = take_float(args);
        format_float(sink, spec, &value);
        return true;
    }
    case 'a':
    case 'A': {
        struct float_parts value = take_float(args);
        format_hex_float(sink, spec, &value);
        return true;
    }
    case 'c':
    case 'C':
        format_character(sink, spec, va_arg(args->list, int),
                         format_is_wide(spec->conversion, spec->length, letters_are_wide(sink)));
        return true;
    case 's':
    case 'S':
        format_string(sink, spec, va_arg(args->list, const void *),
                      format_is_wide(spec->conversion, spec->length, letters_are_wide(sink)));
        return true;
    case 'p':
        print_pointer(sink, spec, va_arg(args->list, const void *));
        return true;
    case '%':
        sink_put(sink, '%');
        return true;
    default:
        return false;
    }
}

/* Reads a run of digits; no digits mean 0. Returns NULL when the number exceeds INT_MAX. */
static const char *parse_number(const char *text, int *number)
{
    *number = 0;
    for (; isdigit(*text); text++) {
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, *text - '0', number))
            return NULL;
    }
    return text;
}

static const char *parse_flags(const char *text, struct format_spec *spec)
{
    for (;; text++) {
        switch (*text) {
        case '-':
            spec->left = true;
            break;
        case '+':
            spec->plus = true;
            break;
        case ' ':
            spec->space = true;
            break;
        case '#':
            spec->alternate = true;
            break;
        case '0':
            spec->zero = true;
            break;
        default:
            return text;
        }
    }
}

static const char *parse_width(const char *text, struct format_spec *spec, struct format_args *args)
{
    if (*text != '*')
        return parse_number(text, &spec->width);
    spec->width = va_arg(args->list, int);
    if (spec->width < 0) {
        spec->left = true;
        if (spec->width == INT_MIN)
            return NULL;
        spec->width = -spec->width;
    }
    return text + 1;
}

static const char *parse_precision(const char *text, struct format_spec *spec,
                                   struct format_args *args)
{
    spec->precision = -1;
    if (*text != '.')
        return text;
    text++;
    if (*text != '*')
        return parse_number(text, &spec->precision);
    spec->precision = va_arg(args->list, int);
    if (spec->precision < 0)
        spec->precision = -1;
    return text + 1;
}

/* Reads the conversion behind a percent sign. Returns the text behind the conversion, or NULL. */
static const char *parse(const struct sink *sink, const char *text, struct format_spec *spec,
                         struct format_args *args)
{
    const bool is_msvcrt = format_rules_of(sink)->library == FORMAT_MSVCRT;
    *spec = (struct format_spec){0};
    text = parse_flags(text, spec);
    text = parse_width(text, spec, args);
    if (text)
        text = parse_precision(text, spec, args);
    if (!text)
        return NULL;
    text = is_msvcrt ? format_old_length(text, &spec->length) : format_length(text, &spec->length);
    spec->conversion = *text;
    return *text || is_msvcrt ? text + (*text != 0) : NULL;
}

/* Prints the conversion behind a percent sign, and moves *text behind it. Returns false when it is
 * not supported. */
static bool convert_next(struct sink *sink, const char **text, struct format_args *args)
{
    struct format_spec spec;
    *text = parse(sink, *text, &spec, args);
    if (*text && convert(sink, &spec, args))
        return true;
    if (!*text || format_rules_of(sink)->library == FORMAT_OWN || spec.conversion == 'n')
        return false;
    if (spec.conversion)
        sink_put(sink, spec.conversion);
    return true;
}

int format(struct sink *sink, const char *text, va_list args)
{
    struct format_args copy;
    bool done;
    va_copy(copy.list, args);
    for (;;) {
        size_t plain = strcspn(text, "%");
        sink_write(sink, text, plain);
        text += plain;
        done = *text == 0;
        if (done)
            break;
        text++;
        if (!convert_next(sink, &text, &copy))
            break;
    }
    va_end(copy.list);
    return !done || sink->overflowed ? -1 : sink->total;
}

/* A conversion is ASCII. It is copied out, because one parser serves both kinds of texts. */
int format_wide(struct sink *sink, const wchar_t *text, va_list args)
{
    struct format_args copy;
    bool done;
    va_copy(copy.list, args);
    for (;;) {
        size_t plain = wcscspn(text, L"%");
        sink_write_units(sink, text, plain);
        text += plain;
        done = *text == 0;
        if (done)
            break;
        char conversion[CONVERSION_MAX];
        size_t length = 0;
        for (text++; length < sizeof conversion - 1 && text[length]; length++)
            conversion[length] = (char)(text[length] < 0x80 ? text[length] : 0x7F);
        conversion[length] = 0;
        const char *behind = conversion;
        if (!convert_next(sink, &behind, &copy))
            break;
        text += behind - conversion;
    }
    va_end(copy.list);
    return !done || sink->overflowed ? -1 : sink->total;
}
