/* Random numbers for test cases: the same on every machine and C library for the same seed, without
 * floating point arithmetic, because its precision differs between the machines compared.
 */
#ifndef TESTS_HOST_RANDOM_H
#define TESTS_HOST_RANDOM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct random {
    uint64_t state; /* not 0 */
};

/* xorshift64* (Vigna): only the upper half of the product is good. */
static inline uint32_t random_bits(struct random *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (uint32_t)(random->state * UINT64_C(0x2545F4914F6CDD1D) >> 32);
}

/* 0 to limit - 1. */
static inline unsigned random_below(struct random *random, unsigned limit)
{
    return random_bits(random) % limit;
}

/* A seed may be any number: neighbours must not start alike. */
static inline struct random random_from(uint32_t seed)
{
    struct random random = {(seed + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15)};
    random_bits(&random);
    return random;
}

/* Numbers of all sizes equally often, and all bits set now and then. */
static inline uint64_t random_wide(struct random *random)
{
    uint64_t bits = (uint64_t)random_bits(random) << 32;
    bits |= random_bits(random);
    unsigned shift = random_below(random, 65);
    uint64_t value = shift == 64 ? 0 : bits >> shift;
    switch (random_below(random, 8)) {
    case 0: return -value;
    case 1: return UINT64_MAX >> (shift & 63);
    case 2: return UINT64_C(1) << (shift & 63);
    default: return value;
    }
}

#endif
