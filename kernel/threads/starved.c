/* The first thread of a queue has been ready longest, so the others need no look after one that has
 * not starved. A thread that gets the higher priority gives it back at the end of a slice
 * (switch.c). */
#include "kernel/threads/starved.h"

#include "kernel/cpu/contracts.h"
#include "kernel/threads/schedule.h"

/* As on Windows: it looks once a second, and helps ten threads then at most. Neither threads with
 * the priority of real time nor the lowest one are helped. */
enum { LOOK_TICKS = 1000, STARVED_TICKS = 4000, MOST = 10, LOWEST = 1, HIGHEST = 14, BOOSTED = 15 };

static bool has_starved(const struct thread *thread, uint32_t now)
{
    return now - thread->ready_since >= STARVED_TICKS && !thread->no_boost;
}

/* Helps the threads of one queue. Returns how many. */
static unsigned help(const struct link *ring, uint32_t now, unsigned most)
{
    unsigned helped = 0;
    while (helped < most && !list_is_empty(ring)) {
        struct thread *thread = list_record(struct thread, queue, ring->next);
        if (!has_starved(thread, now))
            break;
        schedule_place(thread, BOOSTED, thread->affinity);
        helped++;
    }
    return helped;
}

void starved_look(uint32_t now)
{
    kernel_must_be_locked();
    static uint32_t looked;
    unsigned left = MOST;
    if (now - looked < LOOK_TICKS)
        return;
    looked = now;
    for (uint32_t i = 0; i < cpus_running; i++)
        for (unsigned priority = LOWEST; priority <= HIGHEST; priority++)
            left -= help(&cpus[i].run.ready.rings[priority], now, left);
}
