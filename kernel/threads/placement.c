/* A thread goes to the CPU that does the least important thing. An idle CPU is the best. */
#include "kernel/threads/placement.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/threads/ready.h"

/* Returns the priority of what a CPU does, -1 for nothing. */
static int running_priority(const struct cpu *cpu)
{
    const struct thread *thread = placement_occupant(cpu);
    return __atomic_load_n(&thread->halting, __ATOMIC_SEQ_CST) ? -1 : thread->priority;
}

/* Returns the priority of what a CPU is about to do, -1 for nothing. */
static int coming_priority(const struct cpu *cpu)
{
    int running = running_priority(cpu), ready = ready_highest(cpu);
    return running > ready ? running : ready;
}

/* Returns the CPU that does the least important thing, if the thread is more important than that.
 * Otherwise returns the CPU on which it ran last, because its data may be in the caches there. */
static struct cpu *choose_cpu(const struct thread *thread)
{
    struct cpu *best = thread->cpu;
    if (!ready_may_run(thread, best))
        best = &cpus[__builtin_ctz(thread->affinity)];
    int least = coming_priority(best);
    for (uint32_t i = 0; i < cpus_running && least >= 0; i++) {
        int other = ready_may_run(thread, &cpus[i]) ? coming_priority(&cpus[i]) : least;
        if (other < least && other < thread->priority) {
            best = &cpus[i];
            least = other;
        }
    }
    return best;
}

IN_REGISTERS void placement_call(struct cpu *cpu)
{
    kernel_must_be_locked();
    if (cpu == this_cpu())
        cpu->at_end |= AT_END_SCHEDULE;
    else
        cpus_wake(cpu->number);
}

IN_REGISTERS void placement_put(struct thread *thread, bool before)
{
    kernel_must_be_locked();
    thread->cpu = choose_cpu(thread);
    ready_put(thread, before);
    __atomic_thread_fence(__ATOMIC_SEQ_CST); /* clock_wait_until does the same the other way */
    if (thread->priority > running_priority(thread->cpu))
        placement_call(thread->cpu);
}
