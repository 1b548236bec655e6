/* The end of a test whose threads wait for each other for good. A host that is slow is no reason:
 * what counts is that no thread begins another round.
 */
#ifndef TESTS_HOST_WATCH_H
#define TESTS_HOST_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

enum { STILL_SECONDS = 60 };
static volatile unsigned long watch_moves;

/* The condition of a loop over rounds. */
static inline bool goes_on(unsigned long round, unsigned long of)
{
    watch_moves++;
    return round < of;
}

static inline void watch_look(int signal)
{
    static unsigned long seen;
    static const char still[] = "Bail out! all threads wait, and nobody wakes one\n";
    (void)signal;
    if (watch_moves == seen)
        _exit(write(STDOUT_FILENO, still, sizeof still - 1) < 0 ? 2 : 1);
    seen = watch_moves;
    alarm(STILL_SECONDS);
}

/* Takes SIGALRM. */
static inline void watch_begin(void)
{
    signal(SIGALRM, watch_look);
    alarm(STILL_SECONDS);
}

#endif
