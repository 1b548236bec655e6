/* Time: the 8254 timer at 1,000 Hz, the tick count, and waiting for it. */
#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#include <stdint.h>

/* Starts the timer; the tick count starts at first_tick (milliseconds). Maps the shared page that
 * shows it to every ring (GetTickCount, GetTickCount64). Panics without memory. Interrupts off. */
void clock_init(uint32_t first_tick);

/* The tick count: first_tick, and milliseconds from there; 64 bits do not wrap. Ring 0, any
 * context. */
uint64_t clock_now(void);

/* Halts the CPU until clock_now() reaches deadline; returns at once when it has. Interrupts are on
 * afterwards. Not from interrupts. */
void clock_wait_until(uint64_t deadline);

#endif
