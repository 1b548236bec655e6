/* Random conversions and arguments for the printf family, for comparing one C library with another.
 *
 * Only what C11 defines is generated, but for %p, %s of NULL and the layout of %a, which follow
 * glibc. Included by programs that run on the machine and by programs that run on the host.
 */
#ifndef TESTS_HOST_FORMAT_CASES_H
#define TESTS_HOST_FORMAT_CASES_H

#include <stdbool.h>
#include <stdio.h>

#include "tests/host/random.h"

/* Longer than any result: a double has 309 digits before the point, the precisions below add up to
 * 1,200. */
#define FORMAT_RESULT_MAX 2048

enum format_kind {
    FORMAT_INT,
    FORMAT_LONG,
    FORMAT_LONG_LONG,
    FORMAT_DOUBLE,
    FORMAT_STRING,
    FORMAT_POINTER,
    FORMAT_NOTHING,
};

struct format_case {
    char format[64];
    enum format_kind kind;
    bool star_width, star_precision;
    int width, precision; /* for the stars */

    uint64_t integer;
    union {
        double value;
        uint64_t bits;
    } small;
    const char *string;
    size_t size; /* of the buffer handed over */
};

typedef int format_printer(char *buffer, size_t size, const char *format, ...);

/* mantissa * 2^exponent in double's range of normal numbers; low bits beyond 53 fall off. */
static inline uint64_t double_bits(uint64_t mantissa, int exponent)
{
    if (mantissa == 0)
        return 0;
    int top = 63;
    for (; !(mantissa >> 63); top--)
        mantissa <<= 1;
    return (uint64_t)(top + exponent + 1023) << 52 | (mantissa << 1 >> 12);
}

static inline uint64_t random_double(struct random *random)
{
    static const double known[] = {0.1,
                                   0.3,
                                   1.005,
                                   2.675,
                                   6.48,
                                   9.5,
                                   9.995,
                                   99.95,
                                   1e-5,
                                   1e-4,
                                   1e5,
                                   999999.5,
                                   1e15,
                                   1e16,
                                   1e22,
                                   1e23,
                                   5e-324,
                                   1e300,
                                   1e-300,
                                   2.2250738585072014e-308,
                                   1.7976931348623157e308,
                                   123456789.125};
    uint64_t sign = (uint64_t)random_below(random, 2) << 63;
    uint64_t wide = random_wide(random);
    double constant;
    switch (random_below(random, 8)) {
    case 0: /* any bits at all, with infinities and NaNs where the exponent says so */
        return (uint64_t)random_bits(random) << 32 | random_bits(random);
    case 1: /* below the least normal number */ return sign | wide >> 12;
    case 2: /* few bits: ties are common */
        return sign | double_bits(random_below(random, 2000), -(int)random_below(random, 12));
    case 3: /* a whole number or nearly one */
        return sign | double_bits(wide, -(int)random_below(random, 8));
    case 4: return sign | double_bits(wide, (int)random_below(random, 120) - 100);
    case 5: /* infinity, NaN, zero */
        return sign | (uint64_t)(random_below(random, 3) ? 0x7FF : 0) << 52 |
               (uint64_t)(random_below(random, 3) == 0) << 51;
    case 6: /* a known value and its neighbours */
        constant = known[random_below(random, sizeof known / sizeof *known)];
        memcpy(&wide, &constant, sizeof wide);
        return sign | (wide + random_below(random, 3) - 1);
    default: /* what programs print */
        return sign | double_bits(random_bits(random), -(int)random_below(random, 40));
    }
}

static inline char *append(char *end, const char *text)
{
    strcpy(end, text);
    return end + strlen(end);
}

static inline char *append_number(char *end, unsigned number)
{
    char digits[12], *start = digits + sizeof digits - 1;
    *start = 0;
    do
        *--start = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return append(end, start);
}

/* Flags that C defines for the conversion. No # with %g: glibc up to 2.36 at least forgets the
 * zeros when rounding adds a digit (%#g of 999999.9 gives 1.e+06); compare.c checks it otherwise.
 */
static inline char *append_flags(struct random *random, char *end, char conversion)
{
    static const struct {
        char flag;
        const char *conversions;
    } flags[] = {
        {'-', "diuoxXcspfFeEgGaA"}, {'+', "difFeEgGaA"},     {' ', "difFeEgGaA"},
        {'#', "oxXfFeEaA"},         {'0', "diuoxXfFeEgGaA"},
    };
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strchr(flags[i].conversions, conversion) && random_below(random, 3) == 0)
            *end++ = flags[i].flag;
    }
    *end = 0;
    return end;
}

static inline char *append_width(struct random *random, struct format_case *test, char *end)
{
    test->star_width = false;
    unsigned width = 1 + random_below(random, random_below(random, 8) ? 30 : 300);
    switch (random_below(random, 5)) {
    case 0:
        test->star_width = true;
        test->width = random_below(random, 3) ? (int)width : -(int)width;
        return append(end, "*");
    case 1:
    case 2: return append_number(end, width);
    default: return end;
    }
}

static inline char *append_precision(struct random *random, struct format_case *test, char *end)
{
    static const unsigned limits[] = {3, 8, 8, 20, 20, 40, 400, 1200};
    unsigned precision = random_below(random, limits[random_below(random, 8)]);
    test->star_precision = false;
    switch (random_below(random, 5)) {
    case 0:
        test->star_precision = true;
        test->precision = random_below(random, 6) ? (int)precision : -1;
        return append(end, ".*");
    case 1:
    case 2: return append_number(append(end, "."), precision);
    case 3: return random_below(random, 6) ? end : append(end, ".");
    default: return end;
    }
}

static inline char *append_integer_length(struct random *random, struct format_case *test,
                                          char *end)
{
    static const struct {
        const char *length;
        enum format_kind kind;
    } lengths[] = {
        {"", FORMAT_INT},         {"hh", FORMAT_INT},      {"h", FORMAT_INT},  {"l", FORMAT_LONG},
        {"ll", FORMAT_LONG_LONG}, {"j", FORMAT_LONG_LONG}, {"z", FORMAT_LONG}, {"t", FORMAT_LONG},
    };
    unsigned i = random_below(random, 8);
    test->kind = lengths[i].kind;
    return append(end, lengths[i].length);
}

static inline void format_case_make(struct format_case *test, struct random *random)
{
    static const char conversions[] = "diuoxXcsp%fFeEgGaAdxsfeg";
    static const char *const strings[] = {"", "a", "trap", "a longer text, with %d in it", NULL};
    char conversion = conversions[random_below(random, sizeof conversions - 1)];
    *test = (struct format_case){.kind = FORMAT_NOTHING};
    char *end = append(test->format, random_below(random, 4) ? "%" : "text%%%");
    test->integer = random_wide(random);
    if (conversion != '%') {
        end = append_flags(random, end, conversion);
        end = append_width(random, test, end);
        if (!strchr("cp", conversion))
            end = append_precision(random, test, end);
    }
    if (strchr("diuoxX", conversion)) {
        end = append_integer_length(random, test, end);
    } else if (strchr("fFeEgGaA", conversion)) {
        test->kind = FORMAT_DOUBLE;
        test->small.bits = random_double(random);
        if (random_below(random, 4) == 0)
            end = append(end, "l");
    } else if (conversion == 'c') {
        test->kind = FORMAT_INT;
        test->integer = 32 + random_below(random, 95);
    } else if (conversion == 's') {
        test->kind = FORMAT_STRING;
        test->string = strings[random_below(random, 5)];
    } else if (conversion == 'p') {
        test->kind = FORMAT_POINTER;
    }
    *end++ = conversion;
    append(end, random_below(random, 4) ? "" : "|");
    test->size = random_below(random, 8) ? FORMAT_RESULT_MAX : random_below(random, 40);
}

/* Hands the stars' values over before the argument itself. */
#define FORMAT_CALL(argument)                                                                      \
    (test->star_width && test->star_precision                                                      \
         ? print(buffer, test->size, test->format, test->width, test->precision, (argument))       \
     : test->star_width     ? print(buffer, test->size, test->format, test->width, (argument))     \
     : test->star_precision ? print(buffer, test->size, test->format, test->precision, (argument)) \
                            : print(buffer, test->size, test->format, (argument)))

/* The result of one library for a case; buffer has FORMAT_RESULT_MAX bytes. */
static inline int format_case_print(const struct format_case *test, format_printer *print,
                                    char *buffer)
{
    buffer[0] = 0;
    switch (test->kind) {
    case FORMAT_INT: return FORMAT_CALL((int)test->integer);
    case FORMAT_LONG: return FORMAT_CALL((long)test->integer);
    case FORMAT_LONG_LONG: return FORMAT_CALL((long long)test->integer);
    case FORMAT_DOUBLE: return FORMAT_CALL(test->small.value);
    case FORMAT_STRING: return FORMAT_CALL(test->string);
    case FORMAT_POINTER: return FORMAT_CALL((void *)(uintptr_t)test->integer);
    default: return print(buffer, test->size, test->format, 0);
    }
}

#endif
