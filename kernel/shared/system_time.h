/* The time of day. */
#ifndef KERNEL_SHARED_SYSTEM_TIME_H
#define KERNEL_SHARED_SYSTEM_TIME_H

#include <stdint.h>

/* Says what time it is now, in 100 ns since 1 January 1601, UTC. Ring 0, at the start, behind
 * clock_init. */
void system_time_start(uint64_t now);

/* Returns the time now: the start's, and as much as has passed since by fine_time. Either ring, any
 * context. */
uint64_t system_time(void);

/* Returns the time at a tick count, in the same units. Either ring, any context. */
uint64_t system_time_at(uint64_t tick);

/* Returns the first tick count at which the time is reached, 0 for one before the count began.
 * Either ring, any context. */
uint64_t system_time_tick(uint64_t time);

#endif
