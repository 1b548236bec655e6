/* Shared by all measurements: stamps, and the report of a figure. On QEMU's virtual time the time
 * stamp counter advances by exactly one an instruction, so a program can count its own
 * instructions.
 *
 * tools/bench/figures.py lists the figures: unit, limit, goal, and a sentence for each.
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

/* Takes main's words, the names of the wanted figures. Without words all figures are wanted. */
void bench_choose(int argc, char **argv);
bool bench_wants(const char *name);

/* Prints a line for tools/bench/bench.py, in the unit that the list has for the figure. */
void bench_report(const char *name, uint32_t value);

/* bench_path reports a path that the program has run since bench_begin. value and beside together
 * are the path's instructions from one stamp to the next. beside is the number of those that do not
 * belong to the figure. tools/bench/costly_instructions.py stops at both functions, and has every
 * instruction in between. */
void bench_begin(void);
void bench_path(const char *name, uint32_t value, uint32_t beside);

/* The least length of some runs of a path, for programs that cannot hold interrupts back; and its
 * report, if the figure is wanted. */
uint32_t bench_least_of(void (*path)(void));
void bench_report_least(const char *name, void (*path)(void));

#endif
