/* Binary to decimal, exactly; see decimal.h. */
#include "lib/decimal.h"

#include <stdbool.h>
#include <string.h>

#define LIMB_BASE   1000000000u
#define LIMB_DIGITS 9

/* A limb times 2^29, plus a carry, stays below 2^59. */
#define SHIFT_MAX   29

static const uint32_t powers[LIMB_DIGITS] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000,
};

/* The limb that holds a place: 0 for places 0 to 8, -1 for -9 to -1. */
static int limb_of(int place)
{
    return place >= 0 ? place / LIMB_DIGITS : -((LIMB_DIGITS - 1 - place) / LIMB_DIGITS);
}

static void prepend(struct decimal *decimal, uint32_t limb)
{
    *--decimal->limb = limb;
    decimal->count++;
    decimal->point++;
}

static void prepend_whole(struct decimal *decimal, uint64_t value)
{
    for (; value != 0; value /= LIMB_BASE)
        prepend(decimal, (uint32_t)(value % LIMB_BASE));
}

static void shift_left(struct decimal *decimal, int bits)
{
    uint32_t carry = 0;
    for (int i = decimal->count - 1; i >= 0; i--) {
        uint64_t sum = ((uint64_t)decimal->limb[i] << bits) + carry;
        carry = (uint32_t)(sum / LIMB_BASE);
        decimal->limb[i] = (uint32_t)(sum - (uint64_t)carry * LIMB_BASE);
    }
    if (carry != 0)
        prepend(decimal, carry);
}

/* Turns the next nine digits of the fraction into a number. */
static uint32_t next_limb(struct decimal *decimal)
{
    uint32_t carry = 0;
    for (int i = 0; i < decimal->rest_words; i++) {
        uint64_t product = (uint64_t)decimal->rest[i] * LIMB_BASE + carry;
        decimal->rest[i] = (uint32_t)product;
        carry = (uint32_t)(product >> 32);
    }
    /* 10^9 is a multiple of 2^9, so the lowest words become 0 one after another. This also ends the
     * fraction. */
    while (decimal->rest_words > 0 && decimal->rest[0] == 0) {
        decimal->rest++;
        decimal->rest_words--;
    }
    return carry;
}

/* Stores fraction / 2^bits as words. The uppermost word counts 2^-32. */
static void begin_fraction(struct decimal *decimal, uint64_t fraction, int bits, uint32_t *words)
{
    int count = (bits + 31) / 32;
    int shift = count * 32 - bits;
    memset(words, 0, (size_t)(count + 2) * sizeof *words);
    words[0] = (uint32_t)(fraction << shift);
    words[1] = (uint32_t)(fraction << shift >> 32);
    words[2] = shift ? (uint32_t)(fraction >> (64 - shift)) : 0;
    if (fraction != 0) {
        decimal->rest = words;
        decimal->rest_words = count;
        while (decimal->rest[0] == 0) {
            decimal->rest++;
            decimal->rest_words--;
        }
    }
}

void decimal_begin(struct decimal *decimal, uint64_t mantissa, int exponent, uint32_t *limbs,
                   int limb_capacity, uint32_t *words)
{
    *decimal = (struct decimal){0};
    if (mantissa == 0) /* any exponent: the arrays, of any size, are not used */
        return;
    if (exponent >= 0) {
        /* The number grows downward from the end of the array. */
        decimal->limb = limbs + limb_capacity;
        prepend_whole(decimal, mantissa);
        for (; exponent > SHIFT_MAX; exponent -= SHIFT_MAX)
            shift_left(decimal, SHIFT_MAX);
        shift_left(decimal, exponent);
        return;
    }

    /* The number grows upward. The spare limb and three limbs for the whole part come before the
     * fraction. */
    int bits = -exponent;
    uint64_t whole = bits < 64 ? mantissa >> bits : 0;
    uint64_t fraction = bits < 64 ? mantissa - (whole << bits) : mantissa;
    decimal->limb = limbs + 1;
    if (whole != 0) {
        decimal->limb = limbs + 4;
        prepend_whole(decimal, whole);
    }
    begin_fraction(decimal, fraction, bits, words);
    while (decimal->count == 0 && decimal->rest_words > 0) {
        decimal->limb[0] = next_limb(decimal);
        if (decimal->limb[0] != 0)
            decimal->count = 1;
        else
            decimal->point--; /* leading zeros are counted, not kept */
    }
}

/* Makes limbs until there is one below the place's own limb, or until the fraction ends. */
static void extend(struct decimal *decimal, int place)
{
    int lowest = limb_of(place) - 1;
    while (decimal->rest_words > 0 && decimal->point - decimal->count > lowest)
        decimal->limb[decimal->count++] = next_limb(decimal);
}

/* Tells whether a digit other than 0 follows limb k. */
static bool inexact_below(const struct decimal *decimal, int k)
{
    while (++k < decimal->count) {
        if (decimal->limb[k] != 0)
            return true;
    }
    return decimal->rest_words > 0;
}

/* Tells whether to round away from 0 when limb k is cut to multiples of unit. The answer is yes if
 * the part cut off is more than a half, or exactly a half and the digit before it is odd, or halves
 * are rounded up. */
static bool rounds_up(const struct decimal *decimal, int k, uint32_t unit)
{
    uint32_t cut, half;
    bool odd = decimal->limb[k] / unit % 2 != 0;
    if (unit > 1) {
        cut = decimal->limb[k] % unit;
        half = unit / 2;
    } else { /* the part cut off begins with the limb below */
        k++;
        cut = k < decimal->count ? decimal->limb[k] : 0;
        half = LIMB_BASE / 2;
    }
    return cut > half || (cut == half && (odd || decimal->half_up || inexact_below(decimal, k)));
}

static void drop_leading_zeros(struct decimal *decimal)
{
    while (decimal->count > 0 && decimal->limb[0] == 0) {
        decimal->limb++;
        decimal->count--;
        decimal->point--;
    }
}

void decimal_round(struct decimal *decimal, int place)
{
    if (decimal->count == 0)
        return;
    extend(decimal, place);
    prepend(decimal, 0); /* room for the carry out of 999..., and for 0.5 rounded to 1 */
    int k = decimal->point - 1 - limb_of(place);
    if (k < 0) {
        decimal->count = 0; /* the number is less than a billionth of the unit */
    } else if (k < decimal->count) {
        uint32_t unit = powers[place - limb_of(place) * LIMB_DIGITS];
        bool up = rounds_up(decimal, k, unit);
        decimal->limb[k] -= decimal->limb[k] % unit;
        decimal->count = k + 1;
        if (up) {
            decimal->limb[k] += unit;
            for (; decimal->limb[k] >= LIMB_BASE; k--) {
                decimal->limb[k] -= LIMB_BASE;
                decimal->limb[k - 1]++;
            }
        }
    }
    decimal->rest_words = 0;
    drop_leading_zeros(decimal);
}

int decimal_first(const struct decimal *decimal)
{
    if (decimal->count == 0)
        return 0;
    int digits = LIMB_DIGITS;
    while (decimal->limb[0] < powers[digits - 1])
        digits--;
    return (decimal->point - 1) * LIMB_DIGITS + digits - 1;
}

int decimal_last(const struct decimal *decimal)
{
    int k = decimal->count - 1;
    while (k > 0 && decimal->limb[k] == 0)
        k--;
    if (k < 0)
        return 0;
    int zeros = 0;
    while (zeros < LIMB_DIGITS - 1 && decimal->limb[k] % powers[zeros + 1] == 0)
        zeros++;
    return (decimal->point - 1 - k) * LIMB_DIGITS + zeros;
}

void decimal_put(const struct decimal *decimal, struct sink *sink, int from, int to)
{
    while (from >= to) {
        int k = decimal->point - 1 - limb_of(from);
        if (k >= decimal->count) { /* only zeros from here on */
            sink_fill(sink, '0', (size_t)(from - to) + 1);
            return;
        }
        char text[LIMB_DIGITS];
        uint32_t limb = k < 0 ? 0 : decimal->limb[k];
        for (int i = LIMB_DIGITS; i-- > 0; limb /= 10)
            text[i] = (char)('0' + limb % 10);
        int lowest = limb_of(from) * LIMB_DIGITS;
        int stop = to > lowest ? to : lowest;
        sink_write(sink, text + (lowest + LIMB_DIGITS - 1 - from), (size_t)(from - stop) + 1);
        from = stop - 1;
    }
}
