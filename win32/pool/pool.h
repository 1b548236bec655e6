/* Pools of threads, for the files of this folder.
 *
 * One lock guards all pools, callbacks and groups. It is never held while code of the program runs.
 * A thread that waits under it waits for a condition variable, which gives it free meanwhile.
 */
#ifndef WIN32_POOL_POOL_H
#define WIN32_POOL_POOL_H

#include "lib/list.h"
#include "lib/need_stack.h"
#include "win32/locks/condition_variable.h"

#include <stdbool.h>
#include <stdint.h>
#include <synchapi.h>
#include <threadpoolapiset.h>

#define POOL_IDLE_MS 1000 /* after which a thread without work ends */

struct _TP_POOL {
    struct link all; /* in the list of pools */
    struct link queues[TP_CALLBACK_PRIORITY_COUNT];
    CONDITION_VARIABLE work;
    uint32_t threads, idle, starting, least, most;
    uint32_t callbacks; /* records that are its own; one thread stays for them */
    bool open;          /* the program has not closed it */
    TP_POOL_STACK_INFORMATION stack;
};

/* The pool of callbacks without another one, and that with one thread that stays. */
extern struct _TP_POOL pool_usual, pool_steady;

extern SRWLOCK pool_lock;

static inline void pool_enter(void)
{
    enum { STACK_OF_CALLS = 1024 };
    need_stack(STACK_OF_CALLS);
    AcquireSRWLockExclusive(&pool_lock);
}

static inline void pool_leave(void)
{
    ReleaseSRWLockExclusive(&pool_lock);
}

/* Waits under the lock for a change. Returns false when the tick count has reached deadline. */
static inline bool pool_wait(CONDITION_VARIABLE *condition, uint64_t deadline)
{
    uint32_t noted = condition_note(condition);
    pool_leave();
    bool changed = condition_wait(condition, noted, deadline);
    pool_enter();
    return changed;
}

/* Under the lock: a callback's record becomes the pool's, or is not any more. pool_claim makes sure
 * that the pool has a thread, and returns false when none can be made. */
bool pool_claim(struct _TP_POOL *pool);
void pool_give_back(struct _TP_POOL *pool);

/* Under the lock: calls a thread for what is pending, a new one if it can be made. */
void pool_call_thread(struct _TP_POOL *pool);

/* Under the lock: wakes all threads that have nothing to do. */
void pools_wake(void);

/* callback.c, under the lock: runs the first pending callback, and gives the lock free meanwhile.
 * Returns false when none is pending. */
bool pool_run_one(struct _TP_POOL *pool);

#endif
