/* long double is double: the functions of long double give what those of double give.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <complex.h>
#include <math.h>

#include "tests/harness/tap.h"

#define X 0.625
#define Y 2.5
#define ONE(name)                                                                                  \
    {                                                                                              \
#name "l", name##l(X), name(X)                                                             \
    }
#define TWO(name)                                                                                  \
    {                                                                                              \
#name "l", name##l(X, Y), name(X, Y)                                                       \
    }
#define WITH(name)                                                                                 \
    {                                                                                              \
#name "l", name##l(X, 3), name(X, 3)                                                       \
    }
#define REAL(name)                                                                                 \
    {                                                                                              \
#name "l", name##l(CMPLXL(X, Y)), name(CMPLX(X, Y))                                        \
    }
#define SUM(name)                                                                                  \
    {                                                                                              \
#name "l", creal(name##l(CMPLXL(X, Y))) + cimag(name##l(CMPLXL(X, Y))),                    \
            creal(name(CMPLX(X, Y))) + cimag(name(CMPLX(X, Y)))                                    \
    }

static int own_calls;

/* A program may have a function of this name, which calls the one of double. */
long double hypotl(long double x, long double y)
{
    own_calls++;
    return hypot((double)x, (double)y);
}

int main(void)
{
    volatile long double three = 3, four = 4;
    int exponents[2], quotients[2];
    double whole;
    long double long_whole;
    const struct {
        const char *name;
        long double is;
        double shall_be;
    } rows[] = {
        ONE(acos),
        ONE(asin),
        ONE(atan),
        ONE(cos),
        ONE(sin),
        ONE(tan),
        ONE(cosh),
        ONE(sinh),
        ONE(tanh),
        ONE(asinh),
        ONE(atanh),
        ONE(exp),
        ONE(exp2),
        ONE(expm1),
        ONE(log),
        ONE(log10),
        ONE(log1p),
        ONE(log2),
        ONE(logb),
        ONE(sqrt),
        ONE(cbrt),
        ONE(fabs),
        ONE(ceil),
        ONE(floor),
        ONE(nearbyint),
        ONE(rint),
        ONE(round),
        ONE(trunc),
        ONE(erf),
        ONE(erfc),
        ONE(lgamma),
        ONE(tgamma),
        ONE(ilogb),
        ONE(lrint),
        ONE(lround),
        ONE(llrint),
        ONE(llround),
        TWO(atan2),
        TWO(copysign),
        TWO(fdim),
        TWO(fmax),
        TWO(fmin),
        TWO(fmod),
        TWO(hypot),
        TWO(nextafter),
        TWO(pow),
        TWO(remainder),
        WITH(ldexp),
        WITH(scalbn),
        WITH(scalbln),
        REAL(cabs),
        REAL(carg),
        REAL(cimag),
        REAL(creal),
        SUM(conj),
        SUM(cacos),
        SUM(cacosh),
        SUM(casin),
        SUM(casinh),
        SUM(catan),
        SUM(catanh),
        SUM(ccos),
        SUM(ccosh),
        SUM(cexp),
        SUM(clog),
        SUM(csin),
        SUM(csinh),
        SUM(csqrt),
        SUM(ctan),
        SUM(ctanh),
        SUM(cproj),
        {"acoshl", acoshl(Y), acosh(Y)},
        {"fmal", fmal(X, Y, 1), fma(X, Y, 1)},
        {"frexpl", frexpl(Y, &exponents[0]), frexp(Y, &exponents[1])},
        {"modfl", modfl(Y, &long_whole), modf(Y, &whole)},
        {"remquol", remquol(Y, X, &quotients[0]), remquo(Y, X, &quotients[1])},
        {"nexttoward", nexttoward(X, (long double)Y), nextafter(X, Y)},
        {"nexttowardl", nexttowardl(X, Y), nextafter(X, Y)},
        {"cpowl", creal(cpowl(CMPLXL(X, Y), 2)), creal(cpow(CMPLX(X, Y), 2))},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(rows[i].is == (long double)rows[i].shall_be, "%s", rows[i].name);
    ok(exponents[0] == exponents[1] && quotients[0] == quotients[1] && long_whole == whole,
       "what they leave in a place is the same");
    ok(isnan(nanl("")) && sizeof(long double) == sizeof(double), "nanl");
    ok(hypotl(three, four) == 5 && own_calls, "a program's own function calls double's");
    return tap_done();
}
