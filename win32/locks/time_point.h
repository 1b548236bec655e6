/* C11's points of time as deadlines of waits. */
#ifndef WIN32_LOCKS_TIME_POINT_H
#define WIN32_LOCKS_TIME_POINT_H

#include "win32/address_wait_calls.h"

#include <stdbool.h>
#include <time.h>

/* Stores the tick at which timespec_get reaches the point, or WAIT_WITHOUT_END for one after more
 * than 30 years. Returns whether it is a point of time. */
static inline bool time_point_deadline(const struct timespec *point, uint64_t *deadline)
{
    enum { NS = 1000000000, NS_A_MS = 1000000, FAR_SECONDS = 1000000000 };
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    if (point->tv_nsec < 0 || point->tv_nsec >= NS)
        return false;
    time_t seconds = point->tv_sec < now.tv_sec ? 0 : point->tv_sec - now.tv_sec;
    int64_t ns = (int64_t)seconds * NS + point->tv_nsec - now.tv_nsec;
    if (seconds > FAR_SECONDS)
        *deadline = WAIT_WITHOUT_END;
    else if (point->tv_sec < now.tv_sec || ns < 0)
        *deadline = 0;
    else
        *deadline = GetTickCount64() + (uint64_t)(ns + NS_A_MS - 1) / NS_A_MS;
    return true;
}

#endif
