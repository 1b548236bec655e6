/* Shared by the threads of a random program: themselves, the objects, and the list of events. */
#ifndef TESTS_UTHREAD_OBJECTS_MODEL_SCENE_H
#define TESTS_UTHREAD_OBJECTS_MODEL_SCENE_H

#include "tests/model/event_words.h"
#include "tests/uthread/uthread_objects_model.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

enum { CLOCK = THREADS, UNKNOWN = 0xFE, PACKED = 3, SIZED = 4 };

static uThd threads[THREADS + 1];
static bool skipped[THREADS + 1]; /* the handle may be another thread's by now */
static utSch groups[GROUPS];
static void *objects[OBJECT_KINDS][OBJECTS];
static void *abandoned[OBJECT_KINDS][OBJECTS]; /* on the heap */
static utOnce onces[OBJECTS];
static bool body_over[THREADS]; /* all that is left are its destructors */
static uThd begun[THREADS];     /* until another one has its address */
static utPool pool;
static char stacks[THREADS][UT_STACK_LEAST * 2] __attribute__((aligned(16)));

/* ---------------------------------------------------------------- events */

enum kind {
    BEFORE,
    AFTER,
    FINALLY,
    EXCEPT,
    DEADLOCK,
    WAITER,
    STATE,
    OBJECT,
    STARTED,
    DESTRUCTOR,
    HANDLER
};

static void event(enum kind kind, unsigned actor, unsigned place, DWORD value)
{
    add_event(kind | (actor & 0xFF) << 8 | place << 16,
              (uint32_t)(GetTickCount64() - program.begin), value);
}

static unsigned index_of(uThd uthread)
{
    for (unsigned i = 0; i <= THREADS; i++)
        if (threads[i] == uthread)
            return i;
    return UNKNOWN;
}

/* Returns the number of the running thread, also when it has left the list. */
static unsigned index_here(void)
{
    unsigned i = 0;
    while (begun[i] != utCurrent())
        i++;
    return i;
}

static void begin(unsigned number)
{
    for (unsigned i = 0; i < THREADS; i++)
        if (begun[i] == utCurrent())
            begun[i] = NULL;
    begun[number] = utCurrent();
}

/* ---------------------------------------------------------------- threads that are gone */

static void abandon(enum object kind, unsigned which)
{
    if (kind != ONCE)
        abandoned[kind][which] = objects[kind][which];
    objects[kind][which] = NULL;
}

static bool holds(uThd uthread, enum object kind, void *object)
{
    return object && uthread &&
           (kind == MUTEX     ? utMutexOwner(object) == uthread
            : kind == RW_LOCK ? utRwLockWriter(object) == uthread
                              : kind == ONCE && ((utOnce *)object)->runner == uthread);
}

/* No thread can ever get an object whose holder is gone, so the program goes on without it. */
static void abandon_held(uThd uthread)
{
    for (unsigned kind = 0; kind < OBJECT_KINDS; kind++)
        for (unsigned i = 0; i < OBJECTS; i++)
            if (holds(uthread, (enum object)kind, objects[kind][i]))
                abandon((enum object)kind, i);
}

static void gone(unsigned number)
{
    abandon_held(threads[number]);
    threads[number] = NULL;
}

static void destroy_group(unsigned number)
{
    utSch sch = groups[number];
    for (unsigned i = 0; i <= THREADS; i++)
        if (threads[i] && threads[i]->scheduler == sch)
            gone(i);
    utSchedulerDestroy(sch);
    groups[number] = NULL;
}

/* ---------------------------------------------------------------- operands */

static utTime until_of(unsigned number)
{
    return number == 0 ? UT_NOW : number == 1 ? UT_FOREVER : in_ticks(number - 2);
}

static DWORD ms_of(unsigned number)
{
    return number == 200 ? 0x80000005 : number == 201 ? 0xFFFFFFFF : number;
}

static uThd thread_of(unsigned number) { return number < THREADS ? threads[number] : NULL; }
static utSch group_of(unsigned number) { return number < GROUPS ? groups[number] : NULL; }

static void *object_of(enum object kind, unsigned number)
{
    return number < OBJECTS ? objects[kind][number] : NULL;
}

/* ---------------------------------------------------------------- making threads */

static void run_function(void);
static void *run_body(void *argument);
static void run_clock(void);

/* Whether there was room for it. */
static bool make_uthread(unsigned number)
{
    enum { SIZE_STEP = 0x3000 };
    static const int own = 2;
    void *argument = (void *)(number + 1);
    unsigned stack = program.threads[number].stack;
    if (stack == own)
        threads[number] = uThreadCreated(stacks[number], sizeof stacks[number], run_function);
    else if (stack == 1)
        threads[number] = uThreadCreate(run_function);
    else if (stack == SIZED) /* small stacks of three sizes, or larger ones */
        threads[number] = uThreadCreateSized(run_body, argument, (number % 5 + 1) * SIZE_STEP);
    else
        threads[number] = uThreadCreateFor(run_body, argument, stack == PACKED ? pool : NULL);
    if (!threads[number])
        return false;
    body_over[number] = false;
    uThreadSetPriority(threads[number], (int)program.threads[number].priority);
    return true;
}

static void on_deadlock(utSch sch);

static void make_group(unsigned group)
{
    groups[group] = utSchedulerCreate();
    utSchOnDeadlock(groups[group], on_deadlock);
    utSchSetSlice(groups[group], program.groups[group].slice);
    for (unsigned i = 0; i < program.groups[group].count; i++) {
        unsigned number = program.groups[group].members[i];
        if (threads[number] || skipped[number])
            continue;
        if (make_uthread(number))
            utSchAddUthd(groups[group], threads[number]);
    }
}

#endif
