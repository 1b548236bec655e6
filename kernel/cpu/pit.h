/* The 8254's channel 0: it raises IRQ 0 a thousand times a second, and its count is a clock for
 * waits without interrupts. The first CPU only, interrupts off. */
#ifndef KERNEL_CPU_PIT_H
#define KERNEL_CPU_PIT_H

#include <stdint.h>

/* Counts of a tick, on each channel: 1,000.152 Hz of 1,193,182 Hz. */
#define PIT_DIVISOR 1193

/* Starts it. */
void pit_begin(void);

/* Spins for so long, at most a second, or longer when the machine is slow. After pit_begin. */
void pit_spin(uint32_t microseconds);

#endif
