/* Numbers and texts by a format, and floating point from text.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/scans.h"
#include "tests/harness/tap.h"

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"

static void check_integers(void)
{
    int a = 0, b = 0, c = 0, n = 0;
    is_dec((unsigned)sscanf(" 12-34 0x1F", "%d%d%i%n", &a, &b, &c, &n), 3, "three integers");
    ok(a == 12 && b == -34 && c == 31 && n == 11, "their values, and the characters read");
    unsigned octal = 0, hex = 0;
    ok(sscanf("077 77 ff", "%i%o%x", &a, &octal, &hex) == 3 && a == 63 && octal == 63 && hex == 255,
       "bases by prefix and by conversion");
    ok(sscanf("1234567", "%3d%2d%d", &a, &b, &c) == 3 && a == 123 && b == 45 && c == 67, "widths");
    ok(sscanf("1 2 3", "%d%*d%d", &a, &b) == 2 && a == 1 && b == 3, "a star skips");
    ok(sscanf("5,6;7", "%d,%d:%d", &a, &b, &c) == 2 && b == 6, "other text ends it");
    ok(sscanf("x", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF && sscanf("  ", "%d", &a) == EOF,
       "no number is 0, the end of the input is EOF");
    signed char byte[2] = {0, 9};
    short half[2] = {0, 9};
    long long wide = 0;
    ok(sscanf("-1 -2 -9000000000", "%hhd%hd%lld", &byte[0], &half[0], &wide) == 3 &&
           byte[0] == -1 && byte[1] == 9 && half[0] == -2 && half[1] == 9 && wide == -9000000000,
       "sizes");
    ok(sscanf("9000000001", "%I64d", &wide) == 1 && wide == 9000000001, "Windows' %%I64d");
    unsigned u = 0;
    ok(sscanf("4294967295", "%u", &u) == 1 && u == 4294967295u, "unsigned");
    ok(scans("7 8", "%d%d", &a, &b) == 2 && a == 7 && b == 8, "vsscanf");
}

static void check_texts(void)
{
    char word[20] = "", rest[20] = "";
    ok(sscanf("  two words", "%s%19[^\n]", word, rest) == 2 && strcmp(word, "two") == 0 &&
           strcmp(rest, " words") == 0,
       "a word, and a set");
    ok(sscanf("abc-123]", "%[a-c]%*[-]%[]0-9]", word, rest) == 2 && strcmp(word, "abc") == 0 &&
           strcmp(rest, "123]") == 0,
       "sets with ranges, a bracket and a hyphen");
    memset(word, '.', 5);
    ok(sscanf(" ab", "%3c", word) == 1 && memcmp(word, " ab.", 4) == 0, "characters, blanks too");
    ok(sscanf("100%", "%*d%%%n", &(int){0}) == 0, "a percent sign");
}

static void check_floats(void)
{
    float f = 0;
    double d = 0;
    ok(sscanf("1.5 -2.25e3", "%f%lf", &f, &d) == 2 && f == 1.5f && d == -2250, "float and double");
    ok(sscanf("0x1.8p3 inf", "%lf%f", &d, &f) == 2 && d == 12 && f > 1e38f,
       "hexadecimal, infinity");
    ok(sscanf("1e+", "%lf", &d) == 0, "an exponent without digits is none");

    static const struct {
        const char *text;
        uint64_t bits;
    } rows[] = {
        {"0.1", 0x3FB999999999999A},
        {"1.7976931348623157e308", 0x7FEFFFFFFFFFFFFF},
        {"1.7976931348623159e308", 0x7FF0000000000000},
        {"2.2250738585072011e-308", 0x000FFFFFFFFFFFFF},
        {"2.2250738585072014e-308", 0x0010000000000000},
        {"4.9406564584124654e-324", 1},
        {"2.4703282292062327e-324", 0},
        {"2.4703282292062328e-324", 1},
        {"9007199254740993", 0x4340000000000000},
        {"9007199254740993.00000000000000000000000000000000000000001", 0x4340000000000001},
        {"9007199254740995", 0x4340000000000002},
        {"123456789012345678901234567890", 0x45F8EE90FF6C373E},
        {"1e23", 0x44B52D02C7E14AF6},
        {"6.02214076e23", 0x44DFE185CA57C517},
        {"0x1.fffffffffffff8p0", 0x4000000000000000},
        {"0x1p-1075", 0},
        {"-0", 0x8000000000000000},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = strtod(rows[i].text, NULL);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (!ok(bits == rows[i].bits, "strtod of %s", rows[i].text))
            tap_note("got %016llX, expected %016llX", (unsigned long long)bits,
                     (unsigned long long)rows[i].bits);
    }
    errno = 0;
    ok(strtod("1e400", NULL) > 1e308 && errno == ERANGE, "too large is infinity, with ERANGE");
    char *end;
    const char *text = "2.5e-x";
    ok(strtod(text, &end) == 2.5 && end == text + 3, "the end of the number");
    ok(strtod(".", &end) == 0 && *end == '.', "a point alone is no number");
    ok(strtof("0.1x", &end) == 0.1f && *end == 'x' && atof("-2.5 ") == -2.5, "strtof and atof");

    uint64_t state = 1;
    unsigned wrong = 0;
    for (int i = 0; i < 3000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = state ^ state >> 29;
        double value, again;
        char digits[40];
        memcpy(&value, &bits, sizeof value);
        if (value != value || value - value != 0)
            continue;
        snprintf(digits, sizeof digits, "%.17g", value);
        again = strtod(digits, NULL);
        wrong += memcmp(&value, &again, sizeof value) != 0;
    }
    is_dec(wrong, 0, "17 digits of any double lead back to it");
}

int main(void)
{
    check_integers();
    check_texts();
    check_floats();
    char text[40];
    sprintf(text, "%I64d %I32u %I64X", -5000000000ll, 7u, 0x123456789ABll);
    ok(strcmp(text, "-5000000000 7 123456789AB") == 0, "printf has Windows' I64 and I32");
    return tap_done();
}
