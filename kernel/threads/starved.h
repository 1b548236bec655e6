/* Threads that are ready and do not get a CPU. */
#ifndef KERNEL_THREADS_STARVED_H
#define KERNEL_THREADS_STARVED_H

#include <stdint.h>

/* Once a second lets threads go first, for a slice, that have been ready for four: a thread that
 * has what more important ones wait for can give it back then. In ticks of the first CPU, with the
 * kernel's lock. */
void starved_look(uint32_t now);

#endif
