/* Functions of mathematics whose errors a program may handle: it names a function by
 * __setusermatherr. Without one, or if that returns 0, errno becomes EDOM or ERANGE. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>

enum kind { DOMAIN = 1, SINGULAR, OVERFLOWS };

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
    if (!handler || !handler(&error))
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
        double result = function(x);                                                               \
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
OF_ONE(exp, OVERFLOWS)
OF_ONE(log, SINGULAR)
OF_ONE(log10, SINGULAR)
OF_ONE(sin, DOMAIN)
OF_ONE(sinh, OVERFLOWS)
OF_ONE(sqrt, DOMAIN)
OF_ONE(tan, DOMAIN)

#define OF_TWO(function)                                                                           \
    CALL(double, msvcrt_##function, double x, double y)                                            \
    {                                                                                              \
        double result = function(x, y);                                                            \
        if (isnan(result) && is_number(x) && is_number(y))                                         \
            return report(DOMAIN, #function, x, y, result);                                        \
        if (isinf(result) && isfinite(x) && isfinite(y))                                           \
            return report(x == 0 ? SINGULAR : OVERFLOWS, #function, x, y, result);                 \
        return result;                                                                             \
    }

OF_TWO(fmod)
OF_TWO(pow)
OF_TWO(hypot)
