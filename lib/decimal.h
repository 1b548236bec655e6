/* The exact decimal digits of a binary floating point number, as far as they are asked for.
 *
 * Digits are held nine to a limb (base 10^9). The whole part is made at once; the fraction stays a
 * binary number from which each multiplication by 10^9 pushes the next nine digits, so that
 * printing 1.8 to six places costs a few multiplications, and only printing all of 5e-324 costs all
 * of its 751 digits.
 *
 * A place is the power of ten a digit counts: 0 for units, -1 for tenths.
 */
#ifndef LIB_DECIMAL_H
#define LIB_DECIMAL_H

#include <stdint.h>

#include "lib/sink.h"

struct decimal {
    uint32_t *limb; /* most significant first, the first not 0; one spare limb precedes it */
    int count;      /* of limbs; 0: the number is 0 */
    int point;      /* limb[i] counts 10^(9 * (point - 1 - i)) */

    uint32_t
        *rest; /* fraction of the last limb's unit, least significant word first, lowest not 0 */
    int rest_words;
};

/* Room for mantissa * 2^exponent with a mantissa of 64 bits and an exponent of -bits to bits.
 * A fraction of b bits has b digits, of which the first 0.30103 * (b - 64) at least are zeros; what
 * is left is less than 0.7 * b + 20 digits. Three limbs more: two cut by the point's position, one
 * spare. A whole number is shorter than that. */
#define DECIMAL_LIMBS(bits) (((bits)*7 / 10 + 20) / 9 + 3)
#define DECIMAL_WORDS(bits) (((bits) + 31) / 32 + 2)

/* Fills in `decimal` upon two arrays of DECIMAL_LIMBS and DECIMAL_WORDS elements. */
void decimal_begin(struct decimal *decimal, uint64_t mantissa, int exponent, uint32_t *limbs,
                   int limb_capacity, uint32_t *words);

/* Rounds to a multiple of 10^place, half to even. */
void decimal_round(struct decimal *decimal, int place);

/* Place of the first and of the last digit that is not 0; 0 for the number 0. */
int decimal_first(const struct decimal *decimal);
int decimal_last(const struct decimal *decimal);

/* Prints the digits from one place down to another. What lies below the last rounding prints as 0.
 */
void decimal_put(const struct decimal *decimal, struct sink *sink, int from, int to);

#endif
