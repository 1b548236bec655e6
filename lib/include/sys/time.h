/* The time with its microseconds. */
#ifndef LIB_SYS_TIME_H
#define LIB_SYS_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

#include <time.h>

struct timeval {
    long tv_sec; /* since 1970, UTC */
    long tv_usec;
};

struct timezone {
    int tz_minuteswest, tz_dsttime; /* 0 */
};

/* zone may be NULL. Returns 0. */
int gettimeofday(struct timeval *result, void *zone);

#ifdef __cplusplus
}
#endif

#endif
