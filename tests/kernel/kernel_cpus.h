/* For the tests of several CPUs: threads that compute, and waiting for another CPU. */
#ifndef TESTS_KERNEL_CPUS_H
#define TESTS_KERNEL_CPUS_H

#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "tests/threads/cpu_threads.h"

/* Waits until *word is not the old value. Returns whether that came. */
static inline bool await_change(const volatile uint32_t *word, uint32_t old)
{
    for (uint64_t end = clock_now() + LONGEST_TICKS; clock_now() < end; cpu_relax())
        if (*word != old)
            return true;
    return false;
}

static inline uint32_t compute(void *stop)
{
    while (!*(volatile bool *)stop)
        ;
    return 0;
}

#endif
