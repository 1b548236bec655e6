/* Scenes whose threads of the machine lose the CPU in front of any instruction of theirs, in calls
 * of the runtime, too: by a trap behind every instruction, which ends their slice as a tick does,
 * at each of them, at every third, or at random ones. A further thread may come in between and do
 * something to them. Or the first thread is held in front of one instruction, each in turn, as long
 * as the others have something to do. Ring 0; the threads, in either.
 */
#ifndef TESTS_THREAD_STEPPED_H
#define TESTS_THREAD_STEPPED_H

#include "kernel/call/eflags.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/schedule.h"
#include "kernel/trap/trap.h"
#include "lib/heap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/stepping.h"
#include "tests/harness/tap.h"

#include <nt.h>
#include <ring3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <windows.h>

enum {
    THREADS = 3,
    MOST_TURNS = 4,
    LONGEST_MS = 60000 /* a host that is busy is no reason to fail */
};

/* make, end: around the threads, each of which calls act(me, turn) for each turn, me from 0 to
 * THREADS - 1; WHOLE: once, and act makes the turns itself. In the end there is a count of so many
 * for each turn, and end tells whether the objects are as they must be, and closes them. Both may
 * be NULL. */
struct scene {
    const char *name;
    void (*make)(void);
    void (*act)(unsigned me, unsigned turn);
    bool (*end)(void);
    unsigned count;
    enum { EACH, WHOLE } calls;
};

static HANDLE members[THREADS];
static unsigned turns; /* of each member */

/* ---------------------------------------------------------------- common counts */

static volatile unsigned inside, count, wrong, wrong_line, acting;

/* In one instruction, unlike an addition. Returns the value before. */
static inline unsigned add_to(volatile unsigned *what, unsigned more)
{
    return __atomic_fetch_add(what, more, __ATOMIC_SEQ_CST);
}

static inline void note_wrong(unsigned line)
{
    if (add_to(&wrong, 1) == 0)
        wrong_line = line;
}
#define must(holds) ((holds) ? (void)0 : note_wrong(__LINE__))

/* For one thread at a time, and slow enough to be interrupted in the middle. */
static inline void critical(void)
{
    inside = inside + 1;
    must(inside == 1);
    unsigned seen = count;
    count = seen + 1;
    inside = inside - 1;
}

/* ---------------------------------------------------------------- a trap behind every instruction
 */

static trap_exception_function *deliver;
static unsigned interval; /* instructions between the ends of slices; 0: a random number */
static volatile unsigned steps, ended, random_state;

static bool is_due(void)
{
    unsigned step = add_to(&steps, 1);
    if (interval)
        return step % interval == 0;
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 16) % 5 == 0;
}

static unsigned held_at; /* the instruction of the first member at which it is held, 0: nowhere */
static bool held;

/* As if another thread gave it a low priority, which it keeps. */
static void hold(struct trap_frame *frame)
{
    struct thread *thread = this_thread();
    if (add_to(&steps, 1) + 1 != held_at)
        return;
    held = true;
    frame->eflags &= ~EFLAGS_TF;
    kernel_lock();
    schedule_place(thread, 1, thread->affinity);
}

/* A tick comes only where interrupts are on. */
static IN_REGISTERS struct trap_frame *step(struct trap_frame *frame,
                                            const struct page_fault *fault)
{
    if (frame->vector != VECTOR_DB)
        return deliver(frame, fault);
    debug_registers_forget_status();
    must(!(this_cpu()->at_end & AT_END_UNLOCK)); /* else the trap's end gives back another's lock */
    if (held_at && frame->eflags & EFLAGS_IF) {
        hold(frame);
    } else if (frame->eflags & EFLAGS_IF && is_due()) {
        kernel_lock();
        ended += schedule_yield();
    }
    return frame;
}

/* ---------------------------------------------------------------- a thread that comes in between
 */

static volatile unsigned calls_queued, calls_made;
static volatile bool begun; /* all threads have been resumed */

/* Stops each thread where it is, takes its registers and puts them back. */
static void stop_all(void)
{
    for (unsigned i = 0; i < THREADS; i++) {
        CONTEXT context = {.ContextFlags = CONTEXT_FULL};
        if (SuspendThread(members[i]) == (DWORD)-1)
            continue; /* it has ended */
        must(GetThreadContext(members[i], &context));
        must(SetThreadContext(members[i], &context));
        must(ResumeThread(members[i]) == 1);
    }
}

static VOID NTAPI count_call(ULONG_PTR unused) { add_to(&calls_made, 1); }

/* A call is made where a thread waits alertably, or by its last act. A thread that makes its calls
 * step by step may be slower than this one. */
static void queue_calls(void)
{
    enum { MOST = 300 };
    for (unsigned i = 0; i < THREADS && calls_queued < MOST; i++)
        add_to(&calls_queued, QueueUserAPC(count_call, members[i], 0) != 0);
}

static void look_on(void) {}

static const struct way {
    const char *words;
    unsigned interval;
    void (*visit)(void); /* NULL: no further thread */
} ways[] = {
    {"each instruction", 1, NULL},
    {"every third one", 3, NULL},
    {"random ones", 0, NULL},
    {"a thread between any two", 1, look_on},
    {"registers taken and put back between any two", 1, stop_all},
    {"calls queued between any two", 5, queue_calls},
};
static const struct way *way;

static DWORD CALLBACK visit(PVOID unused)
{
    while (acting) {
        if (begun)
            way->visit();
        SwitchToThread();
    }
    return 0;
}

/* ---------------------------------------------------------------- playing scenes */

static const struct scene *scene;
static unsigned holds; /* runs in which the first thread was held */

static DWORD CALLBACK act(PVOID me)
{
    set_stepping(!held_at || !me);
    for (unsigned turn = 0; turn < (scene->calls == WHOLE ? 1 : turns); turn++)
        scene->act((unsigned)me, turn);
    set_stepping(false);
    while (way->visit == queue_calls && SleepEx(0, TRUE) == WAIT_IO_COMPLETION)
        ;
    add_to(&acting, -1u);
    return (DWORD)me;
}

/* Waits for the members' ends. Returns how many came. */
static unsigned await_members(void)
{
    unsigned came = 0;
    for (unsigned i = 0; i < THREADS; i++) {
        DWORD code = 0;
        came += WaitForSingleObject(members[i], LONGEST_MS) == WAIT_OBJECT_0 &&
                GetExitCodeThread(members[i], &code) && code == i;
    }
    return came;
}

/* One run. Returns whether all was as it must be. */
static DWORD play_once(void *unused)
{
    HANDLE visitor = NULL;
    inside = count = wrong = calls_queued = calls_made = 0;
    acting = THREADS;
    begun = false;
    if (scene->make)
        scene->make();
    for (unsigned i = 0; i < THREADS; i++)
        members[i] = CreateThread(NULL, 0, act, (PVOID)i, CREATE_SUSPENDED, NULL);
    if (way->visit)
        visitor = CreateThread(NULL, 0, visit, NULL, 0, NULL);
    for (unsigned i = 0; i < THREADS; i++)
        ResumeThread(members[i]);
    begun = true;
    unsigned came = await_members();
    acting = 0;
    if (visitor)
        WaitForSingleObject(visitor, LONGEST_MS);
    CloseHandle(visitor);
    for (unsigned i = 0; i < THREADS; i++)
        CloseHandle(members[i]);
    bool whole = (!scene->end || scene->end()) && count == scene->count * turns &&
                 came == THREADS && wrong == 0 && calls_made <= calls_queued;
    if (!whole)
        tap_note("%s, %s: %u came, %u wrong (first line %u), count %u, %u of %u calls", scene->name,
                 way->words, came, wrong, wrong_line, count, calls_made, calls_queued);
    return whole;
}

static bool play(bool ring3)
{
    DWORD whole = 0;
    interval = way->interval;
    if (ring3)
        ring3_call(play_once, NULL, &whole);
    else
        whole = play_once(NULL);
    return whole;
}

/* Plays the scene with the first thread held in front of each instruction, or of each stride-th. A
 * run in which it comes to its end before is the last. Returns the number of failures. */
static unsigned play_held(unsigned stride, bool ring3)
{
    unsigned failures = 0;
    way = ways;
    turns = 2;
    held = true;
    for (held_at = 1 + random_state % stride; held && !failures; held_at += stride) {
        held = false;
        steps = 0;
        failures += !play(ring3);
        holds += held;
    }
    if (failures)
        tap_note("held at %u", held_at - stride);
    held_at = 0;
    return failures;
}

/* A claim for each scene. words: "once" for the first way and few holds, "each" for all of them,
 * "ring3" for threads there, "seed=" for the random instructions, "scene=" for one scene. */
static int play_all(const struct scene *scenes, unsigned scenes_count, int argc, char **argv)
{
    bool ring3 = has_argument(argc, argv, "ring3"), once = has_argument(argc, argv, "once");
    unsigned most = once ? 1 : sizeof ways / sizeof ways[0];
    unsigned stride = has_argument(argc, argv, "each") ? 1 : once ? 31 : 13;
    unsigned only = argument(argc, argv, "scene=", scenes_count);
    random_state = argument(argc, argv, "seed=", (unsigned)time(NULL));
    tap_note("seed=%u", random_state);
    deliver = trap_on_exception(step);
    for (unsigned i = 0; i < scenes_count; i++) {
        unsigned failures = 0;
        if (only < scenes_count && i != only)
            continue;
        scene = &scenes[i];
        ended = steps = holds = 0;
        turns = MOST_TURNS;
        for (way = ways; way < ways + most; way++)
            failures += !play(ring3);
        ok(failures == 0 && (ended > 200 || cpus_running > 1),
           "%s: %u instructions, and %u slices that ended anywhere", scene->name, steps, ended);
        failures = play_held(stride, ring3);
        ok(failures == 0 && holds > 50 / stride, "likewise, held %u times", holds);
    }
    trap_on_exception(deliver);
    return tap_done();
}

#define PLAY(scenes, argc, argv) play_all(scenes, sizeof scenes / sizeof scenes[0], argc, argv)

#endif
