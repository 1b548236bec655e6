/* Waiting for the end of threads, by several at once, across schedulers, and by joiners that go
 * before; and threads that no thread waits for.
 *
 * run: name=plain
 * run: name=trace args=trapline:trace compilers=gcc
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_fault_kinds.h"

static uThd joined;

static void *gives_back(void *argument)
{
    enter("%d ", (int)argument);
    return argument;
}

/* ---------------------------------------------------------------- joining */

static void *sleeps_and_gives(void *argument)
{
    sleep_ticks(20);
    return argument;
}

static void joins_and_tells(void)
{
    void *value = NULL;
    int error = uThreadJoin(joined, &value, UT_FOREVER);
    enter("%s:%d:%d ", my_name(), error, (int)value);
}

static void joins_for_10(void)
{
    void *value = (void *)-1;
    int error = uThreadJoin(joined, &value, in_ticks(10));
    enter("%s:%d:%d@%d ", my_name(), error, (int)value, (int)GetTickCount64());
}

static void check_several(void)
{
    clock_set(0);
    utSch sch = utSchedulerCreate();
    joined = uThreadCreateFor(sleeps_and_gives, (void *)9, NULL);
    add(sch, "last", joins_and_tells);
    add(sch, "third", joins_and_tells);
    add(sch, "impatient", joins_for_10);
    add(sch, "second", joins_and_tells);
    add(sch, "hasty", joins_for_10);
    utSchAddUthd(sch, joined);
    clock_run(sch);
    char expected[128];
    snprintf(expected, sizeof expected,
             "hasty:%d:-1@10 impatient:%d:-1@10 second:0:9 third:0:9 last:0:9 ", UtErrorTimedOut,
             UtErrorTimedOut);
    diary_is(expected, "several join, first come first served; some give up");
    is_dec((DWORD)GetTickCount64(), 20, "in time");
    utSchedulerDestroy(sch);
}

/* A joiner of another scheduler, and one that is resumed by hand. */
static utSch inner_scheduler;

static void hosts(void)
{
    utSchStart(inner_scheduler);
    enter("host ");
}

static void check_across(void)
{
    utSch sch = utSchedulerCreate();
    inner_scheduler = utSchedulerCreate();
    joined = uThreadCreateFor(sleeps_and_gives, (void *)8, NULL);
    utSchAddUthd(inner_scheduler, joined);
    add(sch, "host", hosts);
    add(sch, "outer", joins_and_tells);
    uThd by_hand = started("hand", joins_and_tells);
    is_dec((DWORD)error_of(utResume(by_hand)), UtErrorWaiting, "a joiner cannot be resumed early");
    clock_run(sch);
    utResume(by_hand);
    diary_is("host outer:0:8 hand:0:8 ", "joiners of other schedulers, and of none");
    uThreadDestroy(by_hand);
    utSchedulerDestroy(sch);
    utSchedulerDestroy(inner_scheduler);
}

static void never_runs(void) { enter("never "); }

/* A thread that goes with its scheduler, while others wait for its end. */
static void check_destroyed(void)
{
    utSch sch = utSchedulerCreate();
    joined = add(sch, "joined", never_runs);
    uThd first = started("first", joins_and_tells), second = named("second", joins_and_tells);
    utResume(second);
    utSchedulerDestroy(sch);
    utResume(first);
    utResume(second);
    uThreadDestroy(first);
    uThreadDestroy(second);
    char expected[64];
    snprintf(expected, sizeof expected, "first:%d:0 second:%d:0 ", UtErrorInvalid, UtErrorInvalid);
    diary_is(expected, "when a thread goes with its scheduler, its joiners learn it");
}

/* Joiners that go with their scheduler, while others wait. */
static void check_joiners_destroyed(void)
{
    for (unsigned gone = 0; gone < 3; gone++) {
        utSch schedulers[3];
        joined = uThreadCreateFor(gives_back, (void *)4, NULL);
        for (unsigned i = 0; i < 3; i++) {
            static const char *const names[] = {"a", "b", "c"};
            schedulers[i] = utSchedulerCreate();
            uThd joiner = started(names[i], joins_and_tells);
            utSchAddUthd(schedulers[i], joiner);
        }
        utSchedulerDestroy(schedulers[gone]);
        uThd late = started("late", joins_and_tells);
        utResume(joined);
        for (unsigned i = 0; i < 3; i++) {
            if (i == gone)
                continue;
            utSchStart(schedulers[i]);
            utSchedulerDestroy(schedulers[i]);
        }
        utResume(late);
        static const char *const told[] = {"4 b:0:4 c:0:4 late:0:4 ", "4 a:0:4 c:0:4 late:0:4 ",
                                           "4 a:0:4 b:0:4 late:0:4 "};
        diary_is(told[gone], "a joiner that is destroyed waits no longer, the others do");
        uThreadDestroy(late);
        uThreadDestroy(joined);
    }
}

/* ---------------------------------------------------------------- detaching */

static void returns(void) {}

static void yields(void)
{
    utYield();
    enter("%s ", my_name());
}

static void exits_by_cancel(void)
{
    uThreadCancel(utCurrent());
    utYield();
}

static utFunction const ways_to_end[] = {returns, yields, divide, exits_by_cancel};

static void check_detached(void)
{
    enum { WAYS = sizeof ways_to_end / sizeof ways_to_end[0] };
    struct heap_usage heap = heap_usage();
    uint32_t frames = frames_in_use();
    for (unsigned way = 0; way < 4 * WAYS; way++) {
        bool by_hand = way / WAYS % 2, late = way / WAYS / 2;
        utSch sch = by_hand ? NULL : utSchedulerCreate();
        uThd uthread = named("detached", ways_to_end[way % WAYS]);
        if (!late)
            uThreadDetach(uthread);
        if (by_hand) {
            utResume(uthread);
            if (ways_to_end[way % WAYS] == yields)
                utResume(uthread);
        } else {
            add(sch, "other", yields);
            utSchAddUthd(sch, uthread);
            utSchStart(sch);
        }
        if (late)
            uThreadDetach(uthread);
        utSchedulerDestroy(sch);
        uThreadDestroy(uThreadCreate(returns));
        ok(heap_usage().blocks == heap.blocks && frames_in_use() == frames,
           "a detached thread has gone at its end, and left nothing (%u)", way);
    }
    diary[diary_length = 0] = 0;
}

static void makes_detached(void)
{
    for (unsigned i = 0; i < 300; i++) {
        uThd uthread = named("d", returns);
        uThreadDetach(uthread);
        utSchAddUthd(inner_scheduler, uthread);
        utYield();
    }
    enter("%d", utCurrent()->allNext == NULL);
}

static void check_many_detached(void)
{
    uint32_t frames = frames_in_use();
    inner_scheduler = utSchedulerCreate();
    add(inner_scheduler, "maker", makes_detached);
    utSchStart(inner_scheduler);
    diary_is("1", "many come and go while one runs");
    ok(frames_in_use() - frames < 64, "without memory for all of them at once");
    utSchedulerDestroy(inner_scheduler);
}

int main(void)
{
    check_destroyed();
    check_joiners_destroyed();
    check_several();
    check_across();
    check_detached();
    check_many_detached();
    return tap_done();
}
