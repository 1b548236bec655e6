/* Settings that the process gives to its threads. Ring 0, with the kernel's lock. */
#ifndef KERNEL_THREADS_SETTINGS_H
#define KERNEL_THREADS_SETTINGS_H

#include "kernel/cpu/contracts.h"
#include "kernel/threads/thread.h"

#include <stdint.h>

extern struct process_settings {
    uint8_t priority_class; /* enum process_class */
    uint8_t base;           /* the priority that this class gives to threads */
    uint8_t next_ideal;     /* new threads get the CPUs in turn */
    uint32_t affinity;      /* bit n: threads may run on CPU n */
    uint32_t ran;           /* ticks that threads had a CPU, of those that have ended */
} process_settings;

/* Lets the program's threads run on all CPUs. At the start, behind cpus_start. */
static inline void settings_start(void)
{
    process_settings.affinity = cpus_all();
}

/* Gives a new thread what it begins with. */
static inline void settings_begin(struct thread *thread)
{
    kernel_must_be_locked();
    thread->priority = thread->base = process_settings.base;
    thread->affinity = process_settings.affinity;
    thread->ideal = process_settings.next_ideal;
    process_settings.next_ideal =
        (uint8_t)(thread->ideal + 1u < cpus_running ? thread->ideal + 1 : 0);
}

/* Gives a thread that is not ready yet the CPUs that its creator names. STATUS_INVALID_PARAMETER:
 * the process has not all of them, or there is no such ideal one. */
struct thread_creation;
uint32_t settings_take(struct thread *thread, const struct thread_creation *creation);

#endif
