/* The time of day by the clock of the ticks, which every ring can read. */
#include "kernel/shared/system_time.h"

#include "kernel/call/start.h"
#include "kernel/shared/fine_time.h"

#include <nt.h>

/* The time when the tick count was 0; it may lie before 1601, for the count may begin anywhere. */
START_CONSTANT static uint64_t at_zero;

void system_time_start(uint64_t now)
{
    at_zero = now - fine_time();
}

uint64_t system_time_at(uint64_t tick)
{
    return at_zero + tick * FINE_A_TICK;
}

uint64_t system_time_tick(uint64_t time)
{
    uint64_t since = time - at_zero;
    if ((int64_t)since <= 0)
        return 0;
    return (since + FINE_A_TICK - 1) / FINE_A_TICK;
}

uint64_t system_time(void)
{
    return at_zero + fine_time();
}
