/* Random programs of threads.
 *
 * An actor is a thread or a thread resumed by hand (a coroutine); a group is what one scheduler
 * runs.
 */
#ifndef TESTS_UTHREAD_MODEL_PROGRAM_H
#define TESTS_UTHREAD_MODEL_PROGRAM_H

#include "tests/host/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <uthread.h>

enum { ACTORS = 40, COROUTINES = 5, GROUPS = 8, STEPS = 7, MEMBERS = 5, DEPTH = 3, EVENTS = 2048 };
#define NOBODY     (-1)
#define FAULT_CODE 0xE0000001u

enum what { YIELD, SLEEP, WORK, ADD, NEST, RESUME, JOIN, FAULT };

struct step {
    enum what what;
    DWORD value; /* milliseconds, an actor or a group */
    int group;   /* of ADD: to which */
};

struct actor {
    char name[8]; /* the thread's; that is how it finds the actor */
    bool coroutine;
    int group; /* of a thread */
    int count;
    struct step steps[STEPS];
};

struct group {
    int parent; /* the actor that runs it, or NOBODY */
    int count, members[MEMBERS];
};

/* Actor 0 runs group 0. The coroutines are the first ones. */
struct program {
    uint64_t begin; /* the clock */
    int actor_count, group_count;
    struct actor actors[ACTORS];
    struct group groups[GROUPS];
};

/* The record that both sides write before and after each step. */
struct event {
    uint64_t time;
    DWORD result;
    short actor;
    signed char step;
    bool after;
};

struct events {
    unsigned count;
    struct event list[EVENTS];
};

static inline void record(struct events *events, struct event event)
{
    if (events->count < EVENTS)
        events->list[events->count++] = event;
}

/* ---------------------------------------------------------------- making programs */

struct maker {
    struct program *program;
    struct random *random;
    int depth;
};

static inline int make_group(struct maker *maker, int parent);

static inline DWORD random_duration(struct random *random)
{
    static const DWORD common[] = {0, 0, 1, 1, 2, 3, 5, 10, 0x80000005, 0xFFFFFFFF};
    return random_below(random, 2) ? common[random_below(random, 10)] : random_below(random, 30);
}

static inline int make_thread(struct maker *maker, int group);

static inline struct step make_step(struct maker *maker, const struct actor *actor)
{
    static const enum what likely[] = {YIELD, YIELD, YIELD, YIELD,  SLEEP,  SLEEP, WORK,
                                       ADD,   NEST,  NEST,  RESUME, RESUME, JOIN};
    struct program *program = maker->program;
    struct step step = {.what = likely[random_below(maker->random, 13)]};
    if (random_below(maker->random, 40) == 0)
        step.what = FAULT;
    bool room = program->actor_count < ACTORS - MEMBERS;
    if ((step.what == ADD || step.what == JOIN) && actor->coroutine)
        step.what = YIELD;
    if ((step.what == ADD && !room) ||
        (step.what == NEST && (!room || maker->depth == DEPTH || program->group_count == GROUPS)))
        step.what = SLEEP;
    switch (step.what) {
    case SLEEP: step.value = random_duration(maker->random); break;
    case WORK:
        step.value = random_below(maker->random, 20) ? random_below(maker->random, 6) : 0x90000000;
        break;
    case ADD:
        step.group = actor->group;
        if (random_below(maker->random, 3) == 0 && program->groups[step.group].parent != NOBODY)
            step.group = program->groups[step.group].parent;
        step.value = (DWORD)make_thread(maker, step.group);
        break;
    case NEST:
        step.value = (DWORD)make_group(maker, actor->coroutine ? NOBODY : actor->group);
        break;
    case RESUME:
    case JOIN: step.value = random_below(maker->random, COROUTINES); break;
    default: break;
    }
    return step;
}

static inline void make_steps(struct maker *maker, struct actor *actor)
{
    int count = (int)random_below(maker->random, STEPS + 1);
    for (int i = 0; i < count; i++) {
        actor->steps[i] = make_step(maker, actor);
        actor->count = i + 1;
    }
}

static inline int make_thread(struct maker *maker, int group)
{
    int number = maker->program->actor_count++;
    struct actor *actor = &maker->program->actors[number];
    actor->group = group;
    maker->depth++;
    make_steps(maker, actor);
    maker->depth--;
    return number;
}

static inline int make_group(struct maker *maker, int parent)
{
    int number = maker->program->group_count++;
    struct group *group = &maker->program->groups[number];
    group->parent = parent;
    int count = 1 + (int)random_below(maker->random, MEMBERS);
    for (int i = 0; i < count && maker->program->actor_count < ACTORS; i++)
        group->members[group->count++] = make_thread(maker, number);
    return number;
}

static inline void make_program(struct program *program, struct random *random)
{
    static const uint64_t begins[] = {0, 1000, 0xFFFFFFF8, 0x7FFFFFF0, 0x4FFFFFFFC};
    struct maker maker = {program, random, 0};
    memset(program, 0, sizeof *program);
    program->begin = begins[random_below(random, 5)];
    program->actor_count = COROUTINES;
    for (int i = 0; i < ACTORS; i++)
        snprintf(program->actors[i].name, sizeof program->actors[i].name, "%d", i);
    for (int i = 0; i < COROUTINES; i++)
        program->actors[i].coroutine = true;
    program->actors[0].count = 1;
    program->actors[0].steps[0] = (struct step){NEST, (DWORD)make_group(&maker, NOBODY), NOBODY};
    for (int i = 1; i < COROUTINES; i++)
        make_steps(&maker, &program->actors[i]);
}

#endif
