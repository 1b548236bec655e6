/* Locks between CPUs. A CPU that waits for one spins, so each is held for a short while, with
 * interrupts off, by code that does not wait for a thread.
 *
 * Their order: a CPU that holds a lock takes only locks of a higher rank. Checking builds look at
 * every one. While one CPU runs, and after the others were stopped for good, no lock is taken.
 */
#ifndef KERNEL_CPUS_SPINLOCK_H
#define KERNEL_CPUS_SPINLOCK_H

#include "kernel/cpu/interrupts.h"

#include <stdbool.h>
#include <stdint.h>

enum lock_rank {
    RANK_KERNEL = 1, /* threads, objects, memory: kernel_lock.h */
    RANK_MOMENTS,    /* the copy of what was said of stacks */
    RANK_TRACE,      /* sending the rings of records */
    RANK_DEVICE,     /* one serial port, queue or screen */
    RANK_FORGET      /* the one request to forget translations: calls.c */
};

/* The first CPU that comes when the lock is free gets it. A queue would be fair, but in an emulator
 * each CPU is a thread of a host that may have fewer: all would wait until the host runs the next
 * one in the queue. */
struct spinlock {
    const char *name;
    uint32_t rank;
    uint32_t holder; /* the CPU's number plus 1, or 0 */
};

#define SPINLOCK(what, rank)                                                                       \
    {                                                                                              \
        what, rank, 0                                                                              \
    }

/* Tells whether locks are needed: several CPUs run. */
extern bool cpus_locking;

void spin_lock_among_cpus(struct spinlock *lock);
void spin_unlock_among_cpus(struct spinlock *lock);

/* Interrupts off. */
static inline void spin_lock(struct spinlock *lock)
{
    if (cpus_locking)
        spin_lock_among_cpus(lock);
}

static inline void spin_unlock(struct spinlock *lock)
{
    if (cpus_locking)
        spin_unlock_among_cpus(lock);
}

/* Like spin_lock and spin_unlock, for code that may have interrupts on. spin_enter returns whether
 * they were, for spin_leave. */
static inline bool spin_enter(struct spinlock *lock)
{
    bool were_on = interrupts_save();
    spin_lock(lock);
    return were_on;
}

static inline void spin_leave(struct spinlock *lock, bool were_on)
{
    spin_unlock(lock);
    interrupts_restore(were_on);
}

#endif
