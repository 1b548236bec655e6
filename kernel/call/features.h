/* The CPU's features. */
#ifndef KERNEL_CALL_FEATURES_H
#define KERNEL_CALL_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

/* Features beyond a 486's. cpu_detect fills this once, before any code asks. */
struct cpu_features {
    bool tsc;        /* rdtsc */
    bool fxsr;       /* fxsave, fxrstor */
    bool sse;        /* mxcsr */
    bool cx8;        /* cmpxchg8b */
    bool no_execute; /* pages without the right to execute fault */
};

extern struct cpu_features cpu_features;

/* Fills cpu_features. */
void cpu_detect(void);

static inline uint64_t tsc_read(void)
{
    uint64_t value;
    __asm__ volatile("rdtsc" : "=A"(value));
    return value;
}

#endif
