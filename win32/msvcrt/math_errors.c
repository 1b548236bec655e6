/* Functions of mathematics whose errors a program may handle: it names a function by
 * __setusermatherr. Without one, or if that returns 0, errno becomes EDOM or ERANGE, but for a
 * result that is too small. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>

enum kind { DOMAIN = 1, SINGULAR, OVERFLOWS, UNDERFLOWS };

struct math_error {
    int kind;
    const char *name;
    double first, second, result;
};

typedef int math_handler(struct math_error *error);
static math_handler *handler;

CALL(void, __setusermatherr, math_handler *function)
{
    handler = function;
}

static double report(enum kind kind, const char *name, double first, double second, double result)
{
    struct math_error error = {kind, name, first, second, result};
    if ((!handler || !handler(&error)) && kind != UNDERFLOWS)
        errno = kind == DOMAIN ? EDOM : ERANGE;
    return error.result;
}

static bool is_number(double x)
{
    return !isnan(x);
}

/* Defines a function of one number with an error where the result is none though the argument is
 * one, and where it has become infinite: by a pole, or because it is too large. */
#define OF_ONE(function, infinite)                                                                 \
    CALL(double, msvcrt_##function, double x)                                                      \
    {                                                                                              \
        const int before = errno;                                                                  \
        double result = function(x);                                                               \
        errno = before; /* report alone changes it */                                              \
        if (isnan(result) && is_number(x))                                                         \
            return report(DOMAIN, #function, x, 0, result);                                        \
        if (isinf(result) && isfinite(x))                                                          \
            return report(infinite, #function, x, 0, result);                                      \
        return result;                                                                             \
    }

OF_ONE(acos, DOMAIN)
OF_ONE(asin, DOMAIN)
OF_ONE(cos, DOMAIN)
OF_ONE(cosh, OVERFLOWS)
OF_ONE(log, SINGULAR)
OF_ONE(log10, SINGULAR)
OF_ONE(sin, DOMAIN)
OF_ONE(sinh, OVERFLOWS)
OF_ONE(sqrt, DOMAIN)
OF_ONE(tan, DOMAIN)
OF_ONE(logb, SINGULAR)

/* Reports a result that is infinite, or 0, of numbers that are neither. */
static double check_range(const char *name, double first, double second, double result)
{
    if (isinf(result))
        return report(OVERFLOWS, name, first, second, result);
    return result == 0 ? report(UNDERFLOWS, name, first, second, result) : result;
}

CALL(double, msvcrt_exp, double x)
{
    const int before = errno;
    double result = exp(x);
    errno = before;
    return isfinite(x) ? check_range("exp", x, 0, result) : result;
}

CALL(double, msvcrt_ldexp, double x, int exponent)
{
    const int before = errno;
    double result = scalbn(x, exponent);
    errno = before;
    return isfinite(x) && x != 0 ? check_range("ldexp", x, exponent, result) : result;
}

/* The newer library's, of which no handler hears. */
CALL(double, ucrt_atanh, double x)
{
    if (fabs(x) == 1)
        errno = ERANGE;
    return fabs(x) == 1 ? copysign(HUGE_VAL, x) : atanh(x);
}

#define OF_TWO(function, is_power)                                                                 \
    CALL(double, msvcrt_##function, double x, double y)                                            \
    {                                                                                              \
        const int before = errno;                                                                  \
        double result = function(x, y);                                                            \
        errno = before;                                                                            \
        if (isnan(result) && is_number(x) && is_number(y))                                         \
            return report(DOMAIN, #function, x, y, result);                                        \
        if (isinf(result) && isfinite(x) && isfinite(y))                                           \
            return report(x == 0 ? SINGULAR : OVERFLOWS, #function, x, y, result);                 \
        if (is_power && result == 0 && x != 0 && isfinite(x) && isfinite(y))                       \
            return report(UNDERFLOWS, #function, x, y, result);                                    \
        return result;                                                                             \
    }

OF_TWO(fmod, false)
OF_TWO(pow, true)
OF_TWO(hypot, false)
