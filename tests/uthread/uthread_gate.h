/* The smallest object to wait for, made of ut_block and ut_wake alone: a gate. It is opened for a
 * number of threads, and so many pass.
 */
#ifndef TESTS_UTHREAD_GATE_H
#define TESTS_UTHREAD_GATE_H

#include "uthread/waits/block.h"

struct gate {
    struct ut_queue waiters; /* zeroed: none */
    int open;
    uThd keeper; /* the thread that could open it, or NULL */
};

static inline uThd gate_keeper(const void *object) { return ((const struct gate *)object)->keeper; }

static const struct ut_wait_kind gate_kind = {.text = "waits for gate", .holder = gate_keeper};

/* Nothing but a cancel may refuse the wait. */
static inline int gate_pass_until(struct gate *gate, utTime until)
{
    struct utWait wait;
    if (gate->open) {
        gate->open--;
        return UtErrorNone;
    }
    if (!gate->waiters.next)
        queue_init(&gate->waiters);
    int refusal = ut_refusal();
    return refusal ? refusal : ut_block_in(&gate->waiters, &wait, &gate_kind, until);
}

static inline void gate_pass(struct gate *gate) { gate_pass_until(gate, UT_FOREVER); }

static inline void gate_open(struct gate *gate)
{
    if (!gate->waiters.next || queue_is_empty(&gate->waiters))
        gate->open++;
    else
        ut_serve(gate->waiters.next, UtErrorNone);
}

#endif
