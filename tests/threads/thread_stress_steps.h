/* The steps of thread_stress.c: each uses some of the objects and says what must hold meanwhile. */
#ifndef TESTS_THREAD_STRESS_STEPS_H
#define TESTS_THREAD_STRESS_STEPS_H

#include "tests/harness/tap.h"
#include "tests/threads/thread_services.h"

#include <errhandlingapi.h>
#include <nt_objects.h>
#include <ums.h>

enum {
    MOST_THREADS = 32,
    LONG_MS = 60000 /* a host that is busy is no reason to fail */
};

static unsigned seed, thread_count = 6, run_ms = 1500;
static volatile bool stop;

/* A wrong value that a thread has found, and its line. */
static volatile uint32_t wrong_line, wrong_value;

static void must(bool holds, uint32_t line, uint32_t value)
{
    if (holds || wrong_line)
        return;
    wrong_value = value;
    wrong_line = line;
    stop = true;
}
#define MUST(holds, value) must(holds, __LINE__, value)

static uint32_t add(volatile uint32_t *word, uint32_t amount)
{
    return __atomic_add_fetch(word, amount, __ATOMIC_SEQ_CST);
}

struct worker {
    uint32_t thread, random, steps;
    volatile uint32_t called; /* by queued calls */
    volatile uint32_t queued;
};
static struct worker workers[MOST_THREADS];

static uint32_t chance(struct worker *me, uint32_t below)
{
    me->random = me->random * 1664525 + 1013904223;
    return (me->random >> 8) % below;
}

static void spin(struct worker *me)
{
    for (volatile uint32_t i = chance(me, 300); i > 0; i--)
        ;
}

/* ---------------------------------------------------------------- what must hold */

enum { PERMITS = 3 };
static uint32_t permits, items, section[2], token, pulsed, metronome, keyed, abandoned, mixed;
static volatile uint32_t permits_taken, produced, consumed, sleepers_lock, releases, meetings;
static volatile uint32_t inside[2], token_inside, lock_inside, abandoned_inside;

/* The short calls that a thread gets while it waits alertably. */
static void run_calls(struct worker *me)
{
    uint32_t call[4];
    while (sys_apc_take(call)) {
        MUST(call[0] == (uint32_t)me, call[0]);
        add(&me->called, 1);
    }
}

static uint32_t wait_alertably(struct worker *me, uint32_t handle, uint32_t ms)
{
    uint32_t status = sys_wait_for(&handle, 1, WAIT_ALERTABLE, GetTickCount64() + ms);
    if (status == STATUS_USER_APC)
        run_calls(me);
    return status;
}

static void semaphore_step(struct worker *me)
{
    int32_t before;
    if (wait_alertably(me, permits, chance(me, 4)) != STATUS_SUCCESS)
        return;
    MUST(add(&permits_taken, 1) <= PERMITS, permits_taken);
    spin(me);
    add(&permits_taken, -1u);
    MUST(sys_semaphore_release(permits, 1, &before) == STATUS_SUCCESS, (uint32_t)before);
    MUST(before >= 0 && before < PERMITS, (uint32_t)before);
}

/* The only ones inside write and read the same word. */
static void stay_inside(struct worker *me, volatile uint32_t *word)
{
    MUST(*word == 0, *word);
    *word = (uint32_t)me;
    spin(me);
    if (chance(me, 8) == 0)
        sys_thread_yield();
    MUST(*word == (uint32_t)me, *word);
    *word = 0;
}

static void mutex_step(struct worker *me)
{
    unsigned which = chance(me, 2), depth = 1 + chance(me, 3);
    for (unsigned i = 0; i < depth; i++)
        MUST(wait_one(section[which], LONG_MS) == STATUS_SUCCESS, i);
    stay_inside(me, &inside[which]);
    for (unsigned i = 0; i < depth; i++)
        MUST(sys_mutex_release(section[which], NULL) == STATUS_SUCCESS, i);
    MUST(sys_mutex_release(section[which], NULL) == STATUS_MUTANT_NOT_OWNED, 0);
}

static void both_mutexes_step(struct worker *me)
{
    uint32_t status = sys_wait_for(section, 2, WAIT_ALL, GetTickCount64() + LONG_MS);
    MUST(status == STATUS_SUCCESS, status);
    stay_inside(me, &inside[0]);
    stay_inside(me, &inside[1]);
    sys_mutex_release(section[1], NULL);
    sys_mutex_release(section[0], NULL);
}

static void token_step(struct worker *me)
{
    uint32_t status = wait_one(token, LONG_MS), before = 9;
    MUST(status == STATUS_SUCCESS, status);
    stay_inside(me, &token_inside);
    if (chance(me, 2)) {
        MUST(sys_event_change(token, EVENT_SET, &before) == STATUS_SUCCESS && !before, before);
    } else {
        status = sys_wait_signal_and(token, pulsed, 0, GetTickCount64() + chance(me, 3));
        MUST(status == STATUS_SUCCESS || status == STATUS_TIMEOUT, status);
    }
}

static void item_step(struct worker *me)
{
    if (chance(me, 2)) {
        uint32_t count = 1 + chance(me, 2);
        add(&produced, count);
        if (sys_semaphore_release(items, (int32_t)count, NULL) != STATUS_SUCCESS)
            add(&produced, -count);
    } else if (wait_one(items, chance(me, 3)) == STATUS_SUCCESS) {
        add(&consumed, 1);
    }
}

static void mixed_step(struct worker *me)
{
    const uint32_t handles[5] = {pulsed, metronome, items, permits, mixed};
    uint32_t how = chance(me, 4) ? 0 : WAIT_ALL, count = 2 + chance(me, 4);
    uint32_t status = sys_wait_for(handles, count, how, GetTickCount64() + chance(me, 3));
    MUST(status < (how ? 1u : 4u) || status == STATUS_TIMEOUT, status); /* mixed is never set */
    if (status == STATUS_TIMEOUT)
        return;
    if (how ? count > 2 : status == 2)
        add(&consumed, 1);
    if (how ? count > 3 : status == 3)
        sys_semaphore_release(permits, 1, NULL);
}

static void pulse_step(struct worker *me) { sys_event_change(pulsed, EVENT_PULSE, NULL); }

static void timer_step(struct worker *me)
{
    if (chance(me, 4) == 0)
        sys_timer_set(metronome, GetTickCount64() + chance(me, 3), chance(me, 3), 0, 0);
    else
        wait_one(metronome, chance(me, 4));
}

static void call_step(struct worker *me)
{
    struct worker *other = &workers[chance(me, thread_count)];
    add(&other->queued, 1);
    if (sys_thread_queue_apc(other->thread, (uint32_t)other, 0, 0, 0) != STATUS_SUCCESS)
        add(&other->queued, -1u);
}

/* A lock of a word and the wait for its change. 2: held, and others may wait. */
static void word_step(struct worker *me)
{
    while (__atomic_exchange_n(&sleepers_lock, 2, __ATOMIC_SEQ_CST)) {
        uint32_t status =
            sys_address_wait((const uint32_t *)&sleepers_lock, 2, GetTickCount64() + LONG_MS);
        MUST(status == STATUS_SUCCESS, status);
        if (wrong_line)
            return;
    }
    stay_inside(me, &lock_inside);
    __atomic_store_n(&sleepers_lock, 0, __ATOMIC_SEQ_CST);
    sys_address_wake((const uint32_t *)&sleepers_lock, 1);
}

static void keyed_step(struct worker *me)
{
    uint32_t key = 2 + 2 * chance(me, 2);
    uint64_t deadline = GetTickCount64() + chance(me, 3);
    if (chance(me, 2)) {
        if (sys_keyed_event_release(keyed, key, 0, deadline) == STATUS_SUCCESS)
            add(&releases, 1);
    } else if (sys_keyed_event_wait(keyed, key, 0, deadline) == STATUS_SUCCESS) {
        add(&meetings, 1);
    }
}

/* The main thread resumes all again and again, because two may suspend each other at once. */
static void suspend_step(struct worker *me)
{
    struct worker *other = &workers[chance(me, thread_count)];
    if (other == me)
        return;
    sys_thread_suspend(other->thread, NULL);
    spin(me);
    sys_thread_resume(other->thread, NULL);
}

static void priority_step(struct worker *me)
{
    sys_thread_set_priority(me->thread, (int)chance(me, 3) - 1);
}

static void handle_step(struct worker *me)
{
    char name[] = "stress 0";
    uint32_t handle = 0, second = 0, before = 9;
    name[7] = (char)('0' + chance(me, 4));
    uint32_t status = sys_event_create(&handle, chance(me, 2) ? name : NULL, true, false);
    MUST(status == STATUS_SUCCESS || status == STATUS_OBJECT_NAME_EXISTS, status);
    MUST(sys_handle_duplicate(handle, 0, DUPLICATE_SAME_ACCESS, &second) == STATUS_SUCCESS, handle);
    MUST(sys_handle_close(handle) == STATUS_SUCCESS, handle);
    MUST(sys_event_change(second, EVENT_SET, &before) == STATUS_SUCCESS, before);
    MUST(wait_one(second, 0) == STATUS_SUCCESS, 0);
    MUST(sys_handle_close(second) == STATUS_SUCCESS, second);
}

/* A short life: it may be over at any point, so it owns only what can be abandoned. */
static uint32_t live_shortly(void *argument)
{
    uint32_t how = (uint32_t)argument;
    uint32_t status = wait_one(abandoned, how % 4 ? LONG_MS : 1);
    if (status == STATUS_SUCCESS || status == STATUS_ABANDONED_WAIT_0) {
        MUST(add(&abandoned_inside, 1) == 1, abandoned_inside);
        add(&abandoned_inside, -1u);
        if (how % 3)
            sys_mutex_release(abandoned, NULL);
    }
    if (how % 5 == 0)
        wait_one(pulsed, 2);
    return how;
}

static void life_step(struct worker *me)
{
    uint32_t how = chance(me, 1000), thread = make_thread(live_shortly, (void *)how, how % 7 == 0);
    if (!thread)
        return; /* memory is exhausted: others may have all of it */
    if (how % 7 == 0)
        sys_thread_resume(thread, NULL);
    MUST(wait_one(thread, LONG_MS) == STATUS_SUCCESS, how);
    MUST(exit_code_of(thread) == how, exit_code_of(thread));
    MUST(sys_thread_suspend(thread, NULL) == STATUS_THREAD_IS_TERMINATING, how);
    sys_handle_close(thread);
}

static uint32_t wait_for_ever(void *argument)
{
    const uint32_t both[2] = {permits, mixed};
    sys_wait_for(&pulsed, 1, (uint32_t)argument ? WAIT_ALERTABLE : 0, WAIT_FOREVER);
    return sys_wait_for(both, 2, WAIT_ALL, WAIT_FOREVER);
}

static void terminate_step(struct worker *me)
{
    uint32_t thread = make_thread(wait_for_ever, (void *)chance(me, 2), false);
    if (!thread)
        return;
    spin(me);
    MUST(sys_thread_terminate(thread, 5) == STATUS_SUCCESS, thread);
    MUST(wait_one(thread, LONG_MS) == STATUS_SUCCESS, thread);
    MUST(exit_code_of(thread) == 5, exit_code_of(thread));
    sys_handle_close(thread);
}

static volatile uint32_t crew_lives;

#include "tests/threads/thread_stress_ums.h"

static void (*const steps[])(struct worker *me) = {
    semaphore_step, mutex_step,  both_mutexes_step, token_step,     item_step,  mixed_step,
    pulse_step,     timer_step,  call_step,         word_step,      keyed_step, suspend_step,
    priority_step,  handle_step, life_step,         terminate_step, crew_step};

static void do_any_step(struct worker *me)
{
    steps[chance(me, sizeof steps / sizeof steps[0])](me);
}

#endif
