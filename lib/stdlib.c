/* The small rest of <stdlib.h>: arithmetic, random numbers, binary search, the end of the program.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/host.h"
#include "lib/thread_words.h"

int __argc;
char **__argv;

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    return (lldiv_t){numerator / denominator, numerator % denominator};
}

div_t div(int numerator, int denominator)
{
    return (div_t){numerator / denominator, numerator % denominator};
}

ldiv_t ldiv(long numerator, long denominator)
{
    return (ldiv_t){numerator / denominator, numerator % denominator};
}

/* A thread begins with 1, and its words begin with 0. */
enum { FIRST_STATE = 1 };

void srand(unsigned seed)
{
    lib_thread()->random = seed ^ FIRST_STATE;
}

int rand(void)
{
    uint32_t x = (lib_thread()->random ^ FIRST_STATE) * 214013 + 2531011;
    srand(x);
    return (int)(x >> 16 & RAND_MAX);
}

/* Splitmix64 (Steele, Lea and Flood, 2014) over the clock and a count of the calls. */
int rand_s(unsigned *number)
{
    static uint32_t calls;
    if (!number)
        return errno = EINVAL;
    uint64_t x = lib_host.system_time() +
                 __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    *number = (unsigned)(x ^ x >> 31);
    return 0;
}

void _swab(char *from, char *to, int size)
{
    for (; size > 1; size -= 2, from += 2, to += 2) {
        char first = from[0];
        to[0] = from[1];
        to[1] = first;
    }
}
