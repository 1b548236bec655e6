/* The exact decimal digits of a binary floating point number, as far as they are asked for.
 *
 * Digits are held nine to a limb (base 10^9). The whole part is made at once. The fraction stays a
 * binary number; each multiplication by 10^9 pushes its next nine digits out. Printing 1.8 to six
 * places therefore costs a few multiplications. Only printing all of 5e-324 costs all of its 751
 * digits.
 *
 * A place is the power of ten that a digit counts: 0 for units, -1 for tenths.
 */
#ifndef LIB_DECIMAL_H
#define LIB_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/sink.h"

struct decimal {
    uint32_t *limb; /* most significant first, the first not 0; one spare limb precedes it */
    int count;      /* number of limbs; 0: the number is 0 */
    int point;      /* limb[i] counts 10^(9 * (point - 1 - i)) */

    /* Fraction of the last limb's unit, least significant word first. The lowest is not 0. */
    uint32_t *rest;
    int rest_words;

    bool half_up; /* a half is rounded away from 0, in place of to even */
};

/* Room for mantissa * 2^exponent, with a mantissa of 64 bits and an exponent from -bits to bits. A
 * fraction of b bits has b digits. At least the first 0.30103 * (b - 64) of them are zeros, so less
 * than 0.7 * b + 20 digits are left. There are three limbs more: the point's position can cut two,
 * and one is spare. A whole number is shorter than that. */
#define DECIMAL_LIMBS(bits) (((bits)*7 / 10 + 20) / 9 + 3)
#define DECIMAL_WORDS(bits) (((bits) + 31) / 32 + 2)

/* Fills in `decimal`, which keeps its digits in two arrays of DECIMAL_LIMBS and DECIMAL_WORDS
 * elements. */
void decimal_begin(struct decimal *decimal, uint64_t mantissa, int exponent, uint32_t *limbs,
                   int limb_capacity, uint32_t *words);

/* Rounds to a multiple of 10^place. */
void decimal_round(struct decimal *decimal, int place);

/* Return the place of the first and of the last digit that is not 0; 0 for the number 0. */
int decimal_first(const struct decimal *decimal);
int decimal_last(const struct decimal *decimal);

/* Prints the digits from one place down to another. Digits below the last rounding print as 0. */
void decimal_put(const struct decimal *decimal, struct sink *sink, int from, int to);

#endif
