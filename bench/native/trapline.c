/* The thread library itself, with its scheduler, states, clock and chain. Its packed threads lie as
 * the floor's slots do; its ordinary ones are on guarded_stack's.
 */
#include "bench/native/host.h"
#include "bench/native/native.h"

#include <stdlib.h>
#include <uthread.h>

static utSch scheduler;

static bool open(void)
{
    static bool opened;
    if (!opened)
        opened = host_open();
    return opened;
}

/* A pool for as many threads, of slots of slot_stride bytes; or NULL, for guarded stacks. False
 * when there is none. */
static bool have_pool(unsigned threads, utPool *pool)
{
    *pool = NULL;
    if (!open())
        return false;
    unsigned room = slot_stride - (unsigned)sizeof(struct uThread);
    if (!slots_are_guarded)
        *pool = utPoolCreate((int)(room / UT_PACKED_MULTIPLE * UT_PACKED_MULTIPLE), (int)threads);
    return slots_are_guarded || *pool;
}

/* Makes the threads; one that is added runs before those that were added earlier. */
static bool add(uThd *made, unsigned threads, utBody body, utPool pool)
{
    for (unsigned i = 0; i < threads; i++) {
        made[i] = uThreadCreateFor(body, NULL, pool);
        if (!made[i])
            return false;
    }
    while (threads)
        utSchAddUthd(scheduler, made[--threads]);
    return true;
}

/* Makes the threads, runs them to their ends, and frees them. */
static const char *run(unsigned threads, utBody body)
{
    utPool pool;
    uThd *made = malloc(threads * sizeof *made);
    if (!made || !have_pool(threads, &pool))
        return no_more(0, "no memory");
    scheduler = utSchedulerCreate();
    bool all = add(made, threads, body, pool);
    free(made);
    if (!all)
        return no_more(0, "no memory for so many");
    host_enter();
    host_clock(true);
    utSchStart(scheduler);
    host_clock(false);
    host_leave();
    utSchedulerDestroy(scheduler);
    utPoolDestroy(pool);
    return NULL;
}

TAKES_TURNS(turns, void *, utYield())

static void *take_turns(void *argument)
{
    turns(NULL);
    return argument;
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_turns);
}

/* One of a pair: the event that it waits for, and its partner's. */
static struct end {
    utEvent mine, other;
} * ends;
static unsigned ends_taken;

static inline void wake_and_wait(struct end *self)
{
    utEventSet(self->other);
    utEventWait(self->mine, UT_FOREVER);
}

TAKES_TURNS(play, struct end *, wake_and_wait(self))

static void *take_part(void *argument)
{
    struct end *self = &ends[ends_taken++];
    if ((self - ends) % 2)
        utEventWait(self->mine, UT_FOREVER);
    play(self);
    utEventSet(self->other); /* it may end, too */
    return argument;
}

static const char *pairs(unsigned threads, unsigned amount)
{
    (void)amount;
    ends = calloc(threads, sizeof *ends);
    if (!ends || !open())
        return no_more(0, "no memory");
    ends_taken = 0;
    for (unsigned i = 0; i < threads; i++)
        ends[i].mine = ends[i ^ 1].other = utEventCreate(FALSE, FALSE);
    const char *why = run(threads, take_part);
    for (unsigned i = 0; i < threads; i++)
        utEventDestroy(ends[i].mine);
    free(ends);
    return why;
}

static void *take_naps(void *argument)
{
    TAKE_NAPS(utSleep);
    return argument;
}

static const char *naps(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_naps);
}

/* ---------------------------------------------------------------- lives */

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    utPool pool;
    if (!have_pool(1, &pool))
        return no_more(0, "no memory");
    host_enter();
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        void *result = NULL;
        uThd uthread = uThreadCreateFor(life_body, life_argument(), pool);
        utResume(uthread);
        uThreadJoin(uthread, &result, UT_NOW);
        uThreadDestroy(uthread);
        life_result(result);
    }
    clock_stop();
    host_leave();
    utPoolDestroy(pool);
    return NULL;
}

static unsigned lives_wanted;
static utPool lives_pool;

static void *join_lives(void *argument)
{
    clock_start();
    for (unsigned i = 0; i < lives_wanted; i++) {
        void *result = NULL;
        uThd uthread = uThreadCreateFor(life_body, life_argument(), lives_pool);
        utSchAddUthd(scheduler, uthread);
        uThreadJoin(uthread, &result, UT_FOREVER);
        uThreadDestroy(uthread);
        life_result(result);
    }
    clock_stop();
    return argument;
}

static const char *joins(unsigned threads, unsigned amount)
{
    (void)threads;
    if (!have_pool(1, &lives_pool))
        return no_more(0, "no memory");
    lives_wanted = amount;
    scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreateFor(join_lives, NULL, NULL));
    host_enter();
    host_clock(true);
    utSchStart(scheduler);
    host_clock(false);
    host_leave();
    utSchedulerDestroy(scheduler);
    utPoolDestroy(lives_pool);
    return NULL;
}

const struct contender trapline_contender = {"trapline", yields, pairs, lives, joins, naps, false};
