/* Several schedulers: one after another, nested, side by side; and that nothing of them stays.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

#include <seh.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- memory */

struct usage {
    struct heap_usage heap;
    uint32_t frames;
};

static struct usage usage_now(void)
{
    heap_check();
    return (struct usage){.frames = frames_in_use(), .heap = heap_usage()};
}

static void claim_all_freed(struct usage before, const char *what)
{
    struct usage now = usage_now();
    ok(now.heap.blocks == before.heap.blocks && now.heap.bytes == before.heap.bytes,
       "%s: the heap is as it was", what);
    is_dec(now.frames, before.frames, "%s: so are the pages", what);
}

/* ---------------------------------------------------------------- one after another */

static void talks(void)
{
    for (int i = 0; i < 2; i++) {
        enter("%s ", my_name());
        utYield();
    }
}

static void sleeps(void) { sleep_ticks(5); }
static void faults(void) { RaiseException(0xE0000001, 0, 0, NULL); }

static char own_stack[UT_STACK_LEAST] __attribute__((aligned(4)));

static void check_freeing(void)
{
    struct usage before = usage_now();
    unsigned alike = 0;
    for (int i = 0; i < 100; i++) {
        utSch sch = utSchedulerCreate();
        add(sch, "a", talks);
        add(sch, "b", talks);
        finish(sch);
        alike += strcmp(diary, "b a b a ") == 0;
        diary[diary_length = 0] = 0;
    }
    is_dec(alike, 100, "100 schedulers, one after another, run alike");
    claim_all_freed(before, "after 100 schedulers");

    utSch sch = utSchedulerCreate();
    add(sch, "a", talks);
    utSchAddUthd(sch, uThreadCreated(own_stack, sizeof own_stack, talks));
    utSchedulerDestroy(sch);
    diary_is("", "threads that never ran do not run when they are destroyed");
    claim_all_freed(before, "threads that never ran");

    sch = utSchedulerCreate();
    uThd parked = started("parked", talks), asleep = named("asleep", sleeps);
    utResume(asleep);
    utSchAddUthd(sch, parked);
    utSchAddUthd(sch, asleep);
    add(sch, "a", talks);
    utSchedulerDestroy(sch);
    diary_is("parked ", "nor do threads that have begun");
    claim_all_freed(before, "threads in the middle, asleep and unstarted");

    sch = utSchedulerCreate();
    add(sch, "fault", faults);
    add(sch, "sleep", sleeps);
    uThd first = add(sch, "a", talks), last = add(sch, "b", talks);
    utSchStart(sch);
    uThreadDestroy(last);
    uThreadDestroy(first);
    finish(sch);
    diary_is("b a b a ", "finished threads can be destroyed before their scheduler");
    claim_all_freed(before, "finished threads");
}

static uThd victim;

static void destroys_victim(void)
{
    while (victim->status != UtStatusFinish)
        utYield();
    uThreadDestroy(victim);
    enter("%s ", my_name());
}

static void check_destroying_inside(void)
{
    struct usage before = usage_now();
    utSch sch = utSchedulerCreate();
    add(sch, "destroyer", destroys_victim);
    victim = add(sch, "victim", faults);
    add(sch, "a", talks);
    utSchStart(sch);
    diary_is("a destroyer a ", "a thread destroys another that has finished");
    utSchedulerDestroy(sch);
    claim_all_freed(before, "a thread destroyed by another");
}

/* ---------------------------------------------------------------- older spellings */

/* No other test calls the older spellings. */
static void check_older_spellings(void)
{
    struct usage before = usage_now();
    utSch sch = utSchedulerCreate();
    uThd uthread = add(sch, "a", talks);
    add(sch, "b", talks);
    utSchStart(sch);
    uThreadDestory(uthread);
    utSchedulerDestory(sch);
    diary_is("b a b a ", "threads run before they are destroyed by the older spellings");
    claim_all_freed(before, "uThreadDestory and utSchedulerDestory");
}

/* ---------------------------------------------------------------- nested */

/* Runs a scheduler with two talkers and, while the digit of its name is above 1, one like itself.
 */
static void nests(void)
{
    static const char *const deeper[] = {NULL, NULL, "n1", "n2"};
    int depth = my_name()[1] - '0';
    utSch sch = utSchedulerCreate();
    enter("%s( ", my_name());
    add(sch, "x", talks);
    if (depth > 1)
        add(sch, deeper[depth], nests);
    add(sch, "y", talks);
    finish(sch);
    enter(")%s ", my_name());
    utYield();
}

static void check_nested(void)
{
    struct usage before = usage_now();
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    utSch sch = utSchedulerCreate();
    add(sch, "a", talks);
    add(sch, "n3", nests);
    add(sch, "b", talks);
    utSchStart(sch);
    diary_is("b n3( y n2( y n1( y x y x )n1 x y x )n2 x y x )n3 a b a ",
             "schedulers three deep run one within the other while no thread sleeps");
    utSchedulerDestroy(sch);
    ok(utCurrent() == NULL && seh_head() == head, "outside all is as before");
    claim_all_freed(before, "nested schedulers");
}

/* ---------------------------------------------------------------- nested and asleep */

static uint64_t begin;

/* Sleeps for the number in its name, twice. */
static void sleeps_twice(void)
{
    for (int i = 0; i < 2; i++) {
        sleep_ticks((DWORD)strtoul(my_name() + 1, NULL, 10));
        enter("%s:%u ", my_name(), (unsigned)(GetTickCount64() - begin));
    }
}

static void hosts_sleepers(void)
{
    const char *name = my_name();
    utSch sch = utSchedulerCreate();
    add(sch, name[1] == '1' ? "p10" : "q15", sleeps_twice);
    add(sch, name[1] == '1' ? "p40" : "q25", sleeps_twice);
    if (name[1] == '3')
        add(sch, "n2", hosts_sleepers);
    if (name[1] == '2')
        add(sch, "n1", hosts_sleepers);
    finish(sch);
    enter("%s:%u ", name, (unsigned)(GetTickCount64() - begin));
}

static void ticks(void)
{
    for (int i = 0; i < 8; i++) {
        enter("| ");
        sleep_ticks(12);
    }
}

static void check_nested_sleep(void)
{
    struct usage before = usage_now();
    clock_set(begin = 0xFFFFFFF0);
    utSch sch = utSchedulerCreate();
    add(sch, "ticks", ticks);
    add(sch, "n3", hosts_sleepers);
    clock_run(sch);
    diary_is("| p10:10 | q15:15 q15:15 p10:20 | q25:25 q25:25 q15:30 q15:30 | p40:40 | q25:50 "
             "q25:50 | | p40:80 n1:80 n2:80 n3:80 | ",
             "sleepers three deep wake in time and stop no other scheduler");
    utSchedulerDestroy(sch);

    begin = GetTickCount64();
    sch = utSchedulerCreate();
    add(sch, "n1", hosts_sleepers);
    add(sch, "n0", hosts_sleepers);
    clock_run(sch);
    diary_is("p10:10 q15:15 p10:20 q25:25 q15:30 p40:40 q25:50 n0:50 p40:80 n1:80 ",
             "schedulers side by side do not hold each other up");
    utSchedulerDestroy(sch);
    claim_all_freed(before, "schedulers asleep");
}

/* ---------------------------------------------------------------- from within */

static utSch outer_sch;

static void adds_to_outer(void)
{
    add(outer_sch, "new", talks);
    utYield();
    enter("%s ", my_name());
}

static void hosts_adder(void)
{
    utSch sch = utSchedulerCreate();
    add(sch, "adder", adds_to_outer);
    finish(sch);
    enter("%s ", my_name());
}

static void hosts_fault(void)
{
    utSch sch = utSchedulerCreate();
    uThd uthread = add(sch, "fault", faults);
    add(sch, "a", talks);
    utSchStart(sch);
    enter("%X ", (unsigned)uThreadExitStatus(uthread));
    utSchedulerDestroy(sch);
}

static void check_within(void)
{
    outer_sch = utSchedulerCreate();
    add(outer_sch, "a", talks);
    add(outer_sch, "host", hosts_adder);
    utSchStart(outer_sch);
    diary_is("adder host a new a new ", "a thread of a nested scheduler adds to the outer one");

    add(outer_sch, "b", talks);
    add(outer_sch, "host", hosts_fault);
    utSchStart(outer_sch);
    diary_is("a a E0000001 b b ", "a fault in a nested scheduler ends that thread only");
    utSchedulerDestroy(outer_sch);

    uThd uthread = started("coroutine", hosts_sleepers);
    is_dec((DWORD)uthread->status, UtStatusSleep,
           "a scheduler in a thread resumed by hand sleeps with it");
    is_dec(uthread->sleepDuri, 15, "until the first of its threads is due");
    utResume(uthread);
    is_dec(uthread->sleepDuri, 15, "woken early, it sleeps on");
    for (; uthread->status == UtStatusSleep; utResume(uthread))
        clock_advance(uthread->sleepDuri);
    is_dec((DWORD)uthread->status, UtStatusFinish, "and comes to its end");
    uThreadDestroy(uthread);
}

int main(void)
{
    check_freeing();
    check_destroying_inside();
    check_older_spellings();
    check_nested();
    check_nested_sleep();
    check_within();
    return tap_done();
}
