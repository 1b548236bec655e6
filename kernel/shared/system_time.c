/* The time of day by the tick count, which every ring can read. */
#include "kernel/shared/system_time.h"

#include "kernel/call/start.h"

#include <nt.h>

#define INTERVALS 10000u /* of 100 ns in a millisecond */

/* The time when the tick count was 0; it may lie before 1601, for the count may begin anywhere. */
START_CONSTANT static uint64_t at_zero;

void system_time_start(uint64_t now)
{
    at_zero = now - GetTickCount64() * INTERVALS;
}

uint64_t system_time_at(uint64_t tick)
{
    return at_zero + tick * INTERVALS;
}

uint64_t system_time(void)
{
    return system_time_at(GetTickCount64());
}
