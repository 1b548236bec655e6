/* Functions with `...` from those with a va_list. */
#ifndef LIB_WITH_POINTS_H
#define LIB_WITH_POINTS_H

#include <stdarg.h>

/* Defines the function with `...` of the one with a va_list. */
#define WITH_POINTS(name, list_name, last, parameters, ...)                                        \
    int name parameters                                                                            \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, last);                                                                      \
        int result = list_name(__VA_ARGS__, args);                                                 \
        va_end(args);                                                                              \
        return result;                                                                             \
    }

#endif
