/* Points of time and threads, for tests of C11's calls. */
#ifndef TESTS_WINDOWS_C11_H
#define TESTS_WINDOWS_C11_H

#include <threads.h>

#include "tests/windows/windows_check.h"

enum { SOON = 30 /* ms */, NS_A_MS = 1000000, NS = 1000000000 };

/* The point of time so many milliseconds from now. */
static inline struct timespec in(long ms)
{
    struct timespec point;
    timespec_get(&point, TIME_UTC);
    point.tv_nsec += ms % 1000 * NS_A_MS;
    point.tv_sec += ms / 1000 + point.tv_nsec / NS;
    point.tv_nsec %= NS;
    return point;
}

/* Whether a point of time has come. */
static inline int is_over(struct timespec point)
{
    struct timespec now = in(0);
    return now.tv_sec > point.tv_sec ||
           (now.tv_sec == point.tv_sec && now.tv_nsec >= point.tv_nsec);
}

static inline int nap(long ms)
{
    return thrd_sleep(&(struct timespec){.tv_nsec = ms * NS_A_MS}, NULL);
}

static inline int result_of(thrd_t thread)
{
    int result = 4711;
    return thrd_join(thread, &result) == thrd_success ? result : -4711;
}

static inline thrd_t start(thrd_start_t function, void *argument)
{
    thrd_t thread = 0;
    check(thrd_create(&thread, function, argument) == thrd_success, "a thread is made");
    return thread;
}

#endif
