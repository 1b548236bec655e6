/* Integers from text: strtol and its family. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/invalid_parameter.h"

/* Returns 0 to 35, or 36 for a character that is no digit. No base admits 36. */
static unsigned digit_value(char character)
{
    if (isdigit((unsigned char)character))
        return (unsigned)(character - '0');
    if (isalpha((unsigned char)character))
        return (unsigned)(tolower((unsigned char)character) - 'a') + 10;
    return 36;
}

/* A prefix counts only when a digit follows: "0x" alone is the number 0 and the text "x". */
static bool has_hex_prefix(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit_value(text[2]) < 16;
}

struct parsed {
    uint64_t magnitude; /* UINT64_MAX with `overflow` */
    bool negative, overflow;
};

static struct parsed parse(const char *text, char **end, int base)
{
    struct parsed parsed = {0};
    const char *start = text;
    if (end)
        *end = (char *)text;
    if (!is_given(text, "strtol"))
        return parsed;
    while (isspace((unsigned char)*text))
        text++;
    parsed.negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if ((base == 0 || base == 16) && has_hex_prefix(text)) {
        text += 2;
        base = 16;
    } else if (base == 0) {
        base = *text == '0' ? 8 : 10;
    }

    const char *digits = text;
    if (base >= 2 && base <= 36) {
        for (unsigned digit; (digit = digit_value(*text)) < (unsigned)base; text++) {
            if (__builtin_mul_overflow(parsed.magnitude, (unsigned)base, &parsed.magnitude) ||
                __builtin_add_overflow(parsed.magnitude, digit, &parsed.magnitude))
                parsed.overflow = true;
        }
    } else {
        errno = EINVAL;
    }
    if (parsed.overflow)
        parsed.magnitude = UINT64_MAX;
    if (end)
        *end = (char *)(text == digits ? start : text);
    return parsed;
}

/* largest is the greatest value of the result type. The least value is one further from 0. */
static int64_t parse_signed(const char *text, char **end, int base, uint64_t largest)
{
    struct parsed parsed = parse(text, end, base);
    uint64_t limit = largest + parsed.negative;
    if (parsed.overflow || parsed.magnitude > limit) {
        errno = ERANGE;
        parsed.magnitude = limit;
    }
    return (int64_t)(parsed.negative ? -parsed.magnitude : parsed.magnitude);
}

/* A minus sign negates modulo 2^n, as the standard says. Only the magnitude is checked. */
static uint64_t parse_unsigned(const char *text, char **end, int base, uint64_t largest)
{
    struct parsed parsed = parse(text, end, base);
    if (parsed.overflow || parsed.magnitude > largest) {
        errno = ERANGE;
        return largest;
    }
    return parsed.negative ? -parsed.magnitude : parsed.magnitude;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)parse_signed(text, end, base, LONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return parse_signed(text, end, base, LLONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return parse_unsigned(text, end, base, ULLONG_MAX);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}
