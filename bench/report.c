/* Figures' lines. */
#include "bench/bench.h"

#include <stdio.h>

void bench_report(const char *name, uint32_t value, const char *unit, uint32_t limit)
{
    printf("bench %s %u %s %u\n", name, (unsigned)value, unit, (unsigned)limit);
}

void bench_begin(void)
{
    __asm__ volatile("");
}

void bench_path(const char *name, uint32_t value, uint32_t limit, uint32_t beside)
{
    (void)beside; /* for whoever stops here */
    bench_report(name, value, "instructions", limit);
}
