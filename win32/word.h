/* Steps on one word that threads share. Each is a barrier for memory. */
#ifndef WIN32_WORD_H
#define WIN32_WORD_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t word_read(const volatile void *word)
{
    return __atomic_load_n((const volatile uint32_t *)word, __ATOMIC_SEQ_CST);
}

/* The word becomes `becomes` if it is `expected`. Returns whether it was. */
static inline bool word_change(volatile void *word, uint32_t expected, uint32_t becomes)
{
    return __atomic_compare_exchange_n((volatile uint32_t *)word, &expected, becomes, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Returns the word before. */
static inline uint32_t word_add(volatile void *word, uint32_t more)
{
    return __atomic_fetch_add((volatile uint32_t *)word, more, __ATOMIC_SEQ_CST);
}

#endif
