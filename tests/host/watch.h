/* The end of a test whose threads wait for each other for good. A host that is slow is no reason:
 * what counts is that no thread begins another round.
 */
#ifndef TESTS_HOST_WATCH_H
#define TESTS_HOST_WATCH_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STILL_SECONDS = 60 };
static volatile unsigned long watch_moves;

/* The condition of a loop over rounds. */
static inline bool goes_on(unsigned long round, unsigned long of)
{
    watch_moves++;
    return round < of;
}

static inline void *watch_look(void *nothing)
{
    for (unsigned long seen; seen = watch_moves, sleep(STILL_SECONDS) == 0;)
        if (watch_moves == seen) {
            static const char still[] = "Bail out! all threads wait, and nobody wakes one\n";
            _exit(write(STDOUT_FILENO, still, sizeof still - 1) < 0 ? 2 : 1);
        }
    return nothing;
}

/* By a thread of its own: behind a signal's handler qemu-i386 loads FS anew, with another thread's
 * base. */
static inline void watch_begin(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch_look, NULL)) {
        perror("no thread to watch");
        exit(1);
    }
}

#endif
