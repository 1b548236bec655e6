/* The order in which threads run: rounds of a scheduler, threads resumed by hand, and the fields of
 * struct uThread.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

/* ---------------------------------------------------------------- rounds */

/* Writes its name and yields, as often as its name's second character says. */
static void talker(void)
{
    for (int turn = my_name()[1] - '0'; turn > 0; turn--) {
        enter("%s ", my_name());
        if (turn > 1)
            utYield();
    }
}

static utSch scheduler;

static void adder(void)
{
    enter("%s ", my_name());
    add(scheduler, "x2", talker);
    add(scheduler, "y1", talker);
    utYield();
    enter("%s ", my_name());
}

static void check_rounds(void)
{
    scheduler = utSchedulerCreate();
    utSchStart(scheduler);
    diary_is("", "a scheduler without threads returns at once");
    add(scheduler, "a3", talker);
    add(scheduler, "b3", talker);
    add(scheduler, "c3", talker);
    diary_is("", "adding a thread does not run it");
    utSchStart(scheduler);
    diary_is("c3 b3 a3 c3 b3 a3 c3 b3 a3 ", "the thread added last runs first, in every round");

    add(scheduler, "d4", talker);
    add(scheduler, "e1", talker);
    add(scheduler, "f2", talker);
    add(scheduler, "g3", talker);
    utSchStart(scheduler);
    diary_is("g3 f2 e1 d4 g3 f2 d4 g3 d4 d4 ",
             "threads that finish leave the others in their order");

    add(scheduler, "h3", talker);
    add(scheduler, "i", adder);
    add(scheduler, "j3", talker);
    utSchStart(scheduler);
    diary_is("j3 i h3 y1 x2 j3 i h3 x2 j3 h3 ", "threads added while running begin the next round");

    add(scheduler, "k3", talker);
    utSchStart(scheduler);
    diary_is("k3 k3 k3 ", "a thread alone goes on when it yields");
    utSchedulerDestroy(scheduler);
}

static unsigned turns;

static void many(void)
{
    for (int i = 0; i < 1000; i++) {
        turns++;
        utYield();
    }
}

static void check_many(void)
{
    utSch sch = utSchedulerCreate();
    for (int i = 0; i < 100; i++)
        add(sch, "many", many);
    utSchStart(sch);
    is_dec(turns, 100 * 1000, "100 threads run 1000 turns each");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- by hand */

static void counter(void)
{
    for (int i = 1; i <= 3; i++) {
        enter("%d ", i);
        utYield();
    }
    enter("end ");
}

static uThd inner, outer;

static void resumes_inner(void)
{
    do {
        enter("( ");
        utResume(inner);
        enter(") ");
        utYield();
    } while (inner->status != UtStatusFinish);
}

static void check_by_hand(void)
{
    uThd uthread = named("counter", counter);
    while (uthread->status != UtStatusFinish) {
        enter("> ");
        utResume(uthread);
    }
    diary_is("> 1 > 2 > 3 > end ", "utResume runs a thread until it yields or ends");
    is_dec(error_of(utResume(uthread)), UtErrorFinished, "a finished thread cannot be resumed");
    uThreadDestroy(uthread);

    inner = named("inner", counter);
    outer = named("outer", resumes_inner);
    while (outer->status != UtStatusFinish) {
        enter("> ");
        utResume(outer);
    }
    diary_is("> ( 1 ) > ( 2 ) > ( 3 ) > ( end ) > ",
             "a resumed thread resumes another, which yields to it");
    ok(utCurrent() == NULL, "outside of threads there is no current one");
    uThreadDestroy(inner);
    uThreadDestroy(outer);

    utSch sch = utSchedulerCreate();
    inner = named("inner", counter);
    add(sch, "a5", talker);
    add(sch, "outer", resumes_inner);
    utSchStart(sch);
    diary_is("( 1 ) a5 ( 2 ) a5 ( 3 ) a5 ( end ) a5 a5 ",
             "a thread of a scheduler resumes one by hand, the others keep their turns");
    uThreadDestroy(inner);
    utSchedulerDestroy(sch);
}

static void self_resumer(void)
{
    enter("%d ", error_of(utResume(utCurrent())));
    enter("%d ", error_of(utResume(outer)));
}

static void check_circle(void)
{
    inner = named("inner", self_resumer);
    outer = named("outer", resumes_inner);
    utResume(outer);
    char expected[32];
    snprintf(expected, sizeof expected, "( %d %d ) ", UtErrorRunning, UtErrorRunning);
    diary_is(expected, "a thread can resume neither itself nor its resumer");
    uThreadDestroy(inner);
    uThreadDestroy(outer);
}

static void sleeps_long(void)
{
    enter("asleep ");
    sleep_ticks(1000000000);
    enter("awake ");
    utYield();
    enter("end ");
}

static void check_early_waking(void)
{
    uThd uthread = started("sleeper", sleeps_long);
    enter("%d ", uthread->status);
    utResume(uthread);
    enter("%d ", uthread->status);
    utResume(uthread);
    enter("%d ", uthread->status);
    diary_is("asleep 2 awake 1 end 3 ", "utResume wakes a sleeping thread early");
    uThreadDestroy(uthread);
}

/* ---------------------------------------------------------------- moving between the two */

static void check_moving(void)
{
    utSch sch = utSchedulerCreate();
    uThd uthread = started("counter", counter);
    utSchAddUthd(sch, uthread);
    add(sch, "a2", talker);
    utSchStart(sch);
    diary_is("1 a2 2 a2 3 end ", "a thread begun by hand goes on in a scheduler");
    utSchedulerDestroy(sch);

    uint64_t begin = 1000;
    clock_set(begin);
    sch = utSchedulerCreate();
    uthread = started("sleeper", sleeps_long);
    clock_advance(400000000);
    utSchAddUthd(sch, uthread);
    add(sch, "a2", talker);
    clock_run(sch);
    diary_is("asleep a2 a2 awake end ", "a sleeping thread that is added sleeps on");
    is_dec((DWORD)(GetTickCount64() - begin), 1000000000, "and no longer than it wanted");
    utSchedulerDestroy(sch);

    sch = utSchedulerCreate();
    uthread = started("sleeper", sleeps_long);
    utSchAddUthd(sch, uthread);
    utSchedulerDestroy(sch);
    diary_is("asleep ", "a scheduler that never ran is destroyed with a sleeping thread");
}

/* ---------------------------------------------------------------- the struct's fields */

static uThd watched;

static void watcher(void)
{
    for (int i = 0; i < 4; i++) {
        enter("%d ", watched->status);
        utYield();
    }
}

static void watched_one(void)
{
    enter("%d ", watched->status);
    utYield();
    utSleep(0);
    enter("%d ", watched->status);
}

static DWORD field(uThd uthread, unsigned offset) { return *(DWORD *)((char *)uthread + offset); }

static void check_struct(void)
{
    utSch sch = utSchedulerCreate();
    watched = add(sch, "watched", watched_one);
    add(sch, "watcher", watcher);
    utSchStart(sch);
    enter("%d", watched->status);
    diary_is("0 1 1 2 1 3 3", "status: unstarted, normal, asleep, normal, finished");
    utSchedulerDestroy(sch);

    static char stack[8192];
    uThd uthread = uThreadCreated(stack, sizeof stack, sleeps_long);
    is_hex(field(uthread, 0x18), (DWORD)sleeps_long, "func is at 18h");
    is_hex(field(uthread, 0x1C), (DWORD)stack, "stack is at 1Ch");
    is_dec(field(uthread, 0x20), sizeof stack, "stackSize is at 20h");
    is_dec(field(uthread, 0x30), UtStatusUnstart, "status is at 30h");
    clock_set(123456);
    utResume(uthread);
    is_dec(field(uthread, 0x24), 123456, "sleepTime is at 24h");
    is_dec(field(uthread, 0x28), 1000000000, "sleepDuri is at 28h");
    is_dec(field(uthread, 0x30), UtStatusSleep, "status changes with the thread");
    DWORD esp = field(uthread, 0x04);
    ok(esp >= (DWORD)stack && esp < (DWORD)stack + sizeof stack,
       "esp, at 04h, lies in the thread's stack");
    utResume(uthread);
    utResume(uthread);
    uThreadDestroy(uthread);

    sch = utSchedulerCreate();
    uThd first = add(sch, "a1", talker), second = add(sch, "b1", talker);
    is_hex(field(second, 0x2C), (DWORD)first, "next, at 2Ch, leads to the one to run next");
    utSchedulerDestroy(sch);
    diary_is("asleep awake end ", "a scheduler that never ran is destroyed with its threads");

    uthread = uThreadCreate(talker);
    is_dec((DWORD)uthread->stackSize, UT_STACK_DEFAULT, "the default stack has its size");
    ok(strcmp(uThreadName(uthread), "thread") == 0, "a thread without a name is called thread");
    uThreadSetName(uthread, "t1");
    ok(strcmp(uThreadName(uthread), "t1") == 0, "it can be named");
    uThreadSetName(uthread, NULL);
    ok(strcmp(uThreadName(uthread), "thread") == 0, "and lose its name");
    uThreadDestroy(uthread);
}

int main(void)
{
    check_rounds();
    check_many();
    check_by_hand();
    check_circle();
    check_early_waking();
    check_moving();
    check_struct();
    return tap_done();
}
