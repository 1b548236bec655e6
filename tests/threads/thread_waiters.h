/* Waits for several objects, threads that wait, and calls that they get, for tests by the services
 * themselves.
 */
#ifndef TESTS_THREAD_WAITERS_H
#define TESTS_THREAD_WAITERS_H

#include "tests/threads/thread_services.h"

#define NONE 0u /* a handle */

static inline uint32_t wait_all(const uint32_t *handles, uint32_t count, uint32_t ticks)
{
    return sys_wait_for(handles, count, WAIT_ALL, GetTickCount64() + ticks);
}

static inline uint32_t wait_any(const uint32_t *handles, uint32_t count, uint32_t ticks)
{
    return sys_wait_for(handles, count, 0, GetTickCount64() + ticks);
}

static inline uint32_t waits_for(void *handle) { return wait_one((uint32_t)handle, 100000); }

/* Makes a thread, and lets it come to its wait. */
static inline uint32_t make_waiter(uint32_t (*function)(void *argument), uint32_t handle)
{
    uint32_t thread = make_thread(function, (void *)handle, false);
    wait_one(thread, 3);
    return thread;
}

static volatile uint32_t called; /* the sum of the arguments of all calls */

static inline void count_call(uint32_t argument) { called += argument; }

/* Makes the calls that are due. Returns how many there were. */
static inline unsigned run_calls(void)
{
    uint32_t call[4];
    unsigned count = 0;
    while (sys_apc_take(call)) {
        ((void (*)(uint32_t))call[0])(call[1]);
        count++;
    }
    return count;
}

#endif
