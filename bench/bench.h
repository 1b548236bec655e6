/* What measurements share: how a figure is reported. Figures are instructions that the program
 * counts itself: on QEMU's virtual time the time stamp counter counts exactly one an instruction.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>

/* One line for tools/bench.py. name, unit: single words; limit: the most that value may be. */
static inline void bench_report(const char *name, uint32_t value, const char *unit, uint32_t limit)
{
    printf("bench %s %u %s %u\n", name, (unsigned)value, unit, (unsigned)limit);
}

#endif
