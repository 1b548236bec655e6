/* The tick count with the part of the next tick that has passed. */
#ifndef KERNEL_SHARED_FINE_TIME_H
#define KERNEL_SHARED_FINE_TIME_H

#include "kernel/call/numbers.h"

#include <stdint.h>

/* Says how many counts of the time stamp counter a tick has, 0 without one. A counter of less than
 * 10 MHz is not used. Ring 0, at the start. */
void fine_time_start(uint32_t stamps);

/* Returns the time since the tick count was 0, in 100 ns. It is never behind the tick count, is
 * less than a tick ahead of it, and never goes back. Without a time stamp counter it is the tick
 * count. Either ring, any context, any CPU. */
uint64_t fine_time(void);

#endif
