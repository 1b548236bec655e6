/* The small rest of <stdlib.h>: arithmetic, random numbers, binary search, the end of the program.
 */
#include <stdlib.h>

#include <stdint.h>

#include "lib/host.h"
#include "lib/thread_words.h"

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

div_t div(int numerator, int denominator)
{
    return (div_t){numerator / denominator, numerator % denominator};
}

ldiv_t ldiv(long numerator, long denominator)
{
    return (ldiv_t){numerator / denominator, numerator % denominator};
}

/* The state is never 0, because xorshift does not leave 0. A thread begins with 1, and its words
 * begin with 0. */
enum { FIRST_STATE = 1 };

static void set_state(uint32_t state)
{
    lib_thread()->random = state ^ FIRST_STATE;
}

void srand(unsigned seed)
{
    set_state(seed ? seed : 0x9E3779B9); /* 2^32 / golden ratio: far from the small seeds */
}

int rand(void)
{
    uint32_t x = lib_thread()->random ^ FIRST_STATE;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    set_state(x);
    return (int)(x >> 1);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *low = base;
    while (count != 0) {
        const char *middle = low + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            low = middle + size;
            count--;
        }
        count /= 2;
    }
    return NULL;
}

_Noreturn void abort(void)
{
    lib_host.give_up("it called abort");
}
