/* Windows' times of waits, in 100 ns. */
#ifndef WIN32_OBJECTS_DUE_TIME_H
#define WIN32_OBJECTS_DUE_TIME_H

#include "kernel/shared/fine_time.h"
#include "kernel/shared/system_time.h"

#include <nt_objects.h>

/* The deadline that a time means: a negative one from now on, any other a date. Never early; a date
 * that is over means now, so that a period counts from now on. */
static inline uint64_t due_time(const LARGE_INTEGER *time)
{
    uint64_t due = (uint64_t)time->QuadPart, now = fine_time();
    if (time->QuadPart < 0)
        return (now - due + FINE_A_TICK - 1) / FINE_A_TICK;
    uint64_t tick = system_time_tick(due);
    return tick > now / FINE_A_TICK ? tick : now / FINE_A_TICK;
}

#endif
