/* Mathematics: newlib's, built for a 486 (tools/build/make-libm) and linked into programs that
 * call it. long double is double.
 *
 * Errors set errno to EDOM or ERANGE, and the x87's exception flags. The results of double have
 * less than one unit of error in the last place, mostly.
 */
#ifndef LIB_MATH_H
#define LIB_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

#define HUGE_VAL     __builtin_huge_val()
#define HUGE_VALF    __builtin_huge_valf()
#define INFINITY     __builtin_inff()
#define NAN          __builtin_nanf("")

#define M_E          2.71828182845904523536
#define M_LOG2E      1.44269504088896340736
#define M_LOG10E     0.434294481903251827651
#define M_LN2        0.693147180559945309417
#define M_LN10       2.30258509299404568402
#define M_PI         3.14159265358979323846
#define M_PI_2       1.57079632679489661923
#define M_PI_4       0.785398163397448309616
#define M_1_PI       0.318309886183790671538
#define M_2_PI       0.636619772367581343076
#define M_2_SQRTPI   1.12837916709551257390
#define M_SQRT2      1.41421356237309504880
#define M_SQRT1_2    0.707106781186547524401

#define FP_NAN       0
#define FP_INFINITE  1
#define FP_ZERO      2
#define FP_SUBNORMAL 3
#define FP_NORMAL    4

typedef double double_t;
typedef double float_t;

#define fpclassify(x)        __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x)          __builtin_isfinite(x)
#define isinf(x)             __builtin_isinf_sign(x)
#define isnan(x)             __builtin_isnan(x)
#define isnormal(x)          __builtin_isnormal(x)
#define signbit(x)           __builtin_signbit(x)
#define isgreater(x, y)      __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y)         __builtin_isless(x, y)
#define islessequal(x, y)    __builtin_islessequal(x, y)
#define islessgreater(x, y)  __builtin_islessgreater(x, y)
#define isunordered(x, y)    __builtin_isunordered(x, y)

double acos(double x);
float acosf(float x);
double asin(double x);
float asinf(float x);
double atan(double x);
float atanf(float x);
double cos(double x);
float cosf(float x);
double sin(double x);
float sinf(float x);
double tan(double x);
float tanf(float x);
double cosh(double x);
float coshf(float x);
double sinh(double x);
float sinhf(float x);
double tanh(double x);
float tanhf(float x);
double acosh(double x);
float acoshf(float x);
double asinh(double x);
float asinhf(float x);
double atanh(double x);
float atanhf(float x);
double exp(double x);
float expf(float x);
double exp2(double x);
float exp2f(float x);
double expm1(double x);
float expm1f(float x);
double log(double x);
float logf(float x);
double log10(double x);
float log10f(float x);
double log1p(double x);
float log1pf(float x);
double log2(double x);
float log2f(float x);
double logb(double x);
float logbf(float x);
double sqrt(double x);
float sqrtf(float x);
double cbrt(double x);
float cbrtf(float x);
double fabs(double x);
float fabsf(float x);
double ceil(double x);
float ceilf(float x);
double floor(double x);
float floorf(float x);
double nearbyint(double x);
float nearbyintf(float x);
double rint(double x);
float rintf(float x);
double round(double x);
float roundf(float x);
double trunc(double x);
float truncf(float x);
double erf(double x);
float erff(float x);
double erfc(double x);
float erfcf(float x);
double lgamma(double x);
float lgammaf(float x);
double tgamma(double x);
float tgammaf(float x);
double atan2(double x, double y);
float atan2f(float x, float y);
double copysign(double x, double y);
float copysignf(float x, float y);
double fdim(double x, double y);
float fdimf(float x, float y);
double fmax(double x, double y);
float fmaxf(float x, float y);
double fmin(double x, double y);
float fminf(float x, float y);
double fmod(double x, double y);
float fmodf(float x, float y);
double hypot(double x, double y);
#define _hypot hypot
float hypotf(float x, float y);
double nextafter(double x, double y);
#define _nextafter nextafter
float nextafterf(float x, float y);
double pow(double x, double y);
float powf(float x, float y);
double remainder(double x, double y);
float remainderf(float x, float y);
double fma(double x, double y, double z);
float fmaf(float x, float y, float z);
double frexp(double x, int *exponent);
float frexpf(float x, int *exponent);
double ldexp(double x, int exponent);
float ldexpf(float x, int exponent);
double modf(double x, double *whole);
float modff(float x, float *whole);
double remquo(double x, double y, int *quotient);
float remquof(float x, float y, int *quotient);
double scalbn(double x, int exponent);
float scalbnf(float x, int exponent);
double scalbln(double x, long exponent);
float scalblnf(float x, long exponent);
double nan(const char *text);
float nanf(const char *text);
int ilogb(double x);
int ilogbf(float x);
long lrint(double x);
long lrintf(float x);
long lround(double x);
long lroundf(float x);
long long llrint(double x);
long long llrintf(float x);
long long llround(double x);
long long llroundf(float x);
double j0(double x);
double j1(double x);
double jn(int order, double x);
double y0(double x);
double y1(double x);
double yn(int order, double x);

/* The functions of double by their names for long double. */
long double acosl(long double x);
long double asinl(long double x);
long double atanl(long double x);
long double cosl(long double x);
long double sinl(long double x);
long double tanl(long double x);
long double coshl(long double x);
long double sinhl(long double x);
long double tanhl(long double x);
long double acoshl(long double x);
long double asinhl(long double x);
long double atanhl(long double x);
long double expl(long double x);
long double exp2l(long double x);
long double expm1l(long double x);
long double logl(long double x);
long double log10l(long double x);
long double log1pl(long double x);
long double log2l(long double x);
long double logbl(long double x);
long double sqrtl(long double x);
long double cbrtl(long double x);
long double fabsl(long double x);
long double ceill(long double x);
long double floorl(long double x);
long double nearbyintl(long double x);
long double rintl(long double x);
long double roundl(long double x);
long double truncl(long double x);
long double erfl(long double x);
long double erfcl(long double x);
long double lgammal(long double x);
long double tgammal(long double x);
long double atan2l(long double x, long double y);
long double copysignl(long double x, long double y);
long double fdiml(long double x, long double y);
long double fmaxl(long double x, long double y);
long double fminl(long double x, long double y);
long double fmodl(long double x, long double y);
long double hypotl(long double x, long double y);
long double nextafterl(long double x, long double y);
long double powl(long double x, long double y);
long double remainderl(long double x, long double y);
long double fmal(long double x, long double y, long double z);
long double frexpl(long double x, int *exponent);
long double ldexpl(long double x, int exponent);
long double modfl(long double x, long double *whole);
long double remquol(long double x, long double y, int *quotient);
long double scalbnl(long double x, int exponent);
long double scalblnl(long double x, long exponent);
long double nanl(const char *text);
int ilogbl(long double x);
long lrintl(long double x);
long lroundl(long double x);
long long llrintl(long double x);
long long llroundl(long double x);
double nexttoward(double x, long double y);
long double nexttowardl(long double x, long double y);

#ifdef __cplusplus
}
#endif

#endif
