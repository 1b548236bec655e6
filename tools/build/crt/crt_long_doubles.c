/* Mathematics of long doubles, which are doubles for this compiler. MinGW's own functions are for
 * numbers of 80 bits, and bear other names in the program (see the Makefile). */
#include <complex.h>
#include <math.h>

#define ONE(name)                                                                                  \
    long double name##l(long double x)                                                             \
    {                                                                                              \
        return name(x);                                                                            \
    }
#define TWO(name)                                                                                  \
    long double name##l(long double x, long double y)                                              \
    {                                                                                              \
        return name(x, y);                                                                         \
    }
#define WHOLE(type, name)                                                                          \
    type name##l(long double x)                                                                    \
    {                                                                                              \
        return name(x);                                                                            \
    }
#define WITH(name, type)                                                                           \
    long double name##l(long double x, type y)                                                     \
    {                                                                                              \
        return name(x, y);                                                                         \
    }

ONE(acos)
ONE(acosh)
ONE(asin)
ONE(asinh)
ONE(atan)
ONE(atanh)
ONE(cbrt)
ONE(ceil)
ONE(cos)
ONE(cosh)
ONE(erf)
ONE(erfc)
ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(floor)
ONE(lgamma)
ONE(log)
ONE(log10)
ONE(log1p)
ONE(log2)
ONE(logb)
ONE(nearbyint)
ONE(rint)
ONE(round)
ONE(sin)
ONE(sinh)
ONE(sqrt)
ONE(tan)
ONE(tanh)
ONE(tgamma)
ONE(trunc)
TWO(atan2)
TWO(copysign)
TWO(fdim)
TWO(fmax)
TWO(fmin)
TWO(fmod)
TWO(hypot)
TWO(nextafter)
TWO(pow)
TWO(remainder)
WHOLE(int, ilogb)
WHOLE(long, lrint)
WHOLE(long, lround)
WHOLE(long long, llrint)
WHOLE(long long, llround)
WITH(frexp, int *)
WITH(ldexp, int)
WITH(scalbn, int)
WITH(scalbln, long)

#define COMPLEX(name)                                                                              \
    long double complex name##l(long double complex x)                                             \
    {                                                                                              \
        return name(x);                                                                            \
    }
#define PART(name)                                                                                 \
    long double name##l(long double complex x)                                                     \
    {                                                                                              \
        return name(x);                                                                            \
    }

COMPLEX(cacos)
COMPLEX(cacosh)
COMPLEX(casin)
COMPLEX(casinh)
COMPLEX(catan)
COMPLEX(catanh)
COMPLEX(ccos)
COMPLEX(ccosh)
COMPLEX(cexp)
COMPLEX(clog)
COMPLEX(cproj)
COMPLEX(csin)
COMPLEX(csinh)
COMPLEX(csqrt)
COMPLEX(ctan)
COMPLEX(ctanh)
PART(cabs)
PART(carg)

long double complex cpowl(long double complex x, long double complex y)
{
    return cpow(x, y);
}

long double modfl(long double x, long double *whole)
{
    double part, rest = modf(x, &part);
    *whole = part;
    return rest;
}

long double fmal(long double x, long double y, long double z)
{
    return fma(x, y, z);
}

long double remquol(long double x, long double y, int *quotient)
{
    return remquo(x, y, quotient);
}

long double nexttowardl(long double x, long double y)
{
    return nextafter(x, y);
}

double nexttoward(double x, long double y)
{
    return nextafter(x, y);
}
