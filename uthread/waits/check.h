/* The rules that the library relies on. A checking build panics with the rule that is broken; any
 * other build has no checks. */
#ifndef UTHREAD_CHECK_H
#define UTHREAD_CHECK_H

#if CHECKED
#include "lib/host.h"
#define ut_check(holds, rule)                                                                      \
    do {                                                                                           \
        if (!(holds))                                                                              \
            lib_host.panic("thread library: broken rule: %s (in %s)", rule, __func__);             \
    } while (0)
#else
#define ut_check(holds, rule) ((void)0)
#endif

#endif
