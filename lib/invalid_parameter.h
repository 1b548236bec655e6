/* The end of calls with parameters that no caller may give. */
#ifndef LIB_INVALID_PARAMETER_H
#define LIB_INVALID_PARAMETER_H

#include <errno.h>
#include <stdbool.h>

/* Calls the program's handler, or ends the program without one. Sets errno and returns it. `call`
 * is the function's name. */
int invalid_parameter(int error, const char *call);

/* Calls the thread's handler, or the program's. Returns whether there is one. */
bool invalid_parameter_handled(void);

/* Whether there is what a parameter must point to. Without it errno is EINVAL. */
static inline bool is_given(const void *parameter, const char *call)
{
    return parameter || (invalid_parameter(EINVAL, call), false);
}

#endif
