/* The rules that the library relies on. A checking build panics with the rule that is broken; any
 * other build has no checks. */
#ifndef UTHREAD_CHECK_H
#define UTHREAD_CHECK_H

#if CHECKED
#include "lib/host.h"
#include "lib/lock.h"

/* An object belongs to the thread of the machine that made it: nothing in the library locks. */
#define UT_HOME             uint32_t home;
#define ut_set_home(object) ((void)((object)->home = lock_self()))
#define ut_check_home(object)                                                                      \
    ut_check((object)->home == lock_self(), "an object is used by the thread of the machine that " \
                                            "made it")
#define ut_check(holds, rule)                                                                      \
    do {                                                                                           \
        if (!(holds))                                                                              \
            lib_host.panic("thread library: broken rule: %s (in %s)", rule, __func__);             \
    } while (0)
#else
#define UT_HOME
#define ut_set_home(object)   ((void)0)
#define ut_check_home(object) ((void)0)
#define ut_check(holds, rule) ((void)0)
#endif

#endif
