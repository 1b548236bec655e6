/* Schedulers in threads of others, and side by side. Their threads wait for each other.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=checked-chains args="trapline:safeseh trapline:sehop" compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_gate.h"
#include "tests/uthread/uthread_scene.h"

#include <seh.h>
#include <seh_frames.h>

/* A thread writes its name whenever it goes on, and plays its script, two characters each:
 *
 *   ..    yields                      pN    passes gate N
 *   zN    sleeps N milliseconds       tN    the same, or gives up after 5 milliseconds
 *   hN    runs scheduler N            oN    opens it
 *   r.    waits for the timer to ring    sN    starts it for in N milliseconds
 *   lN    lets N milliseconds pass
 *   aN    adds player N to scheduler 1, asleep if it begins with z: then it has been resumed once
 */
struct role {
    const char *name; /* and behind a blank its script */
    int stage;        /* the scheduler that has it from the start, or LATER */
};

enum { PLAYERS = 6, STAGES = 4, GATES = 3, LATER = -1 };

#define CAST(...) .cast = {__VA_ARGS__}

static const struct scene {
    const char *claim, *expected;
    struct role cast[PLAYERS];
} scenes[] = {
    {"a thread outside lets one inside go on", "h x o o x h o ",
     CAST({"h h1", 0}, {"o ..o0..", 0}, {"x p0", 1})},
    {"also one that waits beside a sleeper, which sleeps on", "h x y o o x o y:9 h ",
     CAST({"h h1", 0}, {"o ..o0..", 0}, {"x p0", 1}, {"y z9", 1})},
    {"a thread with a deadline wakes at its time by itself", "h x o o x:5 h ",
     CAST({"h h1", 0}, {"o ..", 0}, {"x t0", 1})},
    {"a timer that is started outside wakes one inside", "h x o x h ",
     CAST({"h h1", 0}, {"o s5", 0}, {"x r.", 1})},
    {"before a sleeper", "h x y o x y:9 h ",
     CAST({"h h1", 0}, {"o s5", 0}, {"x r.", 1}, {"y z9", 1})},
    {"a sleeper outside that is due wakes although no thread outside has looked at the clock",
     "s h x b s:5 b b b x h ", CAST({"s z5", 0}, {"h h1", 0}, {"b ......o0", 0}, {"x l5p0", 1})},
    {"three deep: from the outermost to the innermost", "h i x o o x i h ",
     CAST({"h h1", 0}, {"o ..o0", 0}, {"i h2", 1}, {"x p0", 2})},
    {"from the innermost to the outermost", "w h i x x i h w ",
     CAST({"w p0", 0}, {"h h1", 0}, {"i h2", 1}, {"x o0..", 2})},
    {"two side by side hand over to each other", "h x g y x y x h y g ",
     CAST({"h h1", 0}, {"g h2", 0}, {"x p0o1p0o1", 1}, {"y o0p1o0p1", 2})},
    {"while one runs the other does not, though its threads are ready", "h x g y y y g x h ",
     CAST({"h h1", 0}, {"g h2", 0}, {"x p0", 1}, {"y o0....", 2})},
    {"a thread that is added to one that waits runs", "h x o n x h ",
     CAST({"h h1", 0}, {"o a3", 0}, {"x p0", 1}, {"n o0", LATER})},
    {"one that is added to one that sleeps does not wait for that", "h x o n x:9 h ",
     CAST({"h h1", 0}, {"o a3", 0}, {"x z9", 1}, {"n ", LATER})},
    {"nor does one that is added asleep", "n h x o n:4 x:9 h ",
     CAST({"h h1", 0}, {"o a3", 0}, {"x z9", 1}, {"n z4", LATER})},
};

static const struct scene *scene;
static utSch stages[STAGES];
static uThd players[PLAYERS];
static struct gate gates[GATES];
static utTimer timer;
static utTime begin;

static void plays(void)
{
    const char *script = strchr(my_name(), ' ') + 1;
    char name = *my_name();
    enter("%c ", name);
    for (const char *at = script; *at; at += 2) {
        int number = at[1] - '0';
        bool timed = *at == 'z' || *at == 't';
        switch (*at) {
        case '.': utYield(); break;
        case 'z': sleep_ticks((DWORD)number); break;
        case 'p': gate_pass(&gates[number]); break;
        case 't': gate_pass_until(&gates[number], in_ticks(5)); break;
        case 'o': gate_open(&gates[number]); continue;
        case 'r': utTimerWait(timer, UT_FOREVER); break;
        case 's': utTimerStart(timer, in_ticks((DWORD)number), 0); continue;
        case 'l': clock_advance((uint64_t)number); continue;
        case 'a': utSchAddUthd(stages[1], players[number]); continue;
        case 'h': utSchStart(stages[number]); break;
        }
        if (timed)
            enter("%c:%u ", name, (unsigned)(GetTickCount64() - begin));
        else
            enter("%c ", name);
    }
}

static void begin_scene(void)
{
    memset(gates, 0, sizeof gates);
    begin = GetTickCount64();
    for (int i = 0; i < STAGES; i++)
        stages[i] = utSchedulerCreate();
    for (int i = PLAYERS - 1; i >= 0; i--) { /* the one added last runs first */
        const struct role *role = &scene->cast[i];
        if (!role->name)
            continue;
        players[i] = named(role->name, plays);
        if (role->stage != LATER)
            utSchAddUthd(stages[role->stage], players[i]);
        else if (role->name[2] == 'z')
            utResume(players[i]);
    }
}

static void end_scene(void)
{
    for (int i = 0; i < STAGES; i++)
        utSchedulerDestroy(stages[i]);
}

static void check_scenes(void)
{
    for (scene = scenes; scene < scenes + sizeof scenes / sizeof scenes[0]; scene++) {
        begin_scene();
        clock_run(stages[0]);
        diary_is(scene->expected, scene->claim);
        end_scene();
    }
}

/* ---------------------------------------------------------------- when nobody can run */

/* A deadlock is only one when code outside of threads would have to wait: no clock_run here. */
static void check_deadlock(const struct scene *this, int error, const char *expected)
{
    scene = this;
    begin_scene();
    error_small();
    utSchStart(stages[0]);
    is_dec((DWORD)utLastError(), (DWORD)error, "%s", this->claim);
    ok(utCurrent() == NULL, "outside is outside again");
    diary_is(expected, "and this is how far they came");
}

static void open_gate(utSch sch)
{
    enter("%s ", sch == stages[0] ? "hook" : "inner");
    error_small();
    utYield();
    if (utLastError() == UtErrorOutside)
        enter("outside ");
    gate_open(&gates[0]);
}

static void open_nothing(utSch sch)
{
    enter("in %s ", my_name());
    utYield();
}

static void check_deadlocks(void)
{
    static const struct scene alone = {
        "one that waits for a gate that no thread opens is a deadlock",
        "",
        {{"x p0", 0}, {"y ..", 0}}};
    check_deadlock(&alone, UtErrorDeadlock, "x y y ");
    gate_open(&gates[0]);
    error_small();
    utSchStart(stages[0]);
    is_dec((DWORD)utLastError(), UtErrorStackSmall, "once it is opened it goes on from there");
    diary_is("x ", "to its end");
    end_scene();

    static const struct scene nested = {
        "the innermost scheduler ends, and the thread that ran it goes on",
        "",
        {{"h h1o0", 0}, {"x p0", 0}, {"y p1", 1}}};
    check_deadlock(&nested, UtErrorStackSmall, "h y x h x ");
    is_dec((DWORD)players[0]->lastError, UtErrorDeadlock, "with that error");
    end_scene();

    static const struct scene three = {"one after another they end, the outermost last",
                                       "",
                                       {{"h h1", 0}, {"x p0", 0}, {"i h2", 1}, {"y p1", 2}}};
    check_deadlock(&three, UtErrorDeadlock, "h i y x i h ");
    end_scene();
}

static void check_hooks(void)
{
    static const struct scene alone = {"", "", {{"x p0", 0}, {"y p0", 0}}};
    scene = &alone;
    begin_scene();
    is_dec((DWORD)utSchOnDeadlock(stages[0], open_gate), UtErrorNone, "a hook is set");
    error_small();
    utSchStart(stages[0]);
    is_dec((DWORD)utLastError(), UtErrorOutside, "the hook that lets them go on is no deadlock");
    diary_is("x y hook outside x hook outside y ", "it is called each time, outside of threads");
    end_scene();

    static const struct scene nested = {"", "", {{"h h1", 0}, {"o ..", 0}, {"y p1", 1}}};
    scene = &nested;
    begin_scene();
    utSchOnDeadlock(stages[1], open_nothing);
    error_small();
    utSchStart(stages[0]);
    is_dec((DWORD)players[0]->lastError, UtErrorDeadlock, "one that frees nobody changes nothing");
    diary_is("h y o o in h h1 h ", "an inner one's runs in the thread that runs the scheduler");
    is_dec((DWORD)utSchOnDeadlock(NULL, open_gate), UtErrorInvalid, "NULL has no hook");
    end_scene();
}

/* ---------------------------------------------------------------- hooks that do more */

static void tells_slices(void) { enter("%s ", *tib_word(TIB_PREEMPT) ? "slices" : "none"); }

static void runs_another(utSch sch)
{
    utSch other = utSchedulerCreate();
    utSchOnDeadlock(sch, NULL);
    add(other, "t", tells_slices);
    finish(other);
    tells_slices();
    add(sch, "t", tells_slices);
}

static void exits(utSch sch)
{
    enter("exits ");
    utSchOnDeadlock(sch, NULL);
    uThreadExit(NULL);
}

static EXCEPTION_DISPOSITION HANDLER(goes_on)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    enter("asked ");
    return ExceptionContinueExecution;
}

static _JUMP_BUFFER before_start;

static void jumps(utSch sch)
{
    enter("jumps ");
    utSchOnDeadlock(sch, NULL);
    RaiseException(0xE0000001, 0, 0, NULL);
    longjmp(&before_start, 1);
}

static void check_hooks_inside(void)
{
    static const struct scene alone = {"", "", {{"x p0", 0}}};
    scene = &alone;
    begin_scene();
    utSchOnDeadlock(stages[0], runs_another);
    utSchStart(stages[0]);
    diary_is("x slices none slices ", "a hook may run another scheduler");

    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, goes_on);
    utSchOnDeadlock(stages[0], jumps);
    if (!_setjmp3(&before_start, 0))
        utSchStart(stages[0]);
    seh_unlink(&frame);
    ok(!utCurrent() && !*tib_word(TIB_PREEMPT), "one that jumps out of it is outside");
    gate_open(&gates[0]);
    utSchStart(stages[0]);
    diary_is("jumps asked x ", "and the scheduler can be run again");
    end_scene();

    static const struct scene nested = {"", "", {{"h h1", 0}, {"y p1", 1}}};
    scene = &nested;
    begin_scene();
    utSchOnDeadlock(stages[1], exits);
    utSchStart(stages[0]);
    gate_open(&gates[1]);
    utSchStart(stages[1]);
    diary_is("h y exits y ", "also when it ends the thread that runs it");
    end_scene();
}

static void open_second(utSch sch)
{
    enter("opens ");
    gate_open(&gates[1]);
}

static void check_hook_that_frees(void)
{
    static const struct scene nested = {"", "", {{"h h1..o0", 0}, {"x p0", 0}, {"y p1", 1}}};
    scene = &nested;
    begin_scene();
    utSchOnDeadlock(stages[1], open_second);
    utSchStart(stages[0]);
    diary_is("h y x opens y h h x ", "one inside may go on by its own scheduler's hook");
    is_dec((DWORD)players[0]->lastError, UtErrorNone, "which does not end then");
    end_scene();
}

static void check_freed_host(void)
{
    static const struct scene nested = {"", "", {{"h h1", 0}, {"y p1", 1}}};
    scene = &nested;
    begin_scene();
    uThd host = players[0];
    utSch outer = stages[0];
    stages[0] = utSchedulerCreate();
    clock_scheduler = outer;
    uThd runner = started("runner", clock_host);
    is_dec((DWORD)runner->status, UtStatusWait, "a thread resumed by hand waits with its threads");
    error_small();
    utResume(runner);
    is_dec((DWORD)utLastError(), UtErrorWaiting, "and cannot be resumed meanwhile");
    is_dec((DWORD)host->status, UtStatusWait, "as one of them does with those inside");
    gate_open(&gates[1]);
    is_dec((DWORD)runner->status, UtStatusNormal, "a call that sets one free goes through to it");
    utResume(runner);
    is_dec((DWORD)runner->status, UtStatusFinish, "and it comes to its end");
    uThreadDestroy(runner);
    utSchedulerDestroy(outer);
    diary_is("h y y h ", "as they all do");
    end_scene();

    static const struct scene inside = {"", "", {{"y p1", 1}}};
    scene = &inside;
    begin_scene();
    clock_scheduler = stages[1];
    runner = started("runner", clock_host);
    is_dec((DWORD)error_of(utSchAddUthd(stages[1], runner)), UtErrorRunning,
           "no scheduler can get the thread that runs it");
    gate_open(&gates[1]);
    is_dec((DWORD)error_of(uThreadDestroy(runner)), UtErrorStackSmall,
           "which can be destroyed when it is ready");
    clock_run(stages[1]);
    diary_is("y y ", "and then others may run that scheduler");
    end_scene();
}

static void check_statistics(void)
{
    static const struct scene all = {
        "", "", {{"a p0", 0}, {"b z5z5", 0}, {"c ", 0}, {"d t1", 0}, {"e ", LATER}}};
    utStatistics now;
    scene = &all;
    begin_scene();
    is_dec((DWORD)utSchStatistics(stages[0], &now), UtErrorNone, "there are statistics");
    ok(now.threads == 4 && now.ready == 4 && !now.sleeping && !now.waiting && !now.ended,
       "at first all are ready");
    clock_scheduler = stages[0];
    uThd runner = started("runner", clock_host);
    utSchStatistics(stages[0], &now);
    ok(now.threads == 4 && now.ready == 0 && now.sleeping == 2 && now.waiting == 2 &&
           now.finished == 1 && now.woken == 0 && now.ended == 1,
       "then one has ended, two wait, and two have a deadline");
    clock_advance(5);
    utResume(runner);
    utSchStatistics(stages[0], &now);
    ok(now.sleeping == 1 && now.waiting == 1 && now.finished == 2 && now.woken == 2 &&
           now.ended == 2,
       "sleeps and timeouts that are over are counted");
    uThreadDestroy(players[2]);
    utSchStatistics(stages[0], &now);
    ok(now.threads == 3 && now.ended == 2, "ended threads stay counted");
    is_dec((DWORD)utSchStatistics(NULL, &now), UtErrorInvalid, "NULL has none");
    is_dec((DWORD)utSchStatistics(stages[0], NULL), UtErrorInvalid,
           "nor have they a place at NULL");
    for (gate_open(&gates[0]); runner->status != UtStatusFinish; utResume(runner))
        clock_advance(5);
    uThreadDestroy(runner);
    uThreadDestroy(players[4]);
    end_scene();
    diary[diary_length = 0] = 0;
}

int main(void)
{
    check_deadlocks();
    check_hooks();
    check_hooks_inside();
    check_hook_that_frees();
    clock_set(1000);
    timer = utTimerCreate();
    check_scenes();
    check_freed_host();
    check_statistics();
    return tap_done();
}
