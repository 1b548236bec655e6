/* What the CPU can do, and the FPU's first state. */
#include "kernel/cpu/features.h"
#include "kernel/cpu/eflags.h"

#include "kernel/start.h"

#include <stddef.h>

START_CONSTANT struct cpu_features cpu_features;

#define EFLAGS_ID 0x00200000u

/* A CPU with the cpuid instruction lets bit 21 of eflags be changed. */
static bool has_cpuid(void)
{
    uint32_t before = eflags_read();
    uint32_t after;
    __asm__ volatile("pushl %1; popfl; pushfl; popl %0"
                     : "=r"(after)
                     : "r"(before ^ EFLAGS_ID)
                     : "cc");
    return (before ^ after) & EFLAGS_ID;
}

void cpu_detect(void)
{
    if (!has_cpuid())
        return;
    uint32_t out[4];
    cpuid(0, out);
    if (out[0] < 1)
        return;
    cpuid(1, out);
    cpu_features.tsc = out[3] & (1u << 4);
    cpu_features.fxsr = out[3] & (1u << 24);
    cpu_features.sse = cpu_features.fxsr && (out[3] & (1u << 25));
}
