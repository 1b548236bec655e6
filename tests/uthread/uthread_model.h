/* Random programs of threads, and an interpreter that says what must happen when they run.
 *
 * An actor is a thread or a thread resumed by hand (a coroutine); a group is what one scheduler
 * runs. The interpreter knows nothing of stacks and switches: rings are arrays, sleepers are
 * searched one by one, and the next actor is a number.
 */
#ifndef TESTS_UTHREAD_MODEL_H
#define TESTS_UTHREAD_MODEL_H

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

/* ---------------------------------------------------------------- the interpreter */

struct actor_state {
    int status; /* as in struct uThread */
    DWORD exit_status;
    int at;         /* the step */
    bool inside;    /* it, begun and not ended */
    DWORD error;    /* of that step */
    int resumer;    /* an actor or OUTSIDE, while it runs by hand; else NOBODY */
    int holder;     /* the group, or NOBODY */
    bool joined;    /* a coroutine that a group has taken over */
    int hosting;    /* the group that it runs, or NOBODY */
    DWORD duration; /* of its last sleep */
    uint64_t deadline;
    unsigned order;
};

struct group_state {
    int host;
    int count, ready[ACTORS]; /* a round, from its beginning */
    int place;                /* of the actor that runs */
    unsigned order;
};

#define OUTSIDE (-2)

static const struct program *model_program;
static struct events *model_events;
static struct actor_state states[ACTORS];
static struct group_state rings[GROUPS];
static uint64_t model_time;
static int model_current;

static inline void model_record(DWORD result, bool after)
{
    struct actor_state *me = &states[model_current];
    record(model_events,
           (struct event){model_time, result, (short)model_current, (signed char)me->at, after});
}

static inline void ring_insert(struct group_state *ring, int place, int actor)
{
    for (int i = ring->count++; i > place; i--)
        ring->ready[i] = ring->ready[i - 1];
    ring->ready[place] = actor;
}

static inline int first_sleeper(int group)
{
    int first = NOBODY;
    for (int i = 0; i < ACTORS; i++) {
        if (states[i].holder != group || states[i].status != UtStatusSleep)
            continue;
        if (first == NOBODY || states[i].deadline < states[first].deadline ||
            (states[i].deadline == states[first].deadline && states[i].order < states[first].order))
            first = i;
    }
    return first;
}

static inline void model_wake(int group)
{
    int actor;
    while ((actor = first_sleeper(group)) != NOBODY && states[actor].deadline <= model_time) {
        states[actor].status = UtStatusNormal;
        ring_insert(&rings[group], rings[group].count, actor);
    }
}

static inline void model_hold(int group, int actor)
{
    struct actor_state *state = &states[actor];
    state->holder = group;
    if (state->status == UtStatusSleep) {
        state->order = rings[group].order++;
        return;
    }
    ring_insert(&rings[group], 0, actor);
    rings[group].place++;
}

/* The current actor leaves, with its new status, and the next one goes on. */
static inline void model_leave(void)
{
    struct actor_state *me = &states[model_current];
    if (me->holder == NOBODY) {
        model_current = me->resumer;
        me->resumer = NOBODY;
        return;
    }
    struct group_state *ring = &rings[me->holder];
    DWORD status = me->status;
    me->status = UtStatusNormal;
    model_wake(me->holder);
    me->status = status;
    if (status == UtStatusNormal) {
        ring->place = (ring->place + 1) % ring->count;
    } else {
        int rest[ACTORS]; /* begins with the next actor */
        ring->count--;
        for (int i = 0; i < ring->count; i++)
            rest[i] = ring->ready[(ring->place + 1 + i) % (ring->count + 1)];
        memcpy(ring->ready, rest, sizeof ring->ready);
        ring->place = 0;
        if (me->status == UtStatusSleep)
            me->order = ring->order++;
    }
    model_current = ring->count ? ring->ready[ring->place] : ring->host;
}

static inline void model_sleep(DWORD ms)
{
    struct actor_state *me = &states[model_current];
    me->status = UtStatusSleep;
    me->duration = ms;
    me->deadline = model_time + ms;
    model_leave();
}

static inline void model_finish(DWORD status)
{
    states[model_current].status = UtStatusFinish;
    states[model_current].exit_status = status;
    model_leave();
}

/* The current actor runs a scheduler, and has the say. */
static inline void model_host(int group)
{
    struct group_state *ring = &rings[group];
    model_wake(group);
    int sleeper = first_sleeper(group);
    if (ring->count) {
        ring->place = 0;
        model_current = ring->ready[0];
    } else if (sleeper != NOBODY) {
        uint64_t ms = states[sleeper].deadline - model_time;
        model_sleep(ms < UINT32_MAX ? (DWORD)ms : UINT32_MAX);
    } else {
        states[model_current].hosting = NOBODY;
    }
}

static inline void model_resume(int actor)
{
    states[actor].resumer = model_current;
    states[actor].status = UtStatusNormal;
    model_current = actor;
}

/* The reason why a coroutine cannot be resumed or added. */
static inline DWORD model_obstacle(int actor)
{
    if (states[actor].resumer != NOBODY)
        return UtErrorRunning;
    return states[actor].status == UtStatusFinish ? UtErrorFinished : UtErrorNone;
}

static inline void model_begin_step(const struct step *step)
{
    struct actor_state *me = &states[model_current];
    int target = (int)step->value;
    me->error = UtErrorNone;
    switch (step->what) {
    case YIELD: model_leave(); break;
    case SLEEP: model_sleep(step->value); break;
    case WORK: model_time += step->value; break;
    case ADD: model_hold(step->group, target); break;
    case NEST:
        me->hosting = target;
        rings[target].host = model_current;
        for (int i = 0; i < model_program->groups[target].count; i++)
            model_hold(target, model_program->groups[target].members[i]);
        break;
    case RESUME:
    case JOIN:
        me->error = states[target].joined ? UtErrorHeld : model_obstacle(target);
        if (me->error)
            break;
        if (step->what == RESUME) {
            model_resume(target);
        } else {
            states[target].joined = true;
            model_hold(me->holder, target);
        }
        break;
    case FAULT: model_finish(FAULT_CODE); break;
    }
}

/* The result of a step that is over. */
static inline DWORD model_result(const struct step *step)
{
    const struct actor_state *me = &states[model_current];
    if (step->what != RESUME || me->error)
        return me->error;
    return states[step->value].exit_status | (DWORD)states[step->value].status << 8;
}

/* Runs until the code outside has control again. */
static inline void model_run(void)
{
    while (model_current != OUTSIDE) {
        struct actor_state *me = &states[model_current];
        const struct actor *actor = &model_program->actors[model_current];
        me->status = UtStatusNormal;
        if (me->hosting != NOBODY) {
            model_host(me->hosting);
        } else if (me->inside) {
            model_record(model_result(&actor->steps[me->at]), true);
            me->inside = false;
            me->at++;
        } else if (me->at == actor->count) {
            model_record(0, false);
            model_finish(0);
        } else {
            model_record(0, false);
            me->inside = true;
            model_begin_step(&actor->steps[me->at]);
        }
    }
}

static inline void interpret(const struct program *program, struct events *events)
{
    model_program = program;
    model_events = events;
    model_time = program->begin;
    model_current = OUTSIDE;
    events->count = 0;
    memset(states, 0, sizeof states);
    memset(rings, 0, sizeof rings);
    for (int i = 0; i < ACTORS; i++)
        states[i].holder = states[i].hosting = states[i].resumer = NOBODY;
    for (int i = 0; i < COROUTINES; i++) {
        while (!states[i].joined && states[i].status != UtStatusFinish) {
            model_resume(i);
            model_run();
            if (states[i].status == UtStatusSleep)
                model_time += states[i].duration;
        }
    }
}

#endif
