/* Compares lib/ with the C library of the host in one process, over random arguments.
 *
 * The library's objects are linked in under names that begin with "tl_" (tests/lib/lib_compare.t
 * does that), so both stand side by side. Takes seed=N and count=N; prints TAP.
 */
#include <errno.h>
#include <stdio.h>

#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/host/compare_time.h"
#include "tests/host/format_cases.h"
#include "tests/host/thread.h"

/* The library's errno. */
#define tl_errno (lib_thread()->error)

int tl_snprintf(char *buffer, size_t size, const char *format, ...);
long tl_strtol(const char *text, char **end, int base);
unsigned long tl_strtoul(const char *text, char **end, int base);
long long tl_strtoll(const char *text, char **end, int base);
unsigned long long tl_strtoull(const char *text, char **end, int base);
void tl_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *tl_bsearch(const void *key, const void *base, size_t count, size_t size,
                 int (*compare)(const void *, const void *));
void *tl_memcpy(void *to, const void *from, size_t size);
void *tl_memmove(void *to, const void *from, size_t size);
void *tl_memset(void *to, int byte, size_t size);
int tl_memcmp(const void *left, const void *right, size_t size);
void *tl_memchr(const void *block, int byte, size_t size);
size_t tl_strlen(const char *text);
size_t tl_strnlen(const char *text, size_t limit);
char *tl_strncpy(char *to, const char *from, size_t size);
char *tl_strncat(char *to, const char *from, size_t limit);
char *tl_strcpy(char *to, const char *from);
char *tl_strcat(char *to, const char *from);
int tl_strcmp(const char *left, const char *right);
int tl_strncmp(const char *left, const char *right, size_t limit);
char *tl_strchr(const char *text, int character);
char *tl_strrchr(const char *text, int character);
char *tl_strstr(const char *text, const char *part);
size_t tl_strspn(const char *text, const char *accepted);
size_t tl_strcspn(const char *text, const char *rejected);
char *tl_strpbrk(const char *text, const char *wanted);
char *tl_strtok_r(char *text, const char *separators, char **position);

/* The generated formats have no literal to be checked against. */
extern format_printer host_snprintf __asm__("snprintf");

static void report(const char *claim, unsigned long count, unsigned wrong)
{
    ok(wrong == 0, "%s (%lu random cases)", claim, count);
}

static unsigned printf_differs(const struct format_case *test)
{
    static char ours[FORMAT_RESULT_MAX], theirs[FORMAT_RESULT_MAX];
    memset(ours, '~', sizeof ours);
    memset(theirs, '~', sizeof theirs);
    int our_length = format_case_print(test, tl_snprintf, ours);
    int their_length = format_case_print(test, host_snprintf, theirs);
    if (our_length == their_length && memcmp(ours, theirs, sizeof ours) == 0)
        return 0;
    printf("# %s size %zu * %d * %d kind %d integer %llx double %llx\n", test->format, test->size,
           test->width, test->precision, test->kind, (unsigned long long)test->integer,
           (unsigned long long)test->small.bits);
    printf("#   ours   %d '%.200s'\n#   theirs %d '%.200s'\n", our_length, ours, their_length,
           theirs);
    return 1;
}

static void compare_printf(struct random *random, unsigned long count)
{
    unsigned wrong = 0;
    for (unsigned long i = 0; i < count && wrong < 20; i++) {
        struct format_case test;
        format_case_make(&test, random);
        wrong += printf_differs(&test);
    }
    report("snprintf agrees with the host's", count, wrong);
}

/* %#g by its definition in C11 7.21.6.1, from the host's %e and %f; see format_cases.h for why. */
static void compare_sharp_g(struct random *random, unsigned long count)
{
    static char ours[512], theirs[512];
    unsigned wrong = 0;
    for (unsigned long i = 0; i < count; i++) {
        uint64_t bits = random_double(random);
        int digits = 1 + (int)random_below(random, 20);
        double value;
        memcpy(&value, &bits, sizeof value);
        snprintf(theirs, sizeof theirs, "%#.*e", digits - 1, value);
        char *letter = strchr(theirs, 'e');
        int exponent = letter ? atoi(letter + 1) : 0;
        if (exponent >= -4 && exponent < digits)
            snprintf(theirs, sizeof theirs, "%#.*f", digits - 1 - exponent, value);
        tl_snprintf(ours, sizeof ours, "%#.*g", digits, value);
        if (strcmp(ours, theirs) != 0) {
            printf("# %%#.%dg of %llx: ours %s, theirs %s\n", digits, (unsigned long long)bits,
                   ours, theirs);
            wrong++;
        }
    }
    report("%#g agrees with the host's %e or %f", count, wrong);
}

/* Number-like text: blanks, signs, prefixes, digits of all bases, and something behind it. */
static void random_number_text(struct random *random, char *text)
{
    static const char *const before[] = {"", "", " ", "\t\n ", "\v\f\r", "x", "- "};
    static const char *const prefix[] = {"", "", "-", "+", "0x", "-0X", "0", "-0", "+0x", "--"};
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const unsigned ranges[] = {2, 8, 10, 10, 10, 16, 36, 62};
    text = append(append(text, before[random_below(random, 7)]), prefix[random_below(random, 10)]);
    unsigned range = ranges[random_below(random, 8)];
    for (unsigned length = random_below(random, 25); length > 0; length--)
        *text++ = digits[random_below(random, range)];
    append(text, random_below(random, 3) ? "" : " _");
}

#define COMPARE_STRTO(name)                                                                        \
    do {                                                                                           \
        char *our_end, *their_end;                                                                 \
        errno = tl_errno = 0;                                                                      \
        unsigned long long ours = (unsigned long long)tl_##name(text, &our_end, base);             \
        unsigned long long theirs = (unsigned long long)name(text, &their_end, base);              \
        int their_errno = errno;                                                                   \
        if (ours != theirs || our_end != their_end || tl_errno != their_errno) {                   \
            printf("# " #name "(\"%s\", %d): ours %llx %d errno %d, theirs %llx %d errno %d\n",    \
                   text, base, ours, (int)(our_end - text), tl_errno, theirs,                      \
                   (int)(their_end - text), their_errno);                                          \
            wrong++;                                                                               \
        }                                                                                          \
    } while (0)

static void compare_strto(struct random *random, unsigned long count)
{
    unsigned wrong = 0;
    for (unsigned long i = 0; i < count && wrong < 20; i++) {
        char text[64];
        int base = (int)random_below(random, 36);
        base = random_below(random, 2) ? base + (base > 0) : 10 * (int)random_below(random, 2);
        random_number_text(random, text);
        COMPARE_STRTO(strtol);
        COMPARE_STRTO(strtoul);
        COMPARE_STRTO(strtoll);
        COMPARE_STRTO(strtoull);
    }
    report("strtol, strtoul, strtoll, strtoull agree with the host's", count, wrong);
}

static int sign(int value) { return (value > 0) - (value < 0); }

/* Few letters, so that matches happen. */
static void random_text(struct random *random, char *text, unsigned limit)
{
    unsigned length = random_below(random, limit);
    for (unsigned i = 0; i < length; i++)
        *text++ = "aab\xC3"[random_below(random, 4)];
    *text = 0;
}

static unsigned moves_differ(struct random *random)
{
    static unsigned char ours[256], theirs[256];
    for (unsigned i = 0; i < sizeof ours; i++)
        ours[i] = theirs[i] = (unsigned char)random_bits(random);
    unsigned from = random_below(random, 128), to = random_below(random, 128);
    unsigned size = random_below(random, 129);
    switch (random_below(random, 3)) {
    case 0:
        tl_memmove(ours + to, ours + from, size);
        memmove(theirs + to, theirs + from, size);
        break;
    case 1:
        tl_memset(ours + to, (int)from * 3, size);
        memset(theirs + to, (int)from * 3, size);
        break;
    default:
        size %= 64;
        tl_memcpy(ours + 128 + to % 64, ours + from % 64, size);
        memcpy(theirs + 128 + to % 64, theirs + from % 64, size);
        break;
    }
    return memcmp(ours, theirs, sizeof ours) != 0;
}

static unsigned searches_differ(struct random *random)
{
    char a[40], b[40], set[4];
    random_text(random, a, 40);
    random_text(random, b, random_below(random, 2) ? 4 : 40);
    random_text(random, set, 4);
    char wanted = "abc\xC3"[random_below(random, 4)];
    if (random_below(random, 8) == 0)
        wanted = 0;
    size_t limit = random_below(random, 45);
    size_t common = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    return tl_strlen(a) != strlen(a) || tl_strnlen(a, limit) != strnlen(a, limit) ||
           sign(tl_strcmp(a, b)) != sign(strcmp(a, b)) || tl_strcmp(a, a) != 0 ||
           sign(tl_strncmp(a, b, limit)) != sign(strncmp(a, b, limit)) ||
           sign(tl_memcmp(a, b, common)) != sign(memcmp(a, b, common)) ||
           tl_memchr(a, wanted, strlen(a)) != memchr(a, wanted, strlen(a)) ||
           tl_strchr(a, wanted) != strchr(a, wanted) ||
           tl_strrchr(a, wanted) != strrchr(a, wanted) || tl_strstr(a, b) != strstr(a, b) ||
           tl_strspn(a, set) != strspn(a, set) || tl_strcspn(a, set) != strcspn(a, set) ||
           tl_strpbrk(a, set) != strpbrk(a, set);
}

static unsigned copies_differ(struct random *random)
{
    char a[40], b[40], ours[128], theirs[128];
    random_text(random, a, 40);
    random_text(random, b, 40);
    size_t limit = random_below(random, 45);
    memset(ours, '~', sizeof ours);
    memset(theirs, '~', sizeof theirs);
    tl_strcat(tl_strcpy(ours, a), b);
    strcat(strcpy(theirs, a), b);
    tl_strncat(ours, b, limit);
    strncat(theirs, b, limit);
    unsigned wrong = memcmp(ours, theirs, sizeof ours) != 0;
    tl_strncpy(ours, b, limit);
    strncpy(theirs, b, limit);
    wrong |= memcmp(ours, theirs, sizeof ours) != 0;

    char *our_position, *their_position;
    strcpy(ours, a);
    strcpy(theirs, a);
    char *our_token = tl_strtok_r(ours, "b", &our_position);
    char *their_token = strtok_r(theirs, "b", &their_position);
    while (our_token && their_token && our_token - ours == their_token - theirs) {
        our_token = tl_strtok_r(NULL, "b", &our_position);
        their_token = strtok_r(NULL, "b", &their_position);
    }
    return wrong || our_token || their_token || strcmp(ours, theirs) != 0;
}

static void compare_strings(struct random *random, unsigned long count)
{
    unsigned moves = 0, searches = 0, copies = 0;
    for (unsigned long i = 0; i < count; i++) {
        moves += moves_differ(random);
        searches += searches_differ(random);
        copies += copies_differ(random);
    }
    report("memcpy, memmove and memset agree with the host's", count, moves);
    report("searches and comparisons of strings agree with the host's", count, searches);
    report("strcpy, strcat, strncpy, strncat and strtok_r agree with the host's", count, copies);
}

static unsigned long comparisons;

static int compare_ints(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    comparisons++;
    return (a > b) - (a < b);
}

static void compare_qsort(struct random *random, unsigned long count)
{
    static int ours[1000], theirs[1000];
    unsigned wrong = 0, slow = 0;
    for (unsigned long i = 0; i < count; i++) {
        unsigned length = random_below(random, 1000), range = 1 + random_below(random, 2000);
        for (unsigned k = 0; k < length; k++)
            ours[k] = theirs[k] = (int)random_below(random, range) - 500;
        qsort(theirs, length, sizeof *theirs, compare_ints);
        comparisons = 0;
        tl_qsort(ours, length, sizeof *ours, compare_ints);
        slow += comparisons > 40000; /* 1,000 elements: 4 n log2 n; quadratic would be 500,000 */
        wrong += memcmp(ours, theirs, length * sizeof *ours) != 0;
        int key = (int)random_below(random, range) - 500;
        int *found = tl_bsearch(&key, ours, length, sizeof *ours, compare_ints);
        bool expected = bsearch(&key, theirs, length, sizeof *theirs, compare_ints) != NULL;
        wrong += found ? *found != key || !expected : expected;
    }
    report("qsort sorts and bsearch finds", count, wrong);
    report("qsort stays below 4 n log2 n comparisons", count, slow);
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long count = argument(argc, argv, "count=", 20000);
    struct random random = random_from((uint32_t)seed);
    host_thread_begin();
    printf("# seed=%lu count=%lu\n", seed, count);
    compare_printf(&random, count);
    compare_sharp_g(&random, count);
    compare_strto(&random, count);
    compare_strings(&random, count);
    compare_qsort(&random, count / 100 + 1);
    report("gmtime agrees with the host's", count, compare_gmtime(&random, count));
    report("mktime agrees with the host's", count, compare_mktime(&random, count));
    report("strftime and asctime agree with the host's", count, compare_strftime(&random, count));
    return tap_done();
}
