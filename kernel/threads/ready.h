/* The queues of ready threads, a set for each CPU: a thread waits where it ran last, and continues
 * on the CPU that is the first to have time for it. All calls: with the kernel's lock. */
#ifndef KERNEL_THREADS_READY_H
#define KERNEL_THREADS_READY_H

#include "kernel/cpu/contracts.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/clock.h"
#include "kernel/threads/thread.h"

/* Makes this CPU's queues, once. */
static inline void ready_init(void)
{
    kernel_must_be_locked();
    for (unsigned i = 0; i < PRIORITIES; i++)
        list_init(&this_cpu()->run.ready.rings[i]);
}

/* Tells whether the thread's mask has this CPU. Also without the lock. */
static inline bool ready_may_run(const struct thread *thread, const struct cpu *cpu)
{
    return thread->affinity >> cpu->number & 1;
}

/* Puts the thread into its CPU's queue of its priority: behind the others, or before them. */
static inline void ready_put(struct thread *thread, bool before)
{
    kernel_must_be_locked();
    struct ready *to = &thread->cpu->run.ready;
    uint32_t priority = thread->priority;
    struct link *ring = &to->rings[priority];
    thread->ready_since = clock_low();
    list_append(before ? ring->next : ring, &thread->queue);
    to->some |= 1u << priority;
}

/* Takes a thread out of its queue. */
static inline void ready_remove(struct thread *thread)
{
    kernel_must_be_locked();
    struct ready *from = &thread->cpu->run.ready;
    uint32_t priority = thread->priority;
    list_remove(&thread->queue);
    thread->queue.next = NULL;
    if (list_is_empty(&from->rings[priority]))
        from->some &= ~(1u << priority);
}

/* Returns the highest priority in a CPU's queues, -1 when they are empty. */
static inline int ready_highest(const struct cpu *cpu)
{
    kernel_must_be_locked();
    return cpu->run.ready.some ? 31 - __builtin_clz(cpu->run.ready.some) : -1;
}

/* Returns a thread in another CPU's queues that comes before best, which may be NULL and has at
 * least this priority; else best. */
struct thread *ready_best_elsewhere(const struct cpu *cpu, struct thread *best, int least);

/* Returns the thread that this CPU should run next: the first one of the highest priority, of those
 * in its own queues before others'. NULL when none may run here that has at least this priority,
 * which is not negative. among: there are several CPUs. */
static inline struct thread *ready_best(struct cpu *cpu, int least, bool among)
{
    kernel_must_be_locked();
    int own = ready_highest(cpu);
    struct thread *best = NULL;
    if (own >= least)
        best = list_record(struct thread, queue, cpu->run.ready.rings[own].next);
    return among ? ready_best_elsewhere(cpu, best, least) : best;
}

/* Tells whether any thread is ready. Also without the lock. */
bool ready_some(void);

#endif
