/* The text of a schedule, cut into its points. Ring 0, at the start. */
#ifndef KERNEL_THREADS_GIVEN_POINTS_H
#define KERNEL_THREADS_GIVEN_POINTS_H

#include <stdbool.h>
#include <stdint.h>

#define GIVEN_POINTS_MOST 64

/* A change of threads: at a number, which counts from 1, to a thread. */
struct given_point {
    uint32_t number;
    uint32_t to; /* a thread's number; 0: the first one that is ready */
    bool wakes;  /* the thread's time-out comes there */
    bool reached;
};

/* Points in the order of their numbers, and how many of them are over. */
struct given_points {
    uint32_t count, next;
    struct given_point point[GIVEN_POINTS_MOST];
};

struct given_text {
    uint32_t seed;                   /* of a schedule by chance, where there is no list */
    bool by_chance;                  /* there is a seed */
    bool in_runtime;                 /* chance preempts in the runtime's code, too */
    struct given_points preemptions; /* by instructions of the program's own code */
    struct given_points choices;     /* by waits, ends and yields with a choice */
};

/* Cuts "SEED", "SEEDr" or "@POINT,POINT,...", where a point is N, N>THREAD, NzTHREAD or wN>THREAD.
 * Returns false for a text that is neither, for numbers that do not rise, and for too many points.
 */
bool given_points_parse(const char *text, struct given_text *result);

#endif
