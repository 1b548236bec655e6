/* What the CPU can do. */
#ifndef KERNEL_CPU_FEATURES_H
#define KERNEL_CPU_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

/* What this CPU can do beyond a 486. Filled once by cpu_detect, before anything asks. */
struct cpu_features {
    bool tsc;        /* rdtsc */
    bool fxsr;       /* fxsave, fxrstor */
    bool sse;        /* mxcsr */
    bool no_execute; /* pages without the right to execute fault */
};

extern struct cpu_features cpu_features;

/* Fills cpu_features without executing anything a 486 lacks. */
void cpu_detect(void);

static inline uint64_t tsc_read(void)
{
    uint64_t value;
    __asm__ volatile("rdtsc" : "=A"(value));
    return value;
}

static inline void cpuid(uint32_t leaf, uint32_t out[4])
{
    __asm__ volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf));
}

#endif
