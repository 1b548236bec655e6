/* A million threads alive at the same time, each switched to ten times: how much memory the machine
 * has in use then, all of it.
 *
 * run: memory=1200M
 */
#include "bench/bench.h"
#include "kernel/memory/frames.h"

#include <stdio.h>
#include <uthread.h>

enum { THREADS = 1000000, TURNS = 10, STACK = 768, MIB = 1 << 20 };

static unsigned turns, alive, most_alive;

static void *takes_turns(void *argument)
{
    most_alive += ++alive > most_alive;
    for (unsigned i = 0; i < TURNS; i++) {
        utYield();
        turns++;
    }
    alive--;
    return argument;
}

int main(void)
{
    utPool pool = utPoolCreate(STACK, THREADS);
    utSch scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < THREADS; i++)
        utSchAddUthd(scheduler, uThreadCreateFor(takes_turns, NULL, pool));
    struct frame_usage usage = frame_usage();
    utSchStart(scheduler);
    if (most_alive != THREADS || turns != THREADS * TURNS) {
        printf("%u threads were alive, and switched to %u times\n", most_alive, turns);
        return 1;
    }
    uint32_t bytes = (usage.total - usage.free) * PAGE_SIZE;
    bench_report("million", (bytes + MIB - 1) / MIB);
    utSchedulerDestroy(scheduler);
    return utPoolDestroy(pool);
}
