/* Scenes whose threads lose the CPU in front of any instruction of theirs: by a trap behind every
 * instruction, which ends their slice as a tick does, at each of them, or at every third. Ring 0;
 * the threads, in either.
 */
#ifndef TESTS_UTHREAD_PREEMPTED_H
#define TESTS_UTHREAD_PREEMPTED_H

#include "kernel/call/eflags.h"
#include "kernel/call/program.h"
#include "kernel/cpu/control.h"
#include "kernel/devices/clock.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/trap/preempt.h"
#include "kernel/trap/trap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/stepping.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

#include <ring3.h>

enum { THREADS = 3, TURNS = 3, ALL = TURNS * THREADS, DEEP = 4 };

/* make, end: around the threads, each of which calls act(me, turn) for each turn, me from 0 to
 * THREADS - 1. In the end `count` has the row's value, and end tells whether the objects are as
 * they must be, and can be destroyed: no thread waits for them or holds them. Both may be NULL.
 * TICKS: each end of a slice is a tick, and a further thread yields until act has returned in all.
 */
struct scene {
    const char *name;
    void (*make)(void);
    void (*act)(unsigned me, unsigned turn);
    bool (*end)(void);
    unsigned turns, count;
    enum { STANDS, TICKS } clock;
};

static const struct scene *scene;
static utSch scheduler;
static uThd members[THREADS];

/* ---------------------------------------------------------------- common counts */

/* The first three are the harness', the others for the scenes; all are 0 at the beginning. */
static volatile unsigned inside, count, wrong, begun, left, sent, received, last[THREADS];
static volatile unsigned acting;

/* In one instruction, unlike an addition. */
static inline void add_to(volatile unsigned *what, unsigned more)
{
    __atomic_fetch_add(what, more, __ATOMIC_RELAXED);
}

static inline void must(bool holds) { add_to(&wrong, !holds); }

/* For one thread at a time, and slow enough to be interrupted in the middle. */
static inline void critical(void)
{
    inside = inside + 1;
    must(inside == 1);
    unsigned seen = count;
    count = seen + 1;
    inside = inside - 1;
}

/* ---------------------------------------------------------------- threads that members make */

static utPool pool; /* of their stacks; NULL: of the default size */

/* A child's number among all children, which is its argument; and the result that it returns for
 * it. */
static inline unsigned child_number(unsigned me, unsigned turn) { return me * DEEP + turn; }
static inline void *answer_of(void *argument) { return (void *)~(unsigned)argument; }

static inline uThd child_for(utBody body, unsigned number)
{
    uThd child = uThreadCreateFor(body, (void *)number, pool);
    must(child != NULL);
    utSchAddUthd(scheduler, child);
    return child;
}

static inline void join(uThd child, unsigned number)
{
    void *result = NULL;
    must(uThreadJoin(child, &result, UT_FOREVER) == UtErrorNone);
    must(result == answer_of((void *)number));
    must(uThreadExitStatus(child) == 0);
}

/* ---------------------------------------------------------------- a trap behind every instruction
 */

static trap_exception_function *deliver;
static unsigned interval, counted;
static unsigned ended; /* slices */

/* Only instructions with the trap flag set are trapped, and a switch leaves the flag as it is. So a
 * thread that goes on out of the call in which it was parked would not be trapped. That is why a
 * breakpoint in all switches sets the flag. An iret is not trapped: it loads the flag itself. */
static IN_REGISTERS struct trap_frame *step(struct trap_frame *frame,
                                            const struct page_fault *fault)
{
    enum { IRET = 0xCF };
    if (frame->vector != VECTOR_DB)
        return deliver(frame, fault);
    debug_registers_forget_status();
    if (frame->eip == (uint32_t)ut_limit_loaded)
        frame->eflags |= EFLAGS_TF | EFLAGS_RF;
    if (!program_has_code(frame->eip)) {
        if (*(const uint8_t *)frame->eip == IRET)
            frame->eflags &= ~EFLAGS_TF;
        return frame;
    }
    uint32_t eip = frame->eip;
    if (++counted % interval)
        return frame;
    if (scene->clock == TICKS)
        clock_tick();
    frame = preempt(this_thread(), frame, false);
    ended += frame->eip != eip;
    return frame;
}

static void watch_switches(bool on)
{
    enum { EXACT = 0x400, EXECUTE_0 = 0x2 };
    dr0_write(on ? (uint32_t)ut_limit_loaded : 0);
    dr7_write(on ? EXACT | EXECUTE_0 : EXACT);
}

/* ---------------------------------------------------------------- playing scenes */

static void *act(void *argument)
{
    for (unsigned turn = 0; turn < scene->turns; turn++)
        scene->act((unsigned)argument, turn);
    add_to(&acting, -1u);
    return argument;
}

static void passes_time(void)
{
    while (acting)
        utYield();
}

/* One run with a slice's end in front of every interval-th instruction of the threads. */
static DWORD play_once(void *unused)
{
    counted = inside = count = wrong = begun = left = sent = received = 0;
    memset((void *)last, 0, sizeof last);
    acting = THREADS;
    scheduler = utSchedulerCreate();
    utSchSetSlice(scheduler, UT_SLICE_MOST);
    if (scene->make)
        scene->make();
    for (unsigned i = 0; i < THREADS; i++) {
        members[i] = uThreadCreateFor(act, (void *)i, NULL);
        utSchAddUthd(scheduler, members[i]);
    }
    if (scene->clock == TICKS)
        utSchAddUthd(scheduler, uThreadCreate(passes_time));
    set_stepping(true);
    utSchStart(scheduler);
    set_stepping(false);
    bool whole = (!scene->end || scene->end()) && count == scene->count && !wrong && !acting;
    utSchedulerDestroy(scheduler);
    return whole;
}

static bool play(unsigned every, bool ring3)
{
    DWORD whole = 0;
    interval = every;
    if (ring3)
        ring3_call(play_once, NULL, &whole);
    else
        whole = play_once(NULL);
    if (!whole)
        tap_note("every %u: count %u, wrong %u, acting %u", every, count, wrong, acting);
    return whole;
}

/* A claim for each scene, and that nothing is left behind. words: "once" for every instruction
 * only, "ring3" for threads there. */
static int play_all(const struct scene *scenes, unsigned scenes_count, int argc, char **argv)
{
    unsigned most = has_argument(argc, argv, "once") ? 1 : 3;
    bool ring3 = has_argument(argc, argv, "ring3");
    struct heap_usage heap = heap_usage();
    clock_set(GetTickCount64());
    deliver = trap_on_exception(step);
    watch_switches(true);
    for (unsigned i = 0; i < scenes_count; i++) {
        unsigned failures = 0;
        scene = &scenes[i];
        ended = 0;
        for (unsigned every = 1; every <= most; every += 2)
            failures += !play(every, ring3);
        ok(failures == 0 && ended > 200, "%s, with %u slices that ended anywhere", scene->name,
           ended);
    }
    watch_switches(false);
    trap_on_exception(deliver);
    ok(heap_usage().blocks == heap.blocks, "and nothing is left behind");
    return tap_done();
}

#define PLAY(scenes, argc, argv) play_all(scenes, sizeof scenes / sizeof scenes[0], argc, argv)

#endif
