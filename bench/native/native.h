/* What the contenders of the native comparison share. The program is an ordinary 32-bit one of
 * Linux; each contender is a way to switch between threads of user level, in a file of its own.
 */
#ifndef BENCH_NATIVE_NATIVE_H
#define BENCH_NATIVE_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One measurement: sets threads up, lets them run, takes them down; only the running is timed, by
 * clock_start and clock_stop. amount: how often they do what is measured, all together. Returns
 * NULL, or why it cannot be done, in words. */
typedef const char *measurement(unsigned threads, unsigned amount);

struct contender {
    const char *name;
    measurement *yield; /* threads switch to each other in turns */
    measurement *life;  /* one thread after the other is made, runs, and is freed */
    measurement *sleep; /* threads sleep some milliseconds each; by the CPU's time. Or NULL */
};

/* In the order of the table. Those of packages are weak: NULL where the package is not there. */
extern const struct contender floor_contender, trapline_contender;
extern const struct contender boost_contender __attribute__((weak));
extern const struct contender swapcontext_contender;
extern const struct contender state_threads_contender __attribute__((weak));
extern const struct contender pth_contender __attribute__((weak));

/* ---------------------------------------------------------------- the clock */

extern unsigned left;      /* how often it is still to be done */
extern bool clock_started; /* since left was set */

void clock_start(void);
void clock_stop(void);

/* The nanoseconds of one of `amount`, or 0 with the reason in *why. */
double measure(measurement *way, unsigned threads, unsigned amount, const char **why);

/* How many make a sample: enough for the clock, and for each thread to come twice; 0 with the
 * reason in *why when the contender is too slow for that. */
unsigned enough(measurement *way, unsigned threads, const char **why);

/* What every thread does that takes turns: one round in which nobody is timed, so that all of them
 * have begun; from then on until left is used up. */
#define TAKE_TURNS(yield)                                                                          \
    do {                                                                                           \
        yield;                                                                                     \
        if (!clock_started)                                                                        \
            clock_start();                                                                         \
        while (left) {                                                                             \
            left--;                                                                                \
            yield;                                                                                 \
        }                                                                                          \
        clock_stop();                                                                              \
    } while (0)

/* What every thread does that sleeps. sleep gets a number of milliseconds. */
#define TAKE_NAPS(sleep)                                                                           \
    do {                                                                                           \
        if (!clock_started)                                                                        \
            clock_start();                                                                         \
        while (left) {                                                                             \
            left--;                                                                                \
            sleep(nap_length());                                                                   \
        }                                                                                          \
        clock_stop();                                                                              \
    } while (0)

unsigned nap_length(void); /* 1 to 100, the same row of them for every contender */

/* How far a contender has come that makes threads one by one: false once making them has taken too
 * long, with the reason in too_slow. Call it now and then. */
bool is_in_time(unsigned made);
extern char too_slow[];

/* Says how many were made when no more could be. Returns its argument for `measurement`. */
const char *no_more(unsigned made, const char *why);

/* ---------------------------------------------------------------- a TIB behind FS */

/* Makes FS lead to a page that begins as a TEB does; its own address stands at 18h. Returns false
 * where Linux does not let it. */
bool tib_open(void);

/* Makes the words of it those of the plain stack: chain and limits; and running, which may be NULL,
 * the word at 10h. */
void tib_set_running(void *running);

/* ---------------------------------------------------------------- memory for stacks */

/* Contenders that take the caller's memory get the same, one after the other: slots in a row, a
 * stack growing down to the slot's start and above it, at the place this returns, room for
 * BLOCK_SIZE bytes. NULL when there is no memory for so many. stride: from a slot to the next. */
enum { BLOCK_SIZE = 96 };
char *slots(unsigned count, unsigned stride);

/* Memory in large pages where Linux has some, as slots are; or NULL. */
void *slots_map(size_t size);
void slots_unmap(void *start);

/* The stride for those whose stacks have nothing but a few calls on them. */
extern unsigned slot_stride;
extern bool slots_are_huge; /* whether Linux is asked for large pages */

#endif
