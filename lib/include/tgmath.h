/* The functions of math.h and complex.h under one name for all types: sqrt(x) is sqrtf, sqrt,
 * csqrtf or csqrt, as the type of x says. Integers and long double count as double.
 */
#ifndef LIB_TGMATH_H
#define LIB_TGMATH_H

#include <complex.h>
#include <math.h>

/* A value of the type in which x is computed. */
#define tgmath_type(x)                                                                             \
    _Generic((x), float : 0.0f, float complex                                                      \
             : (float complex)0.0f, double complex                                                 \
             : (double complex)0.0, long double complex                                            \
             : (double complex)0.0, default : 0.0)
#define tgmath_real(x, function) _Generic(tgmath_type(x), float : function##f, default : function)
#define tgmath_any(x, function)                                                                    \
    _Generic(tgmath_type(x), float                                                                 \
             : function##f, float complex                                                          \
             : c##function##f, double complex                                                      \
             : c##function, default                                                                \
             : function)
#define tgmath_complex(x, function)                                                                \
    _Generic(tgmath_type(x), float : function##f, float complex : function##f, default : function)

#define acos(x)  tgmath_any(x, acos)(x)
#define asin(x)  tgmath_any(x, asin)(x)
#define atan(x)  tgmath_any(x, atan)(x)
#define acosh(x) tgmath_any(x, acosh)(x)
#define asinh(x) tgmath_any(x, asinh)(x)
#define atanh(x) tgmath_any(x, atanh)(x)
#define cos(x)   tgmath_any(x, cos)(x)
#define sin(x)   tgmath_any(x, sin)(x)
#define tan(x)   tgmath_any(x, tan)(x)
#define cosh(x)  tgmath_any(x, cosh)(x)
#define sinh(x)  tgmath_any(x, sinh)(x)
#define tanh(x)  tgmath_any(x, tanh)(x)
#define exp(x)   tgmath_any(x, exp)(x)
#define log(x)   tgmath_any(x, log)(x)
#define sqrt(x)  tgmath_any(x, sqrt)(x)
#define fabs(x)                                                                                    \
    _Generic(tgmath_type(x), float                                                                 \
             : fabsf, float complex                                                                \
             : cabsf, double complex                                                               \
             : cabs, default                                                                       \
             : fabs)(x)
#define pow(x, y)        tgmath_any(tgmath_type(x) + tgmath_type(y), pow)(x, y)
#define cbrt(x)          tgmath_real(x, cbrt)(x)
#define ceil(x)          tgmath_real(x, ceil)(x)
#define erf(x)           tgmath_real(x, erf)(x)
#define erfc(x)          tgmath_real(x, erfc)(x)
#define exp2(x)          tgmath_real(x, exp2)(x)
#define expm1(x)         tgmath_real(x, expm1)(x)
#define floor(x)         tgmath_real(x, floor)(x)
#define ilogb(x)         tgmath_real(x, ilogb)(x)
#define lgamma(x)        tgmath_real(x, lgamma)(x)
#define llrint(x)        tgmath_real(x, llrint)(x)
#define llround(x)       tgmath_real(x, llround)(x)
#define log10(x)         tgmath_real(x, log10)(x)
#define log1p(x)         tgmath_real(x, log1p)(x)
#define log2(x)          tgmath_real(x, log2)(x)
#define logb(x)          tgmath_real(x, logb)(x)
#define lrint(x)         tgmath_real(x, lrint)(x)
#define lround(x)        tgmath_real(x, lround)(x)
#define nearbyint(x)     tgmath_real(x, nearbyint)(x)
#define rint(x)          tgmath_real(x, rint)(x)
#define round(x)         tgmath_real(x, round)(x)
#define tgamma(x)        tgmath_real(x, tgamma)(x)
#define trunc(x)         tgmath_real(x, trunc)(x)
#define atan2(x, y)      tgmath_real(tgmath_type(x) + tgmath_type(y), atan2)(x, y)
#define copysign(x, y)   tgmath_real(tgmath_type(x) + tgmath_type(y), copysign)(x, y)
#define fdim(x, y)       tgmath_real(tgmath_type(x) + tgmath_type(y), fdim)(x, y)
#define fmax(x, y)       tgmath_real(tgmath_type(x) + tgmath_type(y), fmax)(x, y)
#define fmin(x, y)       tgmath_real(tgmath_type(x) + tgmath_type(y), fmin)(x, y)
#define fmod(x, y)       tgmath_real(tgmath_type(x) + tgmath_type(y), fmod)(x, y)
#define hypot(x, y)      tgmath_real(tgmath_type(x) + tgmath_type(y), hypot)(x, y)
#define nextafter(x, y)  tgmath_real(tgmath_type(x) + tgmath_type(y), nextafter)(x, y)
#define remainder(x, y)  tgmath_real(tgmath_type(x) + tgmath_type(y), remainder)(x, y)
#define nexttoward(x, y) nextafter(x, (__typeof__(x))(y))
#define frexp(x, p)      tgmath_real(x, frexp)(x, p)
#define ldexp(x, n)      tgmath_real(x, ldexp)(x, n)
#define scalbn(x, n)     tgmath_real(x, scalbn)(x, n)
#define scalbln(x, n)    tgmath_real(x, scalbln)(x, n)
#define fma(x, y, z)     tgmath_real(tgmath_type(x) + tgmath_type(y) + tgmath_type(z), fma)(x, y, z)
#define remquo(x, y, q)  tgmath_real(tgmath_type(x) + tgmath_type(y), remquo)(x, y, q)
#define carg(z)          tgmath_complex(z, carg)(z)
#define cimag(z)         tgmath_complex(z, cimag)(z)
#define conj(z)          tgmath_complex(z, conj)(z)
#define cproj(z)         tgmath_complex(z, cproj)(z)
#define creal(z)         tgmath_complex(z, creal)(z)

#endif
