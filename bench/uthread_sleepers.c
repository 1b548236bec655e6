/* The costs of user-level threads while very many others of the same scheduler sleep.
 *
 * run: memory=1200M
 */
#include "bench/bench.h"
#include "kernel/cpu/interrupts.h"

#include <stdlib.h>
#include <uthread.h>

enum { MANY = 100000, MOST = 1000000, SPARE = 8, STACK = 768, TRIES = 5 };
enum { FIRST_MS = 60000, SPREAD_MS = 1 << 20 }; /* when the sleepers would wake */

static utSch scheduler;
static utPool pool;
static uint32_t asleep;

static void *sleeps_long(void *argument)
{
    asleep++;
    utSleep((DWORD)argument);
    asleep--;
    return argument;
}

static void *sleeps_stamped(void *argument)
{
    STAMP(stamp_before);
    utSleep((DWORD)argument);
    return argument;
}

static void *yields(void *argument)
{
    for (int i = 0; i < TRIES; i++) {
        STAMP(stamp_before);
        utYield();
    }
    return argument;
}

static void add(utBody body, uint32_t argument)
{
    utSchAddUthd(scheduler, uThreadCreateFor(body, (void *)argument, pool));
}

/* Puts threads to sleep until count sleep, for times in no order. */
static void have_asleep(uint32_t count)
{
    static uint32_t some = 1;
    for (uint32_t i = asleep; i < count; i++) {
        some = some * 1664525 + 1013904223;
        add(sleeps_long, FIRST_MS + (some >> 8) % SPREAD_MS);
    }
    utYield();
    if (asleep != count)
        exit(1);
}

static void count_switch(void)
{
    have_asleep(MANY);
    uint32_t least = UINT32_MAX;
    bench_begin();
    add(yields, 0);
    for (int i = 0; i < TRIES; i++) {
        utYield();
        STAMP(stamp_after);
        least = path_length() < least ? path_length() : least;
    }
    bench_path("switch_100k", least, 0);
    utYield(); /* the other one ends */
}

static void count_insertion(void)
{
    static const DWORD sleeps[] = {1, FIRST_MS + SPREAD_MS / 2, FIRST_MS + 2 * SPREAD_MS};
    uint32_t most = 0; /* over its places among the others */
    have_asleep(MOST);
    bench_begin();
    for (unsigned i = 0; i < sizeof sleeps / sizeof *sleeps; i++) {
        add(sleeps_stamped, sleeps[i]);
        utYield();
        STAMP(stamp_after);
        most = path_length() > most ? path_length() : most;
    }
    bench_path("sleep_insert_1m", most, 0);
}

/* The thread that every measured path ends in. It ends the program: nobody waits for the sleepers.
 */
static void *measures(void *argument)
{
    if (bench_wants("switch_100k"))
        count_switch();
    if (bench_wants("sleep_insert_1m"))
        count_insertion();
    exit(0);
    return argument;
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    interrupts_off();
    pool = utPoolCreate(STACK, MOST + SPARE);
    scheduler = utSchedulerCreate();
    add(measures, 0);
    utSchStart(scheduler);
    return 1;
}
