/* The cost of a whole sleep, from the call of utSleep to its return, while other threads sleep,
 * too. The figure is a mean over as many sleeps as there are threads. All of them are due at the
 * same time.
 *
 * run: memory=256M
 */
#include "bench/bench.h"
#include "kernel/cpu/interrupts.h"

#include <stdlib.h>
#include <uthread.h>

enum { FEW = 10, MANY = 100000, STACK = 768, ROUNDS = 4, MOST_MS = 100 };

static utSch scheduler;
static uThd sleepers[MANY];
static DWORD lengths[MANY], *next_length; /* of the sleeps that come next */

/* All threads take their numbers from one list, so the first thread to wake is not the first one
 * the next time, too. */
static void *sleeps_for_ever(void *argument)
{
    for (;;)
        utSleep(*next_length++);
    return argument;
}

static void draw_lengths(unsigned count)
{
    static uint32_t some = 1;
    for (unsigned i = 0; i < count; i++) {
        some = some * 1664525 + 1013904223;
        lengths[i] = 1 + (some >> 16) % MOST_MS;
    }
    next_length = lengths;
}

/* Lets time pass. Interrupts are off everywhere else: no tick is counted. */
static void pass(DWORD milliseconds)
{
    utTime until = utAfter(milliseconds);
    while (utAfter(0) < until)
        cpu_wait();
    interrupts_off();
}

/* One yield while all are due: each returns from its sleep and calls utSleep again. The most of
 * some rounds, because the lengths differ; in the first one the threads begin. */
static uint32_t longest_round(unsigned count)
{
    uint32_t most = 0;
    for (int round = 0; round < ROUNDS; round++) {
        draw_lengths(count);
        STAMP(stamp_before);
        utYield();
        STAMP(stamp_after);
        if (next_length != lengths + count)
            exit(1);
        most = round && path_length() > most ? path_length() : most;
        pass(MOST_MS + 1);
    }
    return most;
}

static void *measures(void *argument)
{
    unsigned count = (unsigned)argument;
    utPool pool = utPoolCreate(STACK, (int)count);
    for (unsigned i = 0; i < count; i++) {
        sleepers[i] = uThreadCreateFor(sleeps_for_ever, NULL, pool);
        utSchAddUthd(scheduler, sleepers[i]);
    }
    if (count == FEW)
        bench_begin();
    uint32_t instructions = longest_round(count), each = (instructions + count - 1) / count;
    if (count == FEW)
        bench_path("sleep_whole", each, instructions - each);
    else
        bench_report("sleep_whole_100k", each); /* to follow it would take gigabytes */
    for (unsigned i = 0; i < count; i++)
        uThreadCancel(sleepers[i]);
    return NULL;
}

static void run(unsigned count)
{
    scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreateFor(measures, (void *)count, NULL));
    interrupts_off();
    utSchStart(scheduler);
    interrupts_on();
    utSchedulerDestroy(scheduler);
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    if (bench_wants("sleep_whole"))
        run(FEW);
    if (bench_wants("sleep_whole_100k"))
        run(MANY);
    return 0;
}
