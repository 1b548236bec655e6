/* Numbers from text, sorting, searching, random numbers. Random comparison with the host's library:
 * lib_compare.t.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"

static void check_strtol(void)
{
    char *end;
    const char *text = " \t-0x1Fz";
    ok(strtol(text, &end, 0) == -31 && *end == 'z', "strtol takes blanks, sign, prefix and digits");
    text = "0xg";
    ok(strtol(text, &end, 16) == 0 && end == text + 1, "0x without a digit is a zero and an x");
    text = "  +";
    ok(strtol(text, &end, 10) == 0 && end == text, "without digits the end is the start");
    ok(strtol("0779", &end, 0) == 077 && *end == '9', "a leading zero means octal");
    ok(strtol("zZ", NULL, 36) == 35 * 36 + 35, "base 36 takes letters of both cases");

    errno = 0;
    ok(strtol("2147483647", NULL, 10) == LONG_MAX && strtol("-2147483648", NULL, 10) == LONG_MIN &&
           errno == 0,
       "both limits of long are in range");
    ok(strtol("2147483648", NULL, 10) == LONG_MAX && errno == ERANGE, "above is ERANGE");
    errno = 0;
    ok(strtol("-2147483649", NULL, 10) == LONG_MIN && errno == ERANGE, "below is ERANGE");
    errno = 0;
    ok(strtoll("-9223372036854775808", NULL, 10) == LLONG_MIN && errno == 0,
       "LLONG_MIN is in range");
    ok(strtoull("18446744073709551616", &end, 10) == ULLONG_MAX && errno == ERANGE && *end == 0,
       "2^64 is out of range, and all its digits are taken");
    errno = 0;
    ok(strtoul("-1", NULL, 10) == ULONG_MAX && errno == 0, "strtoul negates modulo 2^32");
    ok(strtol("1", NULL, 1) == 0 && errno == EINVAL, "base 1 is EINVAL");
    ok(atoi("-42x") == -42 && atol("7") == 7, "atoi and atol");
}

static void check_arithmetic(void)
{
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7L, -2L);
    ok(abs(-5) == 5 && labs(5L) == 5, "abs and labs");
    ok(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1, "div and ldiv cut towards 0");
    srand(7);
    int first = rand(), second = rand();
    srand(7);
    ok(first != second && rand() == first && rand() == second, "a seed repeats its numbers");
    static const int microsofts[] = {41, 18467, 6334, 26500, 19169};
    unsigned same = 0, one, other;
    srand(1);
    for (int i = 0; i < 5; i++)
        same += rand() == microsofts[i];
    ok(same == 5 && RAND_MAX == 0x7FFF, "the numbers of seed 1 are Microsoft's");
    ok(rand_s(&one) == 0 && rand_s(&other) == 0 && one != other && rand_s(NULL) == EINVAL,
       "rand_s gives others each time");
    lldiv_t ll = lldiv(-5000000001, 2);
    ok(llabs(-5000000000) == 5000000000 && ll.quot == -2500000000 && ll.rem == -1,
       "llabs and lldiv");
    ok(atoll("-5000000000x") == -5000000000, "atoll");
    assert(first != second);
}

static bool isnan_bits(double value) { return value != value; }

static void check_floats(void)
{
    char *end;
    const char *text = "nan(7_x)rest";
    ok(isnan_bits(strtod(text, &end)) && strcmp(end, "rest") == 0, "nan takes what is in brackets");
    strtod("NAN(7-)", &end);
    ok(strcmp(end, "(7-)") == 0, "if that is letters and digits");
    ok(strtof("16777217.00000000000000000001", NULL) == 16777218, "strtof rounds once");
    ok(strtof("0x1.000001000000000000001p0", NULL) == 0x1.000002p0f, "also hexadecimal digits");
    errno = 0;
    ok(strtof("3.5e38", NULL) == __builtin_inff() && errno == ERANGE, "strtof overflows");
    errno = 0;
    ok(strtof("3.4028235e38", NULL) == 3.4028235e38f && strtof("1.2e-38", NULL) == 1.2e-38f &&
           errno == 0,
       "not before");
    ok(strtof("1.5e-45", NULL) == 1.4e-45f && errno == ERANGE, "below the least normal number");
    errno = 0;
    ok(strtof("1e-60", NULL) == 0 && errno == ERANGE, "or below all");
    ok(strtold("0.1", &end) == 0.1 && *end == 0, "strtold is strtod");
}

/* Frees what a call should not have returned. */
static bool is_null(void *block)
{
    free(block);
    return !block;
}

static bool is_refused(void *block)
{
    bool is = is_null(block) && errno == ENOMEM;
    errno = 0;
    return is;
}

static void check_heap(void)
{
    errno = 0;
    ok(is_null(realloc(malloc(10), 0)) && errno == 0, "realloc with 0 frees");
    ok(is_refused(malloc(0x7FFFFFFF)) && is_refused(calloc(0x10000, 0x10000)) &&
           is_refused(aligned_alloc(64, 0x7FFFFFFF)),
       "without memory errno is set");
}

static int ended; /* functions of atexit that have run */

static void end_one(void)
{
    if (++ended == 100)
        tap_note("all functions of atexit have run");
}

static void end_last(void)
{
    if (ended != 100)
        abort();
}

struct item {
    int key;
    char tail[3]; /* makes the size odd for the swap's words */
} __attribute__((packed));

static unsigned comparisons;

static int by_key(const void *left, const void *right)
{
    int a = ((const struct item *)left)->key, b = ((const struct item *)right)->key;
    comparisons++;
    return (a > b) - (a < b);
}

/* Contradicts itself at every turn. */
static int by_whim(const void *left, const void *right)
{
    static struct random whim = {1};
    return (int)random_below(&whim, 3) - 1;
}

#define ITEMS 2000

static struct item items[ITEMS + 1];

/* Fills in keys of one pattern; the tails follow the keys, so that a torn element shows. */
static void arrange(struct random *random, unsigned pattern)
{
    for (int i = 0; i < ITEMS; i++) {
        int organ_pipe = i < ITEMS / 2 ? i : ITEMS - i;
        const int keys[] = {(int)random_below(random, 1 << 30), i, -i, 5, i % 3, organ_pipe, i ^ 1};
        items[i].key = keys[pattern];
        memset(items[i].tail, items[i].key, sizeof items[i].tail);
    }
}

static void check_qsort(struct random *random)
{
    static const char *const names[] = {"random", "ascending",  "descending",   "equal",
                                        "few",    "organ pipe", "nearly sorted"};
    for (unsigned pattern = 0; pattern < 7; pattern++) {
        arrange(random, pattern);
        comparisons = 0;
        qsort(items, ITEMS, sizeof *items, by_key);
        unsigned taken = comparisons, wrong = 0;
        for (int i = 0; i < ITEMS; i++) {
            wrong += i > 0 && items[i - 1].key > items[i].key;
            wrong += items[i].tail[2] != (char)items[i].key;
        }
        ok(wrong == 0, "qsort sorts %s keys", names[pattern]);
        ok(taken < 66000, "with %u comparisons, less than 3 n log2 n", taken);
    }

    items[ITEMS].key = 0x600D;
    qsort(items, ITEMS, sizeof *items, by_whim);
    ok(items[ITEMS].key == 0x600D, "a comparison that contradicts itself harms nothing outside");
    qsort(items, 0, sizeof *items, by_key);
    qsort(items, 1, sizeof *items, by_key);
    ok(true, "none and one need no sorting");
}

/* Notes the places of the elements, whose first letters are their keys. */
static const char *letters;
static char noted[128];

static int by_letter(const void *left, const void *right)
{
    const char *one = left, *other = right;
    char *end = noted + strlen(noted);
    snprintf(end, (size_t)(noted + sizeof noted - end), "%d%d ", (int)(one - letters) / 2,
             (int)(other - letters) / 2);
    return *one - *other;
}

static const char *order_of(char *text, size_t count)
{
    letters = text;
    *noted = 0;
    qsort(text, count, 2, by_letter);
    return noted;
}

static void check_order(void)
{
    char down[] = "c1b2a3", equal[] = "x1x2x3", up[] = "a1b2c3d4e5f6g7h8i9";
    ok(strcmp(order_of(down, 3), "10 20 10 ") == 0, "the greatest of a few is looked for: %s",
       noted);
    order_of(equal, 3);
    ok(strcmp(equal, "x2x3x1") == 0, "so equal ones lie as Windows' qsort leaves them");
    ok(strcmp(order_of(up, 9), "04 08 48 14 24 34 54 74 64 54 34 65 76 87 65 76 65 10 21 32 "
                               "10 21 10 ") == 0,
       "more are split, and the right part of two equal ones comes first: %s", noted);
}

/* McIlroy's adversary ("A Killer Adversary for Quicksort", 1999): elements get their values only
 * while they are compared, such that every pivot turns out to be among the least. */
static int values[ITEMS];
static int solid, candidate;

#define NOT_YET ITEMS

static int by_adversary(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    comparisons++;
    if (values[a] == NOT_YET && values[b] == NOT_YET)
        values[a == candidate ? a : b] = solid++;
    if (values[a] == NOT_YET)
        candidate = a;
    else if (values[b] == NOT_YET)
        candidate = b;
    return values[a] - values[b];
}

static void check_adversary(void)
{
    static int indices[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        indices[i] = i;
        values[i] = NOT_YET;
    }
    comparisons = 0;
    qsort(indices, ITEMS, sizeof *indices, by_adversary);
    ok(comparisons < 110000, "an adversary gets no more than %u comparisons, 5 n log2 n",
       comparisons);
}

static void check_bsearch(void)
{
    unsigned wrong = 0;
    for (unsigned count = 0; count < 40; count++) {
        for (int i = 0; i < (int)count; i++)
            items[i].key = 2 * i;
        for (int key = -1; key <= 2 * (int)count; key++) {
            struct item wanted = {.key = key};
            const struct item *found = bsearch(&wanted, items, count, sizeof *items, by_key);
            bool there = key >= 0 && key < 2 * (int)count && key % 2 == 0;
            wrong += there ? found != &items[key / 2] : found != NULL;
        }
    }
    ok(wrong == 0, "bsearch finds every key of up to 40 and none that is missing");
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    struct random random = random_from((uint32_t)seed);
    tap_note("seed=%lu", seed);
    check_strtol();
    check_arithmetic();
    check_floats();
    check_heap();
    int registered = atexit(end_last) == 0;
    for (int i = 0; i < 100; i++)
        registered += atexit(end_one) == 0;
    ok(registered == 101, "atexit takes many functions"); /* abort would end the run otherwise */
    check_qsort(&random);
    check_order();
    check_adversary();
    check_bsearch();
    return tap_done();
}
