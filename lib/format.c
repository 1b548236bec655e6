/* The core of the printf family. It reads a format, prints integers, characters and strings, and
 * leaves floating point to format_float.c and format_hex_float.c. It knows the sink, but no console
 * and no buffer.
 */
#include "lib/format_impl.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "lib/wide.h"

/* A va_list in a struct: on every ABI, several functions can take arguments from it in turn. */
struct format_args {
    va_list list;
};

/* 64 bits have 22 digits in octal, and a byte is spare. */
#define DIGITS_MAX 23

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

static void print_text(struct sink *sink, const struct format_spec *spec, const char *text,
                       size_t length)
{
    size_t after = format_open(sink, spec, "", length, false);
    sink_write(sink, text, length);
    sink_fill(sink, ' ', after);
}

static void print_string(struct sink *sink, const struct format_spec *spec, const char *text)
{
    if (!text) /* all six characters or none: a part would look like a string */
        text = spec->precision < 0 || spec->precision >= 6 ? "(null)" : "";
    size_t length = spec->precision < 0 ? strlen(text) : strnlen(text, (size_t)spec->precision);
    print_text(sink, spec, text, length);
}

/* The bytes that print_wide prints; the precision cuts between characters. */
static size_t wide_length(const struct format_spec *spec, const wchar_t *text)
{
    char bytes[WIDE_BYTES];
    size_t most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision, length = 0;
    while (length < most && *text) {
        size_t more = wide_encode(&text, bytes);
        if (more > most - length)
            break;
        length += more;
    }
    return length;
}

static void print_wide(struct sink *sink, const struct format_spec *spec, const wchar_t *text)
{
    if (!text) {
        print_string(sink, spec, NULL);
        return;
    }
    char bytes[WIDE_BYTES];
    size_t length = wide_length(spec, text);
    size_t after = format_open(sink, spec, "", length, false);
    for (size_t part; length > 0; length -= part) {
        part = wide_encode(&text, bytes);
        sink_write(sink, bytes, part);
    }
    sink_fill(sink, ' ', after);
}

static void print_character(struct sink *sink, const struct format_spec *spec, int character)
{
    char bytes[WIDE_BYTES] = {(char)character};
    const wchar_t wide[] = {(wchar_t)character, 0}, *text = wide;
    size_t length = spec->length == LENGTH_LONG ? wide_encode(&text, bytes) : 1;
    print_text(sink, spec, bytes, length);
}

static void print_pointer(struct sink *sink, const struct format_spec *spec, const void *pointer)
{
    if (pointer)
        print_integer(sink, spec, "0x", (uintptr_t)pointer);
    else
        print_text(sink, spec, "(nil)", 5);
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

static struct float_parts take_float(const struct format_spec *spec, struct format_args *args)
{
    if (spec->length == LENGTH_LONG_LONG)
        return float_parts_long_double(va_arg(args->list, long double));
    return float_parts_double(va_arg(args->list, double));
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
        struct float_parts value = take_float(spec, args);
        format_float(sink, spec, &value);
        return true;
    }
    case 'a':
    case 'A': {
        struct float_parts value = take_float(spec, args);
        format_hex_float(sink, spec, &value);
        return true;
    }
    case 'c':
        if (spec->length != LENGTH_INT && spec->length != LENGTH_LONG)
            return false;
        print_character(sink, spec, va_arg(args->list, int));
        return true;
    case 's':
        if (spec->length == LENGTH_INT)
            print_string(sink, spec, va_arg(args->list, const char *));
        else if (spec->length == LENGTH_LONG)
            print_wide(sink, spec, va_arg(args->list, const wchar_t *));
        else
            return false;
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

static const char *parse_length(const char *text, struct format_spec *spec)
{
    bool doubled = text[0] != 0 && text[0] == text[1];
    switch (*text) {
    case 'h':
        spec->length = doubled ? LENGTH_CHAR : LENGTH_SHORT;
        return text + 1 + doubled;
    case 'l':
        spec->length = doubled ? LENGTH_LONG_LONG : LENGTH_LONG;
        return text + 1 + doubled;
    case 'L':
        spec->length = LENGTH_LONG_LONG;
        return text + 1;
    case 'I': /* Windows' own: I64, I32, or the size of a pointer */
        if (strncmp(text, "I64", 3) == 0 || strncmp(text, "I32", 3) == 0) {
            spec->length = text[1] == '6' ? LENGTH_LONG_LONG : LENGTH_LONG;
            return text + 3;
        }
        spec->length = LENGTH_SIZE;
        return text + 1;
    case 'j':
        spec->length = LENGTH_MAX;
        return text + 1;
    case 'z':
        spec->length = LENGTH_SIZE;
        return text + 1;
    case 't':
        spec->length = LENGTH_PTRDIFF;
        return text + 1;
    default:
        spec->length = LENGTH_INT;
        return text;
    }
}

/* Reads the conversion behind a percent sign. Returns the text behind the conversion, or NULL. */
static const char *parse(const char *text, struct format_spec *spec, struct format_args *args)
{
    *spec = (struct format_spec){0};
    text = parse_flags(text, spec);
    text = parse_width(text, spec, args);
    if (text)
        text = parse_precision(text, spec, args);
    if (!text)
        return NULL;
    text = parse_length(text, spec);
    spec->conversion = *text;
    if (*text == 'S' || *text == 'C') { /* another way to write ls and lc */
        spec->conversion = *text == 'S' ? 's' : 'c';
        spec->length = LENGTH_LONG;
    }
    return *text ? text + 1 : NULL;
}

int format(struct sink *sink, const char *text, va_list args)
{
    struct format_args copy;
    va_copy(copy.list, args);
    for (;;) {
        size_t plain = strcspn(text, "%");
        sink_write(sink, text, plain);
        text += plain;
        if (*text == 0)
            break;
        struct format_spec spec;
        text = parse(text + 1, &spec, &copy);
        if (!text || !convert(sink, &spec, &copy)) {
            va_end(copy.list);
            return -1;
        }
    }
    va_end(copy.list);
    return sink->overflowed ? -1 : sink->total;
}
