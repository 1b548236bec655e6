/* Threads of the host that all do the same work, and the futexes by which their locks wait. */
#ifndef TESTS_HOST_WORKERS_H
#define TESTS_HOST_WORKERS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "tests/host/random.h"
#include "tests/host/thread.h"

enum { MOST_THREADS = 16 };

/* Options of the command line. */
extern unsigned threads;
extern unsigned long rounds;
extern uint32_t seed;

struct worker {
    unsigned number;
    struct random random;
    void (*work)(struct worker *worker);
    pthread_t thread;
};

/* Runs the work in so many threads, and waits for their ends. */
void workers_run(void (*work)(struct worker *worker), unsigned count);

/* The condition of a loop over rounds. A program in which no thread begins another round for
 * a minute has threads that wait for each other for good; watch_begin has it end then. A host
 * that is slow is no reason. */
bool goes_on(unsigned long round, unsigned long of);
void watch_begin(void);

/* Called first in each worker, with its words; or NULL. */
extern void (*worker_begins)(struct worker *worker, struct lib_thread *words);

extern unsigned waits, wakes; /* calls of each */
void futex_wait(const volatile void *address, uint32_t expected, const struct timespec *limit);
uint32_t futex_wake(const volatile void *address, uint32_t count);

/* Ends the test; Windows' locks know it by this name. Worded like printf. */
_Noreturn void program_panic(const char *reason, ...);

#endif
