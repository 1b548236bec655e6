/* Blocks of a heap, each filled with a byte, for random workloads in images and on the host. */
#ifndef TESTS_HEAP_SLOTS_H
#define TESTS_HEAP_SLOTS_H

#include "tests/host/random.h"

#include <stdbool.h>
#include <string.h>

struct slot {
    unsigned char *block;
    size_t size;
    unsigned char fill;
};

/* Tells whether the block's first bytes are as they were filled. */
static inline bool is_intact(const struct slot *slot, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (slot->block[i] != slot->fill)
            return false;
    return true;
}

static inline void refill(struct random *random, struct slot *slot)
{
    slot->fill = (unsigned char)random_bits(random);
    memset(slot->block, slot->fill, slot->size);
}

/* Mostly small, some of the size of a range, few beyond. */
static inline size_t random_size(struct random *random)
{
    static const unsigned limits[] = {16, 64, 64, 300, 300, 2000, 2000, 70000};
    return random_below(random, limits[random_below(random, 8)]);
}

#endif
