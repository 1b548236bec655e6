/* An interpreter that says what must happen when random programs of threads run. It knows nothing
 * of stacks and switches: rings are arrays, sleepers are searched one by one, and the next actor is
 * a number.
 */
#ifndef TESTS_UTHREAD_MODEL_H
#define TESTS_UTHREAD_MODEL_H

#include "tests/uthread/uthread_model_program.h"

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
