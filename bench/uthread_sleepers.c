/* What user-level threads cost while very many others of the same scheduler sleep.
 *
 * run: memory=1200M
 */
#include "bench/bench.h"
#include "bench/uthread_points.h"
#include "kernel/cpu/cpu.h"

#include <stdlib.h>

enum { MANY = 100000, MOST = 1000000, SPARE = 8, STACK = 768 };
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
    sleep_before((DWORD)argument);
    return argument;
}

static void *yields(void *argument)
{
    for (int i = 0; i < TRIES; i++)
        yield_before();
    return argument;
}

static void add(utBody body, uint32_t argument)
{
    utSchAddUthd(scheduler, uThreadCreateFor(body, (void *)argument, pool));
}

/* Has as many threads asleep, for times without an order. */
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

/* The thread that every measured path ends in. It ends the program: nobody waits for the sleepers.
 */
static void *measures(void *argument)
{
    have_asleep(MANY);
    uint32_t least = UINT32_MAX;
    bench_begin();
    add(yields, 0);
    for (int i = 0; i < TRIES; i++) {
        yield_after();
        least = path_length() < least ? path_length() : least;
    }
    bench_path("switch_100k", least, 26, 0);
    utYield(); /* the other one ends */

    have_asleep(MOST);
    static const DWORD sleeps[] = {1, FIRST_MS + SPREAD_MS / 2, FIRST_MS + 2 * SPREAD_MS};
    uint32_t most = 0; /* wherever among the others its place is */
    bench_begin();
    for (unsigned i = 0; i < sizeof sleeps / sizeof *sleeps; i++) {
        add(sleeps_stamped, sleeps[i]);
        yield_after();
        most = path_length() > most ? path_length() : most;
    }
    bench_path("sleep_insert_1m", most, 90, 0);
    exit(0);
    return argument;
}

int main(void)
{
    interrupts_off();
    pool = utPoolCreate(STACK, MOST + SPARE);
    scheduler = utSchedulerCreate();
    add(measures, 0);
    utSchStart(scheduler);
    return 1;
}
