/* Numbers of texts with all bits of an 80-bit long double, which no other call has. */
#include "win32/msvcrt/call.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct long_double {
    uint64_t significand; /* the bit before the point is one of it */
    uint16_t exponent;    /* and the sign */
} __attribute__((packed));

enum { GOOD, TOO_SMALL, TOO_LARGE, NO_NUMBER = 4 };
enum { NEGATIVE = 0x8000, BIAS = 0x3FFF, INFINITE = 0x7FFF, BITS = 64, LEADING = BITS - 1 };

/* Decimal digits behind the first forty count as zeros. Powers of ten beyond `MOST_POWER` are out
 * of range without a look. */
enum { MOST_DIGITS = 40, MOST_POWER = 5200 };

struct decimal {
    char digits[MOST_DIGITS]; /* from the first that is not 0 on */
    int count;
    int power; /* of ten, of the last digit */
};

static const char *read_digits(const char *text, struct decimal *number, bool is_fraction,
                               bool *is_there)
{
    for (; isdigit((unsigned char)*text); text++) {
        *is_there = true;
        const bool counts = number->count || *text != '0', fits = number->count < MOST_DIGITS;
        if (counts && fits)
            number->digits[number->count++] = (char)(*text - '0');
        number->power += (counts && !fits) - is_fraction;
    }
    return text;
}

/* Returns where the number ends, or NULL without one. */
static const char *read_decimal(const char *text, struct decimal *number)
{
    bool is_there = false;
    *number = (struct decimal){0};
    text = read_digits(text, number, false, &is_there);
    if (*text == '.')
        text = read_digits(text + 1, number, true, &is_there);
    if (!is_there)
        return NULL;
    if (!*text || !strchr("eEdD", *text))
        return text;
    const char *next = text + 1;
    const bool is_negative = *next == '-';
    next += is_negative || *next == '+';
    if (!isdigit((unsigned char)*next))
        return text;
    int power = 0;
    for (; isdigit((unsigned char)*next); next++)
        power = power < 2 * MOST_POWER ? power * 10 + *next - '0' : power;
    number->power += is_negative ? -power : power;
    return next;
}

/* ---------------------------------------------------------------- large numbers */

/* The lowest word first: room for 10^MOST_POWER and digits behind it. */
enum { WORDS = 560, WORD_BITS = 32 };
struct large {
    uint32_t words[WORDS];
    bool has_rest; /* something was divided away */
};

static void multiply(struct large *large, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)large->words[i] * factor;
        large->words[i] = (uint32_t)carry;
        carry >>= WORD_BITS;
    }
}

static void divide(struct large *large, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest = rest << WORD_BITS | large->words[i];
        large->words[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    large->has_rest |= rest != 0;
}

static bool bit_of(const struct large *large, int bit)
{
    return bit >= 0 && large->words[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

static bool has_below(const struct large *large, int bit)
{
    bool is_any = large->has_rest;
    while (bit-- > 0 && !is_any)
        is_any = bit_of(large, bit);
    return is_any;
}

/* Makes it the number times 2^shift, by powers of ten as they fit in a word. */
static int make_large(struct large *large, const struct decimal *number)
{
    enum { WORD_POWER = 9, WORD_TEN = 1000000000 };
    int power = number->power;
    const int words = power < 0 ? (-power * 10 / 3 + BITS) / WORD_BITS + 1 : BITS / WORD_BITS;
    memset(large, 0, sizeof *large);
    for (int i = 0; i < number->count; i++)
        multiply(large, 10, (uint32_t)number->digits[i]);
    memmove(large->words + words, large->words, (WORDS - words) * sizeof large->words[0]);
    memset(large->words, 0, words * sizeof large->words[0]);
    for (; power >= WORD_POWER; power -= WORD_POWER)
        multiply(large, WORD_TEN, 0);
    for (; power > 0; power--)
        multiply(large, 10, 0);
    for (; power <= -WORD_POWER; power += WORD_POWER)
        divide(large, WORD_TEN);
    for (; power < 0; power++)
        divide(large, 10);
    return words * WORD_BITS;
}

/* The bits from the highest one on, rounded to the nearest, to an even one of two. */
static int round_large(struct long_double *value, const struct large *large, int shift)
{
    int top = WORDS * WORD_BITS - 1;
    while (!bit_of(large, top))
        top--;
    int exponent = top - shift + BIAS, lowest = top - LEADING;
    if (exponent < 1) {
        lowest += 1 - exponent;
        exponent = 0;
    }
    uint64_t significand = 0;
    for (int bit = top; bit >= lowest; bit--)
        significand = significand << 1 | bit_of(large, bit);
    const bool is_half = lowest - 1 <= top && bit_of(large, lowest - 1);
    if (is_half && (has_below(large, lowest - 1) || significand & 1))
        significand++;
    if (!significand && exponent) {
        significand = 1ull << LEADING;
        exponent++;
    }
    if (!exponent && significand >> LEADING)
        exponent = 1;
    if (exponent >= INFINITE)
        return TOO_LARGE;
    *value = (struct long_double){significand, (uint16_t)exponent};
    return GOOD;
}

static int make_value(struct long_double *value, const struct decimal *number)
{
    const int size = number->power + number->count;
    struct large large;
    *value = (struct long_double){0};
    if (!number->count)
        return GOOD;
    if (size < -MOST_POWER)
        return TOO_SMALL;
    int kind = TOO_LARGE;
    if (size <= MOST_POWER) {
        const int shift = make_large(&large, number);
        kind = round_large(value, &large, shift);
    }
    if (kind == TOO_LARGE)
        *value = (struct long_double){1ull << LEADING, INFINITE};
    return kind;
}

/* `digits` asks for another way of rounding, which is the same here. errno stays. */
CALL(int, __STRINGTOLD, struct long_double *value, char **end, const char *text, int digits)
{
    struct decimal number;
    const char *next = text + strspn(text, " \t\r\n");
    const bool is_negative = *next == '-';
    (void)digits;
    next = read_decimal(next + (is_negative || *next == '+'), &number);
    *end = (char *)(next ? next : text);
    const int kind = make_value(value, &number);
    if (next && is_negative)
        value->exponent |= NEGATIVE;
    return next ? kind : NO_NUMBER;
}
