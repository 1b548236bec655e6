/* Threads that wait for objects on behalf of the pool. All calls under the pools' lock. */
#ifndef WIN32_POOL_WAITER_H
#define WIN32_POOL_WAITER_H

#include "lib/list.h"

#include <minwinbase.h>
#include <stdbool.h>
#include <stdint.h>

/* A wait for one object. */
struct watch {
    struct link link;      /* in its waiter */
    struct waiter *waiter; /* or NULL: it is not on */
    bool leaving;
    HANDLE object;
    uint64_t deadline;

    /* Called under the lock with the wait's result, when the watch is not on any more. */
    void (*ended)(struct watch *watch, DWORD result);
};

/* For records that have a watch: one each. */
extern const struct claimed waiters_claimed;

/* Begins to wait for watch->object until watch->deadline. */
void watch_begin(struct watch *watch);

/* Ends the wait, if it is on. The watch may end by its object while this call waits. */
void watch_end(struct watch *watch);

/* Wakes all waiters, so that they look whether they are needed. */
void waiters_wake(void);

#endif
