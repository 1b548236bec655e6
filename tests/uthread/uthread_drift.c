/* Memory does not drift: however often threads switch, come and go, as much is in use as before.
 * Takes count=N, switches in all: a hundred million take a quarter of a minute.
 *
 * run: name=plain args="count=4000000"
 * run: name=checked checked=1 args="count=2000000"
 * run: name=ring3 ring=3 compilers=gcc args="count=500000"
 */
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/uthread/uthread_scene.h"

enum { PARTS = 20, THREADS = 40, LIFE = 400 };

static utSch sch;
static utPool pool;
static DWORD switches, part_end, lives;
static bool done;

static void *lives_a_while(void *argument)
{
    for (DWORD i = (DWORD)argument; i; i--) {
        utYield();
        switches++;
    }
    if ((DWORD)argument % 8 == 0)
        utSleep(1);
    return argument;
}

/* Makes threads of all kinds, waits until they have ended, and frees them: again and again. */
static void keeps_others_coming(void)
{
    uThd threads[THREADS];
    while (!done) {
        for (DWORD i = 0; i < THREADS; i++) {
            threads[i] =
                uThreadCreateFor(lives_a_while, (void *)(i * LIFE / THREADS), i % 3 ? pool : NULL);
            if (i % 5 == 0)
                uThreadSetName(threads[i], "named");
            utSchAddUthd(sch, threads[i]);
            lives++;
        }
        for (DWORD i = 0; i < THREADS; i++) {
            while (threads[i]->status != UtStatusFinish)
                utYield();
            uThreadDestroy(threads[i]);
        }
        done = switches >= part_end;
    }
}

static void run_part(DWORD amount)
{
    part_end = switches + amount;
    done = false;
    sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreate(keeps_others_coming));
    finish(sch);
}

int main(int argc, char **argv)
{
    DWORD count = (DWORD)argument(argc, argv, "count=", 100000000), drifted = 0;
    pool = utPoolCreate(1024, THREADS);
    run_part(1); /* makes what stays: tables, the first pages of the pool */
    struct heap_usage heap = heap_usage();
    uint32_t frames = frames_in_use(), parts = 0;
    for (; switches < count; parts++) {
        run_part(count / PARTS);
        drifted += frames_in_use() != frames || heap_usage().blocks != heap.blocks ||
                   heap_usage().bytes != heap.bytes;
    }
    is_dec(drifted, 0, "%u times after some of %u switches as much memory is in use as before",
           (unsigned)parts, (unsigned)switches);
    ok(parts >= PARTS / 2 && lives > count / LIFE, "%u threads came and went", (unsigned)lives);
    utPoolDestroy(pool);
    return tap_done();
}
