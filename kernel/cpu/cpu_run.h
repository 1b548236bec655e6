/* The part of a CPU's block that decides which thread it runs. */
#ifndef KERNEL_CPU_CPU_RUN_H
#define KERNEL_CPU_CPU_RUN_H

#include "lib/list.h"

#include <stdbool.h>
#include <stdint.h>

#define PRIORITIES 32

struct thread;

/* Ready threads: a ring for each priority, and a bit for each that is not empty. */
struct ready {
    uint32_t some;
    struct link rings[PRIORITIES];
};

struct cpu_run {
    struct thread *carrier; /* the scheduler thread while a trap of its worker is served, or NULL */
    struct thread *idle_thread; /* runs when no thread is ready */
    uint32_t slice_end; /* the tick at which the running thread's slice ends, its lower half */
    bool slice_over;    /* others of the running thread's priority come first */
    struct ready ready; /* threads that ran here last, or may run nowhere else: ready.h */
};

#endif
