/* Windows' times of waits, in 100 ns. */
#ifndef WIN32_OBJECTS_DUE_TIME_H
#define WIN32_OBJECTS_DUE_TIME_H

#include "kernel/shared/system_time.h"

#include <nt_objects.h>

/* The deadline that a time means: a negative one from now on, any other a date. Never early. */
static inline uint64_t due_time(const LARGE_INTEGER *time)
{
    enum { INTERVALS_IN_MS = 10000 };
    uint64_t now = GetTickCount64();
    int64_t left = -time->QuadPart;
    if (time->QuadPart >= 0)
        left = time->QuadPart - (int64_t)system_time_at(now);
    return left <= 0 ? now : now + (uint64_t)(left + INTERVALS_IN_MS - 1) / INTERVALS_IN_MS;
}

#endif
