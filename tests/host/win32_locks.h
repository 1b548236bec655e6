/* The parts of the test of Windows' locks (win32_locks.c). */
#ifndef TESTS_HOST_WIN32_LOCKS_H
#define TESTS_HOST_WIN32_LOCKS_H

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/call/features.h"
#include "tests/harness/tap.h"
#include "tests/host/workers.h"

#include "include/interlockedapi.h"
#include "include/winternl.h"

static inline bool chance(struct random *random, unsigned of)
{
    return random_below(random, of) == 0;
}

/* Runs the work in all threads until they have ended. */
void in_threads(void (*work)(struct worker *worker));

/* Steps that another thread may come between, now and then. */
void linger(struct worker *worker);

/* win32_locks_held.c */
void check_sections(DWORD spins);
void check_slim(void);
void check_queue(bool section_is_lock);
void check_meeting(void);

/* win32_locks_free.c */
void check_once(void);
void check_addresses(void);
void check_list(bool cx8);

#endif
