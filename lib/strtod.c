/* Decimal text to binary floating point, exactly: rounded half to even from all of its digits.
 *
 * The number is a fraction of two whole numbers, digits * 10^n / 1 or digits / 10^n. A division
 * gives the first 63 or 64 bits of the quotient, and whether anything is left.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/invalid_parameter.h"

/* More digits than these cannot change the rounding, if one more says whether others follow. */
#define DIGITS_MAX 780
/* The largest divisor is 10^(DIGITS_MAX + 1 + 345), which has 3,741 bits; 65 more for shifts. */
#define WORDS      120

struct big {
    unsigned count;
    uint32_t word[WORDS]; /* least significant first, the last not 0 */
};

/* big = big * factor + more */
static void grow(struct big *big, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    for (unsigned i = 0; i < big->count; i++) {
        carry += (uint64_t)big->word[i] * factor;
        big->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        big->word[big->count++] = (uint32_t)carry;
}

static void grow_by_tens(struct big *big, int tens)
{
    for (; tens >= 9; tens -= 9)
        grow(big, 1000000000, 0);
    for (; tens > 0; tens--)
        grow(big, 10, 0);
}

static int bits_of(const struct big *big)
{
    return big->count ? (int)big->count * 32 - __builtin_clz(big->word[big->count - 1]) : 0;
}

static void shift_left(struct big *big, int bits)
{
    for (; bits >= 31; bits -= 31)
        grow(big, 1u << 31, 0);
    grow(big, 1u << bits, 0);
}

static void halve(struct big *big)
{
    for (unsigned i = 0; i < big->count; i++)
        big->word[i] = big->word[i] >> 1 | (i + 1 < big->count ? big->word[i + 1] << 31 : 0);
    if (big->count && big->word[big->count - 1] == 0)
        big->count--;
}

static bool is_less(const struct big *a, const struct big *b)
{
    if (a->count != b->count)
        return a->count < b->count;
    for (unsigned i = a->count; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return false;
}

static void subtract(struct big *a, const struct big *b)
{
    int64_t borrow = 0;
    for (unsigned i = 0; i < a->count; i++) {
        borrow += (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0);
        a->word[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->count && a->word[a->count - 1] == 0)
        a->count--;
}

/* A type of floating point numbers: bits behind the point of a mantissa, and exponents of its
 * normal numbers. */
struct kind {
    int fraction_bits, least, most;
};

static const struct kind double_kind = {52, -1022, 1023}, float_kind = {23, -126, 127};

/* The number of this kind nearest to mantissa * 2^exponent, and a little more if `more`. A double
 * holds every float, so that it is the result for both. */
static double assemble(const struct kind *kind, uint64_t mantissa, int exponent, bool more)
{
    int top = 63 - __builtin_clzll(mantissa); /* the number is 1.x * 2^(exponent + top) */
    int power = exponent + top < kind->least ? kind->least : exponent + top;
    int drop = power - kind->fraction_bits - exponent; /* bits below the last place */
    if (drop > 64)
        drop = 65;
    if (drop > 0) {
        uint64_t rest = drop >= 64 ? mantissa : mantissa & (((uint64_t)1 << drop) - 1);
        uint64_t half = drop > 64 ? 0 : (uint64_t)1 << (drop - 1);
        mantissa = drop >= 64 ? 0 : mantissa >> drop;
        if (half && (rest > half || (rest == half && (more || mantissa & 1))))
            mantissa++;
    } else {
        mantissa <<= -drop;
    }
    if (mantissa >> (kind->fraction_bits + 1)) { /* 1.1...1 became 10.0 */
        mantissa >>= 1;
        power++;
    }
    bool is_normal = mantissa >> kind->fraction_bits;
    if (!is_normal || power > kind->most)
        errno = ERANGE;
    if (power > kind->most)
        return __builtin_inf();
    /* As a double: a number below the least normal float is normal there. */
    mantissa <<= double_kind.fraction_bits - kind->fraction_bits;
    for (; mantissa && !(mantissa >> 52) && power > double_kind.least; power--)
        mantissa <<= 1;
    uint64_t bits = mantissa ? mantissa + ((uint64_t)(power + 1022) << 52) : 0;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double from_decimal(const struct kind *kind, struct big *digits, int tens)
{
    struct big divisor = {1, {1}};
    if (tens >= 0)
        grow_by_tens(digits, tens);
    else
        grow_by_tens(&divisor, -tens);
    int shift = bits_of(&divisor) - bits_of(digits) + 63;
    if (shift >= 0)
        shift_left(digits, shift);
    else
        shift_left(&divisor, -shift);
    shift_left(&divisor, 64);
    uint64_t quotient = 0;
    for (int i = 0; i < 64; i++) {
        halve(&divisor);
        quotient <<= 1;
        if (!is_less(digits, &divisor)) {
            subtract(digits, &divisor);
            quotient |= 1;
        }
    }
    return assemble(kind, quotient, -shift, digits->count != 0);
}

/* Returns the text behind the exponent that letter begins, or text if there is none. */
static const char *take_exponent(const char *text, char letter, int *exponent)
{
    if (tolower((unsigned char)*text) != letter)
        return text;
    const char *digits = text + 1 + (text[1] == '-' || text[1] == '+');
    if (!isdigit((unsigned char)*digits))
        return text;
    int value = 0;
    for (; isdigit((unsigned char)*digits); digits++)
        if (value < 100000)
            value = value * 10 + (*digits - '0');
    *exponent += text[1] == '-' ? -value : value;
    return digits;
}

static const char *take_decimal(const struct kind *kind, const char *text, double *value)
{
    struct big digits = {0};
    int count = 0, tens = 0;
    bool any = false, behind_point = false, others = false;
    for (;; text++) {
        if (*text == '.' && !behind_point) {
            behind_point = true;
            continue;
        }
        if (!isdigit((unsigned char)*text))
            break;
        any = true;
        if (count < DIGITS_MAX) {
            grow(&digits, 10, (uint32_t)(*text - '0'));
            count += digits.count != 0;
            tens -= behind_point;
        } else {
            others |= *text != '0';
            tens += !behind_point;
        }
    }
    if (!any)
        return NULL;
    text = take_exponent(text, 'e', &tens);
    if (others) {
        grow(&digits, 10, 1);
        tens--;
        count++;
    }
    *value = 0;
    if (!digits.count)
        return text;
    if (count + tens > 310) {
        *value = __builtin_inf();
        errno = ERANGE;
    } else if (count + tens < -345) {
        errno = ERANGE;
    } else {
        *value = from_decimal(kind, &digits, tens);
    }
    return text;
}

static const char *take_hex(const struct kind *kind, const char *text, double *value)
{
    uint64_t mantissa = 0;
    int exponent = 0;
    bool any = false, behind_point = false, more = false;
    for (;; text++) {
        if (*text == '.' && !behind_point) {
            behind_point = true;
            continue;
        }
        if (!isxdigit((unsigned char)*text))
            break;
        any = true;
        unsigned digit = isdigit((unsigned char)*text) ? (unsigned)(*text - '0')
                                                       : (unsigned)((*text | 0x20) - 'a') + 10;
        if (mantissa >> 60 == 0) {
            mantissa = mantissa << 4 | digit;
            exponent -= 4 * behind_point;
        } else {
            more |= digit != 0;
            exponent += 4 * !behind_point;
        }
    }
    if (!any)
        return NULL;
    text = take_exponent(text, 'p', &exponent);
    *value = mantissa ? assemble(kind, mantissa, exponent, more) : 0;
    return text;
}

/* Returns the text behind this word, which may stand in capitals, or NULL. */
static const char *strtod_behind(const char *text, const char *word)
{
    while (*word && tolower((unsigned char)*text) == *word)
        text++, word++;
    return *word ? NULL : text;
}

/* Returns the text behind the characters in parentheses with which it begins, if they are letters,
 * digits and underscores. */
static const char *behind_characters(const char *text)
{
    const char *last = text + (*text == '(');
    while (isalnum((unsigned char)*last) || *last == '_')
        last++;
    return *text == '(' && *last == ')' ? last + 1 : text;
}

static double parse(const struct kind *kind, const char *text, char **end)
{
    const char *start = text, *after;
    double value = 0;
    if (!is_given(text, "strtod")) {
        if (end)
            *end = NULL;
        return 0;
    }
    while (isspace((unsigned char)*text))
        text++;
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    if ((after = strtod_behind(text, "inf"))) {
        const char *whole = strtod_behind(text, "infinity");
        after = whole ? whole : after;
        value = __builtin_inf();
    } else if ((after = strtod_behind(text, "nan"))) {
        after = behind_characters(after);
        value = __builtin_nan("");
    } else {
        if ((after = strtod_behind(text, "0x")))
            after = take_hex(kind, after, &value);
        if (!after)
            after = take_decimal(kind, text, &value);
    }
    if (end)
        *end = (char *)(after ? after : start);
    return negative ? -value : value;
}

double strtod(const char *restrict text, char **restrict end)
{
    return parse(&double_kind, text, end);
}

float strtof(const char *restrict text, char **restrict end)
{
    return (float)parse(&float_kind, text, end);
}

long double strtold(const char *restrict text, char **restrict end)
{
    return strtod(text, end);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
