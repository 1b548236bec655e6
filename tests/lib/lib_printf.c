/* The printf family: fixed results here (none with fixed=0); with count=N also N random
 * conversions, a line each. lib_printf_host.t compares these with what this program prints when it
 * is compiled for the host.
 *
 * run: name=plain
 * run: name=486 cpu=486
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/host/format_cases.h"

/* Without the attribute that lets compilers check formats: wrong ones are tried, too. */
static int print(char *buffer, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(buffer, size, format, args);
    va_end(args);
    return length;
}

static void gives(const char *expected, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    bool held = length == (int)strlen(expected) && strcmp(text, expected) == 0;
    ok(held, "%s gives %s", format, expected);
    if (!held)
        tap_note("got %d '%s'", length, text);
}

static void check_integers(void)
{
    gives("-2147483648 2147483647", "%d %i", INT_MIN, INT_MAX);
    gives("18446744073709551615", "%llu", ULLONG_MAX);
    gives("-9223372036854775808", "%lld", LLONG_MIN);
    gives("-1 255 -1 65535", "%hhd %hhu %hd %hu", 511, 511, 0x1FFFF, 0x1FFFF);
    gives("[   42][42   ][00042][+42][ 42]", "[%5d][%-5d][%05d][%+d][% d]", 42, 42, 42, 42, 42);
    gives("[  042][][0]", "[%5.3d][%.0d][%#.0o]", 42, 0, 0);
    gives("0x1f 0X1F 037 0", "%#x %#X %#o %#x", 31, 31, 31, 0);
    gives("7 -8 9 10", "%zu %td %jd %ld", (size_t)7, (ptrdiff_t)-8, (intmax_t)9, 10L);
    gives("[     7][7     ]", "[%*d][%*d]", 6, 7, -6, 7);
}

static void check_texts(void)
{
    gives("[  abc][abc  ][ab]", "[%5s][%-5s][%.2s]", "abc", "abc", "abc");
    gives("[00abc][abc  ][000ab][0000x]", "[%05s][%-05s][%05ls][%05c]", "abc", "abc", L"ab", 'x');
    gives("(null) []", "%s [%.3s]", (char *)NULL, (char *)NULL);
    gives("x 100%", "%c %d%%", 'x', 100);
    gives("0x1234 (nil)", "%p %p", (void *)0x1234, (void *)0);
}

/* Windows' sizes. */
static void check_sizes(void)
{
    gives("-9223372036854775808 -1 4294967295 9", "%I64d %I32d %Iu %d", LLONG_MIN, -1, SIZE_MAX, 9);
    gives("a b c d", "%hs %hS %hc %hC", "a", "b", 'c', 'd');
    gives("[a][  b]", "[%.1hS][%3hs]", "abc", "b");
    gives("a b c d", "%ws %ls %wc %lc", L"a", L"b", L'c', L'd');
    gives("a b c d", "%S %C %wS %lC", L"a", L'b', L"c", L'd');
    gives("[\xC3\xA4][ \xC3\xA4][]", "[%.3ls][%3S][%.1ws]", L"\xE4\xE4", L"\xE4", L"\xE4");
    const void *none = NULL;
    gives("[(null)][(null)][]", "[%ls][%hS][%.5S]", none, none, none);
}

static void check_floats(void)
{
    gives("6.480000 1e+06 999999 0.0001 1e-05", "%f %g %g %g %g", 6.48, 1e6, 999999., 1e-4, 1e-5);
    gives("0 2 2 4", "%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
    gives("1.0 1.00e+01 10.", "%.1f %.2e %#.2g", 0.99, 9.996, 9.99);
    gives("1.00000e+06 1.e+02", "%#g %#.1g", 999999.9, 99.9);
    gives("-0.000000 inf -INF nan", "%f %f %F %g", -0.0, 1e300 * 1e300, -1e300 * 1e300,
          __builtin_nan(""));
    gives("[  inf][-inf ]", "[%05f][%-5f]", __builtin_inf(), -__builtin_inf());
    gives("0.1000000000000000055511151231257827021181583404541015625", "%.55f", 0.1);
    gives("4.9406564584124654e-324", "%.16e", 4.9406564584124654e-324);
    gives("0x1p+0 0x1.8p+1 0x1.0p-1 -0X1.8P+0", "%a %a %.1a %A", 1., 3., 0.5, -1.5);
    gives("1.797693134862315708e+308 7", "%.18Le %d", LDBL_MAX, 7);
    gives("0.100000 7", "%Lf %d", 0.1, 7);
}

static void check_edges(void)
{
    char buffer[8] = "~~~~~~~";
    ok(snprintf(buffer, 4, "%s", "abcdef") == 6 && memcmp(buffer, "abc\0~~~", 8) == 0,
       "snprintf cuts, closes, and counts the whole length");
    ok(snprintf(NULL, 0, "%d", 12345) == 5, "snprintf only counts without a buffer");
    ok(sprintf(buffer, "%d", 1234567) == 7 && strcmp(buffer, "1234567") == 0,
       "sprintf knows no limit");
    ok(print(buffer, 8, "%*d", INT_MAX, 1) == INT_MAX, "a width of INT_MAX is counted");
    ok(print(buffer, 8, "%*d.", INT_MAX, 1) == -1, "a length beyond INT_MAX is an error");
    ok(print(buffer, 8, "%2147483648d", 1) == -1, "a width beyond INT_MAX is an error");
    errno = 0;
    ok(print(buffer, 8, "a%n", &buffer) == -1 && strcmp(buffer, "a") == 0 && errno == EINVAL,
       "%%n is an error");
    ok(print(buffer, 8, "%") == -1 && print(buffer, 8, "%y") == -1,
       "an unsupported conversion is an error");
    printf("# %0300d\n", 7); /* longer than the console's window */
    ok(printf("# %s%s\n", "ab", "cd") == 7, "printf counts its output");
}

/* FNV-1a. */
static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
}

static void print_cases(struct random *random, unsigned long count)
{
    static char text[FORMAT_RESULT_MAX];
    for (unsigned long i = 0; i < count; i++) {
        struct format_case test;
        format_case_make(&test, random);
        int length = format_case_print(&test, print, text);
        printf("# case %lu %s of %llx gives %d %x %.60s\n", i, test.format,
               (unsigned long long)(test.kind == FORMAT_DOUBLE ? test.small.bits : test.integer),
               length, (unsigned)hash(text), text);
    }
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long count = argument(argc, argv, "count=", 0);
    struct random random = random_from((uint32_t)seed);
    if (argument(argc, argv, "fixed=", 1)) {
        check_integers();
        check_texts();
        check_sizes();
        check_floats();
        check_edges();
    }
    print_cases(&random, count);
    return tap_done();
}
