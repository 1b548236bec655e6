/* Points of time at which the kernel has something to do. They lie in 1,024 lists by their tick, so
 * setting and cancelling one takes the same time for any number of them. All calls: with the
 * kernel's lock. */
#ifndef KERNEL_THREADS_DEADLINES_H
#define KERNEL_THREADS_DEADLINES_H

#include "kernel/cpu/contracts.h"
#include "kernel/devices/clock.h"
#include "lib/list.h"

#include <stdbool.h>
#include <stdint.h>

struct deadline {
    struct link link;
    uint64_t due; /* in ticks */
    void (*reached)(struct deadline *deadline);
    bool set;
};

/* At the start, with the first value of the tick count. */
void deadlines_begin(uint64_t now);

/* Has reached called in the first tick at which the count is due, or in the next one when that has
 * passed. A deadline that is set already is moved. */
void deadline_set(struct deadline *deadline, uint64_t due,
                  void (*reached)(struct deadline *deadline));

/* Cancels one that is set. */
void deadline_remove(struct deadline *deadline);

static inline void deadline_cancel(struct deadline *deadline)
{
    kernel_must_be_locked();
    if (deadline->set)
        deadline_remove(deadline);
}

/* Tells whether any is set. */
bool deadlines_are_set(void);

/* Calls reached for all that are due by now, in the order of their setting within a tick. */
void deadlines_pass(uint64_t now);

/* A tick before which none is due, at most DEADLINES_LOOK ticks from the last that has passed. */
#define DEADLINES_LOOK 1023u
extern uint64_t deadlines_next;

/* Returns the number of ticks until then, at least 1. Also without the lock. */
static inline uint32_t deadlines_ahead(void)
{
    uint32_t ahead = (uint32_t)deadlines_next - clock_low();
    return ahead - 1 < DEADLINES_LOOK ? ahead : 1;
}

#endif
