/* Time slices: which thread runs when.
 *
 * run: virtual-time=1
 * run: name=ring3 ring=3 virtual-time=1 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

#include <string.h>

enum { SPINNERS = 3, TICKS = 90 };

static volatile uint32_t end_at;
static uint32_t seen[SPINNERS];
static volatile int last_who;

/* The threads that ran: a letter for each turn, put down as soon as it begins. */
static volatile char trail[256];
static volatile unsigned trail_length;

/* Counts the ticks that it sees come, and leaves its letter whenever another thread ran last. */
static void spin_as(int who)
{
    uint32_t last_tick = GetTickCount();
    while ((int)(GetTickCount() - end_at) < 0) {
        if (__atomic_exchange_n(&last_who, who, __ATOMIC_RELAXED) != who &&
            trail_length < sizeof trail - 1)
            trail[trail_length++] = (char)('a' + who);
        uint32_t now = GetTickCount();
        seen[who] += now != last_tick;
        last_tick = now;
    }
}

static void spin_a(void) { spin_as(0); }
static void spin_b(void) { spin_as(1); }
static void spin_c(void) { spin_as(2); }

static void begin(uint32_t ticks)
{
    memset(seen, 0, sizeof seen);
    last_who = -1;
    uint32_t now = GetTickCount();
    while (GetTickCount() == now)
        ;
    end_at = GetTickCount() + ticks;
}

static uint8_t small_stack[UT_STACK_LEAST] __attribute__((aligned(16)));

static void add_spinners(utSch sch)
{
    utSchAddUthd(sch, uThreadCreate(spin_c));
    utSchAddUthd(sch, uThreadCreated(small_stack, sizeof small_stack, spin_b));
    utSchAddUthd(sch, uThreadCreate(spin_a));
}

static utSch with_spinners(DWORD slice)
{
    utSch sch = utSchedulerCreate();
    add_spinners(sch);
    utSchSetSlice(sch, slice);
    return sch;
}

/* Whether the trail says abcabc... but for the last turns, in which they end. */
static bool in_turns(void)
{
    for (unsigned i = 0; i + SPINNERS < trail_length; i++)
        if (trail[i] != "abc"[i % SPINNERS])
            return false;
    return true;
}

static void forget(void)
{
    trail[trail_length] = 0;
    tap_note("%s", (const char *)trail);
    trail_length = 0;
}

/* Lets two threads take turns: the second one is the first to run. */
static void play(DWORD slice, uint32_t ticks, utFunction later, utFunction first)
{
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreate(later));
    utSchAddUthd(sch, uThreadCreate(first));
    utSchSetSlice(sch, slice);
    begin(ticks);
    finish(sch);
}

/* Both have had turns. */
static void claim_turns(int one, int other, const char *claim)
{
    ok(seen[one] > 4 && seen[other] > 4, "%s: %u and %u ticks", claim, (unsigned)seen[one],
       (unsigned)seen[other]);
    forget();
}

static void check_turns(void)
{
    static const struct {
        DWORD slice;
        unsigned least_turns, most_turns;
    } rows[] = {{1, 60, 94}, {3, 20, 34}, {10, 7, 13}, {0, 1, 3}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        utSch sch = with_spinners(rows[i].slice);
        begin(TICKS);
        utSchStart(sch);
        ok(in_turns(), "slices of %u ms: threads that never yield take turns",
           (unsigned)rows[i].slice);
        ok(trail_length >= rows[i].least_turns && trail_length <= rows[i].most_turns,
           "as many as fit in: %u", trail_length);
        if (rows[i].slice)
            ok(seen[0] >= 20 && seen[1] >= 20 && seen[2] >= 20,
               "and have the same time: %u, %u and %u ticks", (unsigned)seen[0], (unsigned)seen[1],
               (unsigned)seen[2]);
        forget();
        utSchedulerDestroy(sch);
    }
    ok((int)*tib_word(TIB_SLICE) <= 0 && *tib_word(TIB_PREEMPT) == 0,
       "outside of schedulers there are no slices");
}

static void check_priority(void)
{
    utSch sch = utSchedulerCreate();
    uThd high = uThreadCreate(spin_a), low = uThreadCreate(spin_b);
    uThreadSetPriority(high, 3);
    utSchAddUthd(sch, low);
    utSchAddUthd(sch, high);
    utSchSetSlice(sch, 1);
    begin(20);
    utSchStart(sch);
    ok(trail_length == 1 && trail[0] == 'a', "a slice takes no turn from a higher priority");
    forget();
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- inside of threads */

static volatile bool by_hand_is_over;
static uint32_t others_meanwhile;

static void by_hand(void)
{
    spin_as(0);
    by_hand_is_over = true;
    others_meanwhile = seen[1];
    end_at = GetTickCount() + 20;
    utYield();
}

static void resumes(void)
{
    uThd coroutine = uThreadCreate(by_hand);
    utResume(coroutine);
    bool was_over = by_hand_is_over;
    spin_as(2);
    ok(was_over && others_meanwhile == 0,
       "a thread that was resumed by hand keeps its turn, and its resumer's");
    utResume(coroutine);
    uThreadDestroy(coroutine);
}

static void check_by_hand(void)
{
    play(2, 20, spin_b, resumes);
    claim_turns(1, 2, "then turns go on");
}

static utSch other;

static void sets_slice(void) { utSchSetSlice(other, 1); }

static void sleeps_first(void)
{
    utSleep(2);
    add_spinners(other);
}

static void nests(void)
{
    utSch inner = with_spinners(2);
    utSchStart(inner);
    ok(in_turns() && trail_length > 15, "a scheduler inside a thread has slices of its own");
    forget();
    utSchedulerDestroy(inner);
    begin(30);
    last_who = 0;
    spin_as(0);
}

static void hosts(void)
{
    other = utSchedulerCreate();
    utSchSetSlice(other, 1);
    utSchAddUthd(other, uThreadCreate(sleeps_first));
    finish(other);
}

/* While the inner scheduler's threads sleep, plain code goes on. */
static void check_hosted_by_hand(void)
{
    uThd host = uThreadCreate(hosts);
    begin(20);
    while (host->status != UtStatusFinish)
        utResume(host);
    ok(in_turns() && trail_length > 10, "so has one inside a thread that plain code resumes");
    forget();
    uThreadDestroy(host);
}

/* By a thread that the scheduler does not hold. */
static void gives_slices(void)
{
    uThd coroutine = uThreadCreate(sets_slice);
    utResume(coroutine);
    uThreadDestroy(coroutine);
}

static void check_set_later(void)
{
    utSch sch = other = with_spinners(0);
    utSchAddUthd(sch, uThreadCreate(gives_slices));
    begin(20);
    utSchStart(sch);
    ok(in_turns() && trail_length > 10,
       "and one that gets slices while it runs, with the next turn");
    forget();
    utSchedulerDestroy(sch);
}

/* Sleeps first when the one that nests has lost its turn. */
static void later(void)
{
    utSleep(5);
    spin_as(1);
}

static void check_nested(void)
{
    play(5, 50, later, nests);
    claim_turns(0, 1, "and then those outside go on");
}

static void limits_itself(void)
{
    utSchSetSlice(utCurrent()->scheduler, 2);
    spin_as(0);
}

static void check_at_once(void)
{
    play(0, 20, spin_b, limits_itself);
    claim_turns(0, 1, "a slice holds at once for the thread that sets it");
}

static void check_errors(void)
{
    utSch sch = utSchedulerCreate();
    is_dec((uint32_t)utSchSetSlice(NULL, 1), UtErrorInvalid, "no scheduler has no slices");
    is_dec((uint32_t)utSchSetSlice(sch, UT_SLICE_MOST + 1), UtErrorRange, "a slice too long");
    is_dec((uint32_t)utSchSetSlice(sch, UT_SLICE_MOST), UtErrorNone, "the longest");
    utSchedulerDestroy(sch);
}

int main(void)
{
    check_turns();
    check_priority();
    check_by_hand();
    check_nested();
    check_at_once();
    check_hosted_by_hand();
    check_set_later();
    check_errors();
    return tap_done();
}
