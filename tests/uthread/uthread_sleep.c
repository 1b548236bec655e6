/* Sleeping: when and in which order threads wake, near the tick count's wrap, in crowds and for
 * weeks. Takes seed=N.
 *
 * run: name=plain virtual-time=1
 * run: name=wrap virtual-time=1 args=trapline:tick=0xFFFFFF00
 * run: name=checked virtual-time=1 checked=1
 * run: name=ring3 ring=3 compilers=gcc virtual-time=1
 */
#include "kernel/call/features.h"
#include "kernel/call/service.h"
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/uthread/uthread_scene.h"

/* ---------------------------------------------------------------- a few, on the machine's clock */

/* Sleeps for ten times the number in its name. */
static void sleeper(void)
{
    DWORD ms = 10 * (DWORD)strtoul(my_name() + 1, NULL, 10);
    DWORD before = GetTickCount();
    utSleep(ms);
    DWORD passed = GetTickCount() - before;
    enter("%s%s ", my_name(), passed < ms ? " early" : passed > ms + 20 ? " late" : "");
}

static void check_few(void)
{
    DWORD first_tick = GetTickCount();
    utSch sch = utSchedulerCreate();
    static const char *const names[] = {"a3", "b1", "c2", "d40", "e2", "f3", "g1", "h0"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        add(sch, names[i], sleeper);
    utSchStart(sch);
    diary_is("h0 g1 b1 e2 c2 f3 a3 d40 ",
             "sleepers wake in the order of their deadlines, equal ones as they went to sleep");
    utSchedulerDestroy(sch);
    if (first_tick >= 0xFFFFFF00)
        ok(GetTickCount() < first_tick, "the tick count has wrapped meanwhile");
}

/* ---------------------------------------------------------------- many */

#define MOST 10000

static struct nap {
    DWORD ms;
    uint64_t begun, woken;
} naps[MOST];
static unsigned began, woke, wake_order[MOST];
static uThd napping[MOST];

static void nap(void)
{
    unsigned me = began++;
    naps[me].begun = GetTickCount64();
    utSleep(naps[me].ms);
    naps[me].begun += utCurrent()->sleepTime - (DWORD)naps[me].begun; /* a tick may lie between */
    naps[me].woken = GetTickCount64();
    wake_order[woke++] = me;
}

/* A part of the tick in which a sleep begins does not count. */
static uint64_t end_of(const struct nap *nap) { return nap->begun + nap->ms + (nap->ms != 0); }

/* By deadline; those that began their sleep first are first among equals. */
static int compare_naps(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    uint64_t end_x = end_of(&naps[x]), end_y = end_of(&naps[y]);
    if (end_x != end_y)
        return end_x < end_y ? -1 : 1;
    return x < y ? -1 : 1;
}

/* Lets count threads sleep. limit: of the random times; 0: all of 32 bits. */
static utSch prepare_naps(struct random *random, unsigned count, DWORD limit, char *stacks)
{
    utSch sch = utSchedulerCreate();
    began = woke = 0;
    for (unsigned i = 0; i < count; i++) {
        naps[i].ms = limit ? random_below(random, limit) : (DWORD)random_wide(random);
        napping[i] = uThreadCreated(stacks + i * UT_STACK_LEAST, UT_STACK_LEAST, nap);
        utSchAddUthd(sch, napping[i]);
    }
    return sch;
}

static void claim_naps(unsigned count, uint64_t most_late, const char *where)
{
    static unsigned expected[MOST];
    uint64_t latest = 0;
    unsigned early = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t deadline = end_of(&naps[i]);
        expected[i] = i;
        early += naps[i].woken < deadline;
        if (naps[i].woken >= deadline && naps[i].woken - deadline > latest)
            latest = naps[i].woken - deadline;
    }
    qsort(expected, count, sizeof expected[0], compare_naps);
    is_dec(woke, count, "%u sleepers wake, %s", count, where);
    ok(memcmp(expected, wake_order, count * sizeof expected[0]) == 0,
       "in the order that sorting gives");
    ok(early == 0 && latest <= most_late, "none early, none more than %u ms late",
       (unsigned)most_late);
}

static void check_many(struct random *random)
{
    char *stacks = sys_space_alloc(MOST * UT_STACK_LEAST);
    utSch sch = prepare_naps(random, MOST, 3000, stacks);
    utSchStart(sch);
    claim_naps(MOST, 20, "with up to 3 seconds");
    utSchedulerDestroy(sch);

    /* From here on the test sets the clock: no wake-up may be late at all. */
    static const uint64_t begins[] = {5, 0xFFFFF000, 0x3FFFFFFF0};
    for (unsigned i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        clock_set(begins[i]);
        sch = prepare_naps(random, MOST, i ? 8000 : 0, stacks);
        clock_run(sch);
        claim_naps(MOST, 0, i ? "around a wrap" : "with all durations there are");
        utSchedulerDestroy(sch);
    }
    sys_space_release(stacks);
}

/* ---------------------------------------------------------------- weeks */

/* The name after its first character is the duration. Says when it woke, after the begin. */
static uint64_t begin;

static void long_sleeper(void)
{
    utSleep((DWORD)strtoul(my_name() + 1, NULL, 16));
    enter("%s at %llX, ", my_name(), (unsigned long long)(GetTickCount64() - begin));
}

static void passes_weeks(void)
{
    for (int i = 0; i < 3; i++) {
        clock_advance(0x50000000);
        utYield();
        enter("week ");
    }
}

static void passes_months(void)
{
    clock_advance(0x90000000);
    utYield();
    enter("months ");
}

static void check_weeks(void)
{
    for (begin = 77; begin < 0x200000000; begin += 0xFFFFFF00) {
        clock_set(begin);
        utSch sch = utSchedulerCreate();
        add(sch, "aFFFFFFFF", long_sleeper);
        add(sch, "b80000001", long_sleeper);
        add(sch, "c7FFFFFFF", long_sleeper);
        add(sch, "d10", long_sleeper);
        clock_run(sch);
        diary_is(
            "d10 at 11, c7FFFFFFF at 80000000, b80000001 at 80000002, aFFFFFFFF at 100000000, ",
            "sleeps beyond 2^31 ms end in time beside short ones");

        clock_set(begin);
        add(sch, "weeks", passes_weeks);
        add(sch, "ae0000001", long_sleeper);
        add(sch, "b80000001", long_sleeper);
        clock_run(sch);
        diary_is("week b80000001 at A0000000, week ae0000001 at F0000000, week ",
                 "and beside a thread that is never asleep");

        clock_set(begin);
        add(sch, "months", passes_months);
        add(sch, "a10", long_sleeper);
        clock_run(sch);
        diary_is("a10 at 90000000, months ",
                 "a sleeper is found due after 2^31 ms in which no thread yielded");
        utSchedulerDestroy(sch);
    }
}

/* ---------------------------------------------------------------- beside others */

static void passes_time(void)
{
    for (int i = 0; i < 5; i++) {
        enter("%d ", i);
        clock_advance(1);
        utYield();
    }
}

static void gives_up_turns(void)
{
    for (int i = 0; i < 3; i++) {
        enter("%s ", my_name());
        utSleep(0);
    }
}

static void check_beside(void)
{
    clock_set(0);
    begin = 0;
    utSch sch = utSchedulerCreate();
    add(sch, "time", passes_time);
    add(sch, "a3", long_sleeper);
    clock_run(sch);
    diary_is("0 1 2 3 a3 at 4, 4 ", "a sleeper wakes in the turn in which its time has come");

    add(sch, "a", gives_up_turns);
    add(sch, "b", gives_up_turns);
    add(sch, "c", gives_up_turns);
    is_dec(clock_run(sch), 0, "utSleep(0) never makes a thread wait");
    diary_is("c b a c b a c b a ", "utSleep(0) is a turn given up");
    utSchedulerDestroy(sch);
}

static uThd late_one;

static void sleeps_long(void)
{
    utSleepUntil(0x100000005);
    enter("late ");
}

/* The tick that the clock's step stands for has been looked at when the sleeper comes. */
static void takes_in(void)
{
    clock_set(0x200000000);
    utYield();
    enter("taken in, ");
    utSchAddUthd(clock_scheduler, late_one);
    utYield();
    enter("another turn ");
}

static void check_late(void)
{
    clock_set(0);
    late_one = named("late", sleeps_long);
    utResume(late_one);
    is_hex(late_one->sleepDuri, UINT32_MAX, "a sleep that no word holds is told as the longest");
    utSch sch = utSchedulerCreate();
    add(sch, "takes in", takes_in);
    clock_run(sch);
    diary_is("taken in, late another turn ",
             "a sleeper that comes to a scheduler behind its time wakes in the next turn");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- costs */

#define YIELDS 20000

static void yields(void)
{
    for (int i = 0; i < YIELDS; i++)
        utYield();
}

/* The cost of two threads' yields beside count sleepers, in instructions: on the virtual clock. */
static uint64_t cost_of_yields(struct random *random, unsigned count, char *stacks)
{
    utSch sch = prepare_naps(random, count, 1000, stacks);
    for (unsigned i = 0; i < count; i++)
        naps[i].ms += 1000000;
    add(sch, "yields", yields);
    add(sch, "yields", yields);
    uThd host = named("host", clock_host);
    clock_scheduler = sch;
    uint64_t before = tsc_read();
    utResume(host); /* until all sleep */
    uint64_t cost = tsc_read() - before;
    for (; host->status == UtStatusSleep; utResume(host))
        clock_advance(host->sleepDuri);
    uThreadDestroy(host);
    utSchedulerDestroy(sch);
    return cost;
}

/* The cost of one of count threads that sleep once each. */
static uint64_t cost_of_sleeps(struct random *random, unsigned count, char *stacks)
{
    utSch sch = prepare_naps(random, count, 1000000, stacks);
    uint64_t before = tsc_read();
    clock_run(sch);
    uint64_t cost = tsc_read() - before;
    utSchedulerDestroy(sch);
    return cost / count;
}

static void check_costs(struct random *random)
{
    char *stacks = sys_space_alloc(MOST * UT_STACK_LEAST);
    clock_set(0);
    uint64_t few = cost_of_yields(random, 1, stacks), many = cost_of_yields(random, 1001, stacks);
    uint64_t asleep = cost_of_sleeps(random, 1000, stacks);
    tap_note("%d yields cost %llu beside 1 sleeper, %llu beside 1001", 2 * YIELDS,
             (unsigned long long)few, (unsigned long long)many);
    ok(many < few + 1001 * asleep, "sleepers that are not due cost a yield nothing");

    uint64_t in_crowd = cost_of_sleeps(random, 10000, stacks);
    tap_note("a sleep costs %llu among 1000, %llu among 10000", (unsigned long long)asleep,
             (unsigned long long)in_crowd);
    ok(in_crowd < 2 * asleep, "a sleep among 10000 costs less than twice one among 1000");
    sys_space_release(stacks);
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    struct random random = random_from((uint32_t)seed);
    tap_note("seed=%lu", seed);
    check_few();
    check_many(&random);
    check_weeks();
    check_beside();
    check_late();
    check_costs(&random);
    return tap_done();
}
