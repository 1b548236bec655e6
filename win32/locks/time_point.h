/* C11's points of time as deadlines of waits. */
#ifndef WIN32_LOCKS_TIME_POINT_H
#define WIN32_LOCKS_TIME_POINT_H

#include "kernel/shared/system_time.h"
#include "lib/calendar.h"
#include "win32/address_wait_calls.h"

#include <stdbool.h>
#include <time.h>

/* Stores the tick at which timespec_get reaches the point, or WAIT_WITHOUT_END for one after more
 * than 30 years. Returns whether it is a point of time. */
static inline bool time_point_deadline(const struct timespec *point, uint64_t *deadline)
{
    enum { NS = 1000000000, NS_AN_INTERVAL = 100, FAR_SECONDS = 1000000000 };
    time_t now = time(NULL);
    if (point->tv_nsec < 0 || point->tv_nsec >= NS)
        return false;
    uint64_t second = (uint64_t)point->tv_sec + CALENDAR_1970 * (uint64_t)CALENDAR_DAY;
    uint32_t part = ((uint32_t)point->tv_nsec + NS_AN_INTERVAL - 1) / NS_AN_INTERVAL;
    if (point->tv_sec < now)
        *deadline = 0;
    else if (point->tv_sec - now > FAR_SECONDS)
        *deadline = WAIT_WITHOUT_END;
    else
        *deadline = system_time_tick(second * CALENDAR_INTERVALS + part);
    return true;
}

#endif
