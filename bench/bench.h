/* What measurements share: how a figure is reported. On QEMU's virtual time the time stamp counter
 * counts exactly one an instruction, so a program can count its own.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdint.h>

/* One line for tools/bench.py. name, unit: single words; limit: the most that value may be. */
void bench_report(const char *name, uint32_t value, const char *unit, uint32_t limit);

/* The same in instructions, of a path that the program has run since bench_begin: from one rdtsc of
 * its own to the next, less the two of a stamp, rdtsc and a move, and less those of the path that
 * are beside the figure. tools/kinds.py stops at both functions, and has every instruction in
 * between. */
void bench_begin(void);
void bench_path(const char *name, uint32_t value, uint32_t limit, uint32_t beside);

#endif
