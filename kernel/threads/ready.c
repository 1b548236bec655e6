/* The threads that a CPU takes from the queues of other CPUs. */
#include "kernel/threads/ready.h"

#include "kernel/cpu/contracts.h"

static struct thread *first_for(const struct cpu *cpu, const struct link *ring)
{
    for (struct link *link = ring->next; link != ring; link = link->next) {
        struct thread *thread = list_record(struct thread, queue, link);
        if (ready_may_run(thread, cpu))
            return thread;
    }
    return NULL;
}

/* Returns the first thread of the highest priority that this CPU may run, if it has at least this
 * one; else NULL. */
static struct thread *best_in(const struct ready *from, const struct cpu *cpu, int least)
{
    struct thread *thread = NULL;
    for (int priority = PRIORITIES - 1; priority >= least && !thread; priority--)
        if (from->some >> priority & 1)
            thread = first_for(cpu, &from->rings[priority]);
    return thread;
}

struct thread *ready_best_elsewhere(const struct cpu *cpu, struct thread *best, int least)
{
    kernel_must_be_locked();
    for (uint32_t i = 0; i < cpus_running; i++) {
        struct thread *other = NULL;
        if (&cpus[i] != cpu && cpus[i].run.ready.some)
            other = best_in(&cpus[i].run.ready, cpu, best ? best->priority + 1 : least);
        if (other)
            best = other;
    }
    return best;
}

bool ready_some(void)
{
    uint32_t some = 0;
    for (uint32_t i = 0; i < cpus_running; i++)
        some |= __atomic_load_n(&cpus[i].run.ready.some, __ATOMIC_RELAXED);
    return some;
}
