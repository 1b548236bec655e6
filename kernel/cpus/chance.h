/* Numbers by chance that a seed repeats. */
#ifndef KERNEL_CPUS_CHANCE_H
#define KERNEL_CPUS_CHANCE_H

#include <stdint.h>

/* Returns the next one below limit, which is not 0. state is a seed at first, and never 0.
 * Marsaglia's generator with shifts of 13, 17 and 5. */
static inline uint32_t chance_below(uint32_t *state, uint32_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % limit;
}

#endif
