/* Products and quotients of complex numbers, by the names that compilers call: the compilers' own
 * library has them only for a Pentium Pro. C11 G.5.1 says what infinities, zeros and NaN give.
 * There is no header: the declarations are the compilers'. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct parts {
    double real, imaginary;
};

double _Complex __muldc3(double a, double b, double c, double d);
float _Complex __mulsc3(float a, float b, float c, float d);
double _Complex __divdc3(double a, double b, double c, double d);
float _Complex __divsc3(float a, float b, float c, float d);

union bits {
    double value;
    uint64_t bits;
};

static double with_sign_of(double sign, double value)
{
    return (union bits){sign}.bits >> 63 ? -value : value;
}

/* A part of an infinite number: 1 or 0, with its sign. */
static double boxed(double part)
{
    return with_sign_of(part, isinf(part) ? 1 : 0);
}

static double no_nan(double part)
{
    return isnan(part) ? with_sign_of(part, 0) : part;
}

static bool is_infinite(double real, double imaginary)
{
    return isinf(real) || isinf(imaginary);
}

/* An infinite operand makes the product infinite, though both parts have become NaN; so does a sum
 * of products each of which is too large. */
static struct parts multiply(double a, double b, double c, double d)
{
    struct parts product = {a * c - b * d, a * d + b * c};
    if (!isnan(product.real) || !isnan(product.imaginary))
        return product;
    bool first = is_infinite(a, b), second = is_infinite(c, d);
    if (!first && !second && !isinf(a * c) && !isinf(b * d) && !isinf(a * d) && !isinf(b * c))
        return product;
    a = first ? boxed(a) : no_nan(a), b = first ? boxed(b) : no_nan(b);
    c = second ? boxed(c) : no_nan(c), d = second ? boxed(d) : no_nan(d);
    return (struct parts){INFINITY * (a * c - b * d), INFINITY * (a * d + b * c)};
}

/* Returns 2 to minus the exponent of the larger one, or 1 where there is none. */
static double scale_of(double c, double d)
{
    double size_c = __builtin_fabs(c), size_d = __builtin_fabs(d);
    union bits larger = {size_c > size_d ? size_c : size_d};
    uint64_t exponent = larger.bits >> 52;
    if (larger.value == 0 || exponent == 0x7FF)
        return 1;
    return (union bits){.bits = (exponent == 2046 ? 1 : 2046 - exponent) << 52}.value;
}

/* The divisor is scaled, so that the sum of its squares is neither too large nor 0. */
static struct parts divide(double a, double b, double c, double d)
{
    double scale = scale_of(c, d), cs = c * scale, ds = d * scale, squares = cs * cs + ds * ds;
    struct parts quotient = {(a * cs + b * ds) / squares * scale,
                             (b * cs - a * ds) / squares * scale};
    if (!isnan(quotient.real) || !isnan(quotient.imaginary))
        return quotient;
    if (squares == 0 && (!isnan(a) || !isnan(b))) {
        double infinite = with_sign_of(c, INFINITY);
        return (struct parts){infinite * a, infinite * b};
    }
    if (is_infinite(a, b) && isfinite(c) && isfinite(d)) {
        a = boxed(a), b = boxed(b);
        return (struct parts){INFINITY * (a * c + b * d), INFINITY * (b * c - a * d)};
    }
    if (is_infinite(c, d) && isfinite(a) && isfinite(b)) {
        c = boxed(c), d = boxed(d);
        return (struct parts){0 * (a * c + b * d), 0 * (b * c - a * d)};
    }
    return quotient;
}

/* The type of a result has two parts in its order, whichever the compiler. */
#define RESULT(type, parts)                                                                        \
    (((union {                                                                                     \
         type part[2];                                                                             \
         type _Complex whole;                                                                      \
     }){{(type)(parts).real, (type)(parts).imaginary}})                                            \
         .whole)

#define OPERATION(name, type, call)                                                                \
    type _Complex name(type a, type b, type c, type d)                                             \
    {                                                                                              \
        struct parts result = call(a, b, c, d);                                                    \
        return RESULT(type, result);                                                               \
    }

OPERATION(__muldc3, double, multiply)
OPERATION(__mulsc3, float, multiply)
OPERATION(__divdc3, double, divide)
OPERATION(__divsc3, float, divide)
