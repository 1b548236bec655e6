/* The least that can be waited for: a gate that as many threads pass as it was opened for, made of
 * ut_block and ut_wake alone.
 */
#ifndef TESTS_UTHREAD_GATE_H
#define TESTS_UTHREAD_GATE_H

#include "uthread/uthread_impl.h"

struct gate {
    struct utWait ring; /* of the waiters, first come first served; zeroed: none */
    int open;
    uThd keeper; /* who could open it, or NULL */
};

static inline uThd gate_keeper(const void *object)
{
    return ((const struct gate *)object)->keeper;
}

static const struct ut_wait_kind gate_kind = {.text = "waits for gate", .holder = gate_keeper};

static inline int gate_pass_until(struct gate *gate, utTime until)
{
    struct utWait wait = {.thread = utCurrent(), .kind = &gate_kind, .object = gate};
    struct utWait *ring = &gate->ring;
    if (gate->open) {
        gate->open--;
        return UtErrorNone;
    }
    if (!ring->next)
        ring->next = ring->previous = ring;
    wait.next = ring;
    wait.previous = ring->previous;
    ring->previous->next = &wait;
    ring->previous = &wait;
    return ut_block(&wait, until);
}

static inline void gate_pass(struct gate *gate)
{
    gate_pass_until(gate, UT_FOREVER);
}

static inline void gate_open(struct gate *gate)
{
    struct utWait *ring = &gate->ring, *first = ring->next;
    if (!first || first == ring) {
        gate->open++;
        return;
    }
    ring->next = first->next;
    first->next->previous = ring;
    first->next = NULL;
    ut_wake(first, UtErrorNone);
}

#endif
