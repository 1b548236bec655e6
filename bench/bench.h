/* What measurements share: stamps, and how a figure is reported. On QEMU's virtual time the time
 * stamp counter counts exactly one an instruction, so a program can count its own.
 *
 * tools/figures.py lists the figures: unit, limit, goal, and a sentence for each.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* Two places of a path. STAMP(stamp_before) and STAMP(stamp_after) may be in different threads. */
extern uint32_t stamp_before, stamp_after;
#define STAMP(where)                                                                               \
    __asm__ volatile("rdtsc; movl %%eax, %0" : "=m"(where) : : "eax", "edx", "memory")
enum { STAMPING = 2 /* instructions of a stamp */ };

/* Instructions between the last two stamps. */
static inline uint32_t path_length(void)
{
    return stamp_after - stamp_before - STAMPING;
}

/* Says which figures are wanted: the words that main was given; none: all of them. */
void bench_choose(int argc, char **argv);
bool bench_wants(const char *name);

/* One line for tools/bench.py, in the unit that the list has for the figure. */
void bench_report(const char *name, uint32_t value);

/* The same of a path that the program has run since bench_begin: value and beside are together its
 * instructions from one stamp to the next; beside are those that do not belong to the figure.
 * tools/kinds.py stops at both functions, and has every instruction in between. */
void bench_begin(void);
void bench_path(const char *name, uint32_t value, uint32_t beside);

#endif
