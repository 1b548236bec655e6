/* The mathematics: each function at a few places, beside the values of another library (glibc).
 * They agree to the last place. The gamma functions may be up to 8 off, because newlib makes them
 * of exp and log.
 *
 * run: emulator=qemu
 *
 * run: name=486 cpu=486
 *
 * run: name=ring3 ring=3
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tests/harness/tap.h"

/* The distance of two doubles, counted in numbers between them. */
static uint64_t distance(double a, double b)
{
    int64_t words[2];
    memcpy(&words[0], &a, sizeof a);
    memcpy(&words[1], &b, sizeof b);
    for (int i = 0; i < 2; i++)
        if (words[i] < 0)
            words[i] = INT64_MIN - words[i];
    return words[0] > words[1] ? (uint64_t)words[0] - (uint64_t)words[1]
                               : (uint64_t)words[1] - (uint64_t)words[0];
}

static const struct one {
    double (*function)(double x);
    const char *name;
    double x, value;
} ones[] = {
    {sin, "sin", 0x1.0000000000000p-1, 0x1.eaee8744b05f0p-2},
    {sin, "sin", -0x1.4000000000000p+1, -0x1.326af0dcfcab1p-1},
    {sin, "sin", 0x1.e848000000000p+19, -0x1.6664b2568d867p-2},
    {cos, "cos", 0x1.0000000000000p-1, 0x1.c1528065b7d50p-1},
    {cos, "cos", -0x1.4000000000000p+1, -0x1.9a2f7ef858b7dp-1},
    {cos, "cos", 0x1.e848000000000p+19, 0x1.df9df9906d32cp-1},
    {tan, "tan", 0x1.0000000000000p-1, 0x1.17b4f5bf3474ap-1},
    {tan, "tan", -0x1.4000000000000p+1, 0x1.7e79b4e00bb15p-1},
    {tan, "tan", 0x1.e848000000000p+19, -0x1.7e9768ab734c0p-2},
    {asin, "asin", 0x1.0000000000000p-1, 0x1.0c152382d7366p-1},
    {asin, "asin", -0x1.0000000000000p+0, -0x1.921fb54442d18p+0},
    {asin, "asin", 0x1.12e0be826d695p-30, 0x1.12e0be826d695p-30},
    {acos, "acos", 0x1.0000000000000p-1, 0x1.0c152382d7366p+0},
    {acos, "acos", -0x1.0000000000000p+0, 0x1.921fb54442d18p+1},
    {acos, "acos", 0x1.fae147ae147aep-1, 0x1.21df72882bfd8p-3},
    {atan, "atan", 0x1.0000000000000p-1, 0x1.dac670561bb4fp-2},
    {atan, "atan", -0x1.4000000000000p+1, -0x1.30b6d796a4da8p+0},
    {atan, "atan", 0x1.e848000000000p+19, 0x1.921fa47d4b30dp+0},
    {sinh, "sinh", 0x1.0000000000000p+0, 0x1.2cd9fc44eb982p+0},
    {sinh, "sinh", -0x1.4000000000000p+4, -0x1.ceb088b68e804p+27},
    {sinh, "sinh", 0x1.4f8b588e368f1p-17, 0x1.4f8b588e4e940p-17},
    {cosh, "cosh", 0x1.0000000000000p+0, 0x1.8b07551d9f550p+0},
    {cosh, "cosh", 0x1.4000000000000p+4, 0x1.ceb088b68e804p+27},
    {cosh, "cosh", 0x1.999999999999ap-4, 0x1.0147f40224b38p+0},
    {tanh, "tanh", 0x1.0000000000000p-1, 0x1.d9353d7568af3p-2},
    {tanh, "tanh", -0x1.4000000000000p+1, -0x1.f9258260a71c2p-1},
    {tanh, "tanh", 0x1.e848000000000p+19, 0x1.0000000000000p+0},
    {asinh, "asinh", 0x1.0000000000000p-1, 0x1.ecc2caec5160ap-2},
    {asinh, "asinh", -0x1.4000000000000p+1, -0x1.a5b0f0be9dcf6p+0},
    {asinh, "asinh", 0x1.e848000000000p+19, 0x1.d046ec97fa3ccp+3},
    {acosh, "acosh", 0x1.0000000000000p+0, 0x0.0p+0},
    {acosh, "acosh", 0x1.0000000000000p+1, 0x1.5124271980434p+0},
    {acosh, "acosh", 0x1.2a05f20000000p+33, 0x1.7b810429a7c2ap+4},
    {atanh, "atanh", 0x1.0000000000000p-1, 0x1.193ea7aad030ap-1},
    {atanh, "atanh", -0x1.fae147ae147aep-1, -0x1.52c581997cd85p+1},
    {atanh, "atanh", 0x1.5798ee2308c3ap-27, 0x1.5798ee2308c3bp-27},
    {exp, "exp", 0x1.0000000000000p+0, 0x1.5bf0a8b145769p+1},
    {exp, "exp", -0x1.5e00000000000p+9, 0x1.14f2b0fb9307fp-1010},
    {exp, "exp", 0x1.999999999999ap-4, 0x1.1aec7b35a00d4p+0},
    {expm1, "expm1", 0x1.0000000000000p-1, 0x1.4c2531c3c0d38p-1},
    {expm1, "expm1", -0x1.4000000000000p+1, -0x1.d5f8f47ed617cp-1},
    {expm1, "expm1", 0x1.12e0be826d695p-30, 0x1.12e0be84bbb51p-30},
    {log, "log", 0x1.56e1fc2f8f359p-997, -0x1.5963447f87fb5p+9},
    {log, "log", 0x1.0000000000000p+1, 0x1.62e42fefa39efp-1},
    {log, "log", 0x1.4000000000000p+3, 0x1.26bb1bbb55516p+1},
    {log10, "log10", 0x1.f400000000000p+9, 0x1.8000000000000p+1},
    {log10, "log10", 0x1.0000000000000p+1, 0x1.34413509f79ffp-2},
    {log10, "log10", 0x1.4f8b588e368f1p-17, -0x1.4000000000000p+2},
    {log1p, "log1p", 0x1.b7cdfd9d7bdbbp-34, 0x1.b7cdfd9d1d693p-34},
    {log1p, "log1p", 0x1.0000000000000p+0, 0x1.62e42fefa39efp-1},
    {log1p, "log1p", -0x1.0000000000000p-1, -0x1.62e42fefa39efp-1},
    {log2, "log2", 0x1.0000000000000p+3, 0x1.8000000000000p+1},
    {log2, "log2", 0x1.8000000000000p+1, 0x1.95c01a39fbd68p+0},
    {log2, "log2", 0x1.56e1fc2f8f359p-997, -0x1.f24a09f1a8b89p+9},
    {sqrt, "sqrt", 0x1.0000000000000p+1, 0x1.6a09e667f3bcdp+0},
    {sqrt, "sqrt", 0x0.012688b70e62bp-1022, 0x1.1297872d9cbaep-515},
    {sqrt, "sqrt", 0x1.2000000000000p+3, 0x1.8000000000000p+1},
    {fabs, "fabs", 0x1.0000000000000p-1, 0x1.0000000000000p-1},
    {fabs, "fabs", -0x1.4000000000000p+1, 0x1.4000000000000p+1},
    {fabs, "fabs", 0x1.e848000000000p+19, 0x1.e848000000000p+19},
    {ceil, "ceil", 0x1.0000000000000p-1, 0x1.0000000000000p+0},
    {ceil, "ceil", -0x1.4000000000000p+1, -0x1.0000000000000p+1},
    {ceil, "ceil", 0x1.e848000000000p+19, 0x1.e848000000000p+19},
    {floor, "floor", 0x1.0000000000000p-1, 0x0.0p+0},
    {floor, "floor", -0x1.4000000000000p+1, -0x1.8000000000000p+1},
    {floor, "floor", 0x1.e848000000000p+19, 0x1.e848000000000p+19},
    {erf, "erf", 0x1.0000000000000p-1, 0x1.0a7ef5c18edd2p-1},
    {erf, "erf", 0x1.0000000000000p+1, 0x1.fd9ae142795e3p-1},
    {erf, "erf", -0x1.0000000000000p+0, -0x1.af767a741088bp-1},
    {erfc, "erfc", 0x1.0000000000000p-1, 0x1.eb02147ce245cp-2},
    {erfc, "erfc", 0x1.4000000000000p+2, 0x1.b0c1a759f773ap-40},
    {erfc, "erfc", -0x1.0000000000000p+0, 0x1.d7bb3d3a08446p+0},
    {lgamma, "lgamma", 0x1.0000000000000p-1, 0x1.250d048e7a1c0p-1},
    {lgamma, "lgamma", 0x1.8000000000000p+1, 0x1.62e42fefa39ecp-1},
    {lgamma, "lgamma", 0x1.9000000000000p+6, 0x1.67225b4879462p+8},
    {tgamma, "tgamma", 0x1.0000000000000p-1, 0x1.c5bf891b4ef6ap+0},
    {tgamma, "tgamma", 0x1.4000000000000p+2, 0x1.8000000000000p+4},
    {tgamma, "tgamma", 0x1.4800000000000p+4, 0x1.e02bbbd549cbbp+58},
    {trunc, "trunc", 0x1.0000000000000p-1, 0x0.0p+0},
    {trunc, "trunc", -0x1.4000000000000p+1, -0x1.0000000000000p+1},
    {trunc, "trunc", 0x1.e848000000000p+19, 0x1.e848000000000p+19},
};

static const struct two {
    double (*function)(double x, double y);
    const char *name;
    double x, y, value;
} twos[] = {
    {atan2, "atan2", 0x1.8000000000000p+1, 0x1.0000000000000p+2, 0x1.4978fa3269ee1p-1},
    {atan2, "atan2", -0x1.4000000000000p+1, 0x1.8000000000000p-1, -0x1.4782cbabc8157p+0},
    {atan2, "atan2", 0x1.2a05f20000000p+33, 0x1.8000000000000p+1, 0x1.921fb542f8f70p+0},
    {pow, "pow", 0x1.8000000000000p+1, 0x1.0000000000000p+2, 0x1.4400000000000p+6},
    {pow, "pow", 0x1.4000000000000p+1, -0x1.d000000000000p+2, 0x1.5590f0fc5fd3bp-10},
    {pow, "pow", 0x1.2a05f20000000p+33, 0x1.8000000000000p+1, 0x1.93e5939a08ceap+99},
    {fmod, "fmod", 0x1.8000000000000p+1, 0x1.0000000000000p+2, 0x1.8000000000000p+1},
    {fmod, "fmod", -0x1.4000000000000p+1, 0x1.8000000000000p-1, -0x1.0000000000000p-2},
    {fmod, "fmod", 0x1.2a05f20000000p+33, 0x1.8000000000000p+1, 0x1.0000000000000p+0},
    {hypot, "hypot", 0x1.8000000000000p+1, 0x1.0000000000000p+2, 0x1.4000000000000p+2},
    {hypot, "hypot", -0x1.4000000000000p+1, 0x1.8000000000000p-1, 0x1.4e16fdacff937p+1},
    {hypot, "hypot", 0x1.2a05f20000000p+33, 0x1.8000000000000p+1, 0x1.2a05f20000000p+33},
    {copysign, "copysign", 0x1.8000000000000p+1, 0x1.0000000000000p+2, 0x1.8000000000000p+1},
    {copysign, "copysign", -0x1.4000000000000p+1, 0x1.8000000000000p-1, 0x1.4000000000000p+1},
    {copysign, "copysign", 0x1.2a05f20000000p+33, 0x1.8000000000000p+1, 0x1.2a05f20000000p+33},
    {remainder, "remainder", 0x1.8000000000000p+1, 0x1.0000000000000p+2, -0x1.0000000000000p+0},
    {remainder, "remainder", -0x1.4000000000000p+1, 0x1.8000000000000p-1, -0x1.0000000000000p-2},
    {remainder, "remainder", 0x1.2a05f20000000p+33, 0x1.8000000000000p+1, 0x1.0000000000000p+0},
};

int main(void)
{
    for (unsigned i = 0; i < sizeof ones / sizeof ones[0]; i++) {
        const struct one *row = &ones[i];
        uint64_t off = distance(row->function(row->x), row->value);
        if (!ok(off <= (strstr(row->name, "gamma") ? 8 : 1), "%s(%g)", row->name, row->x))
            tap_note("%llu places off", (unsigned long long)off);
    }
    for (unsigned i = 0; i < sizeof twos / sizeof twos[0]; i++) {
        const struct two *row = &twos[i];
        ok(distance(row->function(row->x, row->y), row->value) <= 1, "%s(%g, %g)", row->name,
           row->x, row->y);
    }

    int exponent;
    double whole;
    ok(frexp(48.0, &exponent) == 0.75 && exponent == 6, "frexp");
    ok(modf(-2.25, &whole) == -0.25 && whole == -2, "modf");
    ok(ldexp(0.75, 6) == 48 && scalbn(1, -3) == 0.125, "ldexp and scalbn");
    ok(fma(3, 4, 5) == 17 && fmax(1, 2) == 2 && fmin(1, 2) == 1 && fdim(5, 3) == 2,
       "fma, fmax, fmin and fdim");
    ok(lround(2.5) == 3 && lrint(2.5) == 2 && llround(-2.5) == -3 && round(-0.4) == 0,
       "rounding to whole numbers");
    ok(cbrt(27) == 3 && sqrtf(2) == 1.41421354f && powf(2, 10) == 1024, "roots, and float");
    ok(isnan(NAN) && isinf(INFINITY) && !isfinite(HUGE_VAL) && signbit(-0.0), "classes of numbers");

    errno = 0;
    ok(isnan(sqrt(-1)) && errno == EDOM, "an argument outside sets EDOM");
    errno = 0;
    ok(isinf(exp(1000)) && errno == ERANGE, "a result outside sets ERANGE");
    return tap_done();
}
