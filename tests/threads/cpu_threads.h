/* Threads on one chosen CPU, for tests of the kernel's half. */
#ifndef TESTS_CPU_THREADS_H
#define TESTS_CPU_THREADS_H

#include "tests/threads/thread_services.h"

#include <nt_objects.h>
#include <stdbool.h>

#define THIS_THREAD   ((uint32_t)-2) /* Windows' pseudo-handle */
#define LONGEST_TICKS 60000          /* a host that is busy is no reason to fail */

/* Makes a thread that calls function(argument) on that CPU. Returns its handle, 0 without one. */
static inline uint32_t start_on(uint32_t cpu, uint32_t (*function)(void *argument), void *argument)
{
    uint32_t handle = make_thread(function, argument, true);
    if (!handle || sys_thread_set_affinity(handle, 1u << cpu, NULL) != STATUS_SUCCESS ||
        sys_thread_resume(handle, NULL) != STATUS_SUCCESS)
        return 0;
    return handle;
}

/* Returns whether the thread ends in time. Closes its handle. */
static inline bool await_end(uint32_t handle)
{
    bool ended = handle && wait_one(handle, LONGEST_TICKS) == STATUS_SUCCESS;
    sys_handle_close(handle);
    return ended;
}

static inline bool run_on(uint32_t cpu, uint32_t (*function)(void *argument), void *argument)
{
    return await_end(start_on(cpu, function, argument));
}

#endif
