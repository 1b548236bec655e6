/* The speed of the time stamp counter. */
#ifndef KERNEL_DEVICES_STAMPS_H
#define KERNEL_DEVICES_STAMPS_H

#include <stdint.h>

/* Measures how many counts a tick of the clock has; 0 on a CPU without the counter. Takes some
 * milliseconds. At the start, interrupts off. */
uint32_t stamps_measure(void);

#endif
