/* The one pair of primitives under all waits: ut_block parks the running thread in a wait, and
 * ut_wake makes a waiter ready again.
 */
#ifndef UTHREAD_BLOCK_H
#define UTHREAD_BLOCK_H

#include "kernel/call/branches.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/waits/check.h"

/* ---------------------------------------------------------------- ut_wait.c */

/* Gives a new wait, which has its flags, a deadline. */
static inline void ut_start_time(uThd here, struct utWait *wait, utTime deadline)
{
    utSch sch = here->scheduler;
    wait->flags |= UT_TIMED;
    wait->deadline = deadline;
    if (sch)
        sleepers_add(sch, wait);
}

/* Like ut_start_time; UT_FOREVER is no deadline. */
static inline void ut_set_time(uThd here, struct utWait *wait, utTime until)
{
    wait->flags = 0;
    if (until != UT_FOREVER)
        ut_start_time(here, wait, until);
}

/* Serves the flags of a wait for ut_wake: takes a timed wait from the sleepers, records the wake.
 * Returns the wait to wake; for a place of a select, that is the select's wait. */
struct utWait *UT_FAST ut_wake_with_flags(struct utWait *wait, int result);

/* ---------------------------------------------------------------- blocking */

/* Parks the running thread, here, in wait until ut_wake. The next ready thread runs then, or the
 * resumer. The caller has set thread, kind and queue, the queue holds the wait, it has its
 * deadline, and ut_may_wait has allowed it. status: UtStatusWait or UtStatusSleep. Returns
 * ut_wake's result. */
static inline int ut_block(uThd here, struct utWait *wait, int status)
{
    ut_check(here == ut_block_here(), "a thread that waits runs");
    ut_check(here->status == UtStatusNormal, "a thread that begins to wait is in no wait");
    ut_check(!here->scheduler || here->next, "a thread that begins to wait is in its ring");
    here->wait = wait;
    here->status = status;
    ut_switch(here, ut_leave_ring(here, here->scheduler));
    here->wait = NULL;
    /* cppcheck-suppress uninitvar; ut_wake has set it */
    return wait->result;
}

/* Like ut_block, for the last waiter of a queue: fills in the wait. */
static inline int ut_block_in(struct ut_queue *queue, struct utWait *wait,
                              const struct ut_wait_kind *kind, utTime until)
{
    uThd here = ut_block_here();
    wait->thread = here;
    wait->kind = kind;
    wait->queue = queue;
    queue_append(queue, wait);
    ut_set_time(here, wait, until);
    return ut_block(here, wait, UtStatusWait);
}

/* A whole wait, from ut_may_wait to ut_result. value is for the object's use; NULL is not kept. */
static inline int ut_wait_in(struct ut_queue *queue, const struct ut_wait_kind *kind, void *value,
                             utTime until)
{
    struct utWait wait;
    int refusal = ut_may_wait(until);
    if (refusal)
        return refusal;
    wait.value = value;
    return ut_result(ut_block_in(queue, &wait, kind, until));
}

/* ---------------------------------------------------------------- waking */

/* Ends a wait that is in nothing any more. Its thread, which is returned, is to be made ready. */
static inline uThd ut_end_wait(struct utWait *wait, int result)
{
    uThd uthread = wait->thread;
    ut_check(ut_is_waiting(uthread), "a thread that is woken waits");
    ut_check(uthread->wait == wait, "a thread that is woken waits in this wait");
    wait->result = result;
    uthread->status = UtStatusNormal;
    return uthread;
}

/* Makes a waiter ready after its wait has left its queue. Its ut_block returns result. */
static inline void ut_wake(struct utWait *wait, int result)
{
    if (RARELY(wait->flags != 0))
        wait = ut_wake_with_flags(wait, result);
    uThd uthread = ut_end_wait(wait, result);
    if (uthread->scheduler)
        ut_make_ready(uthread->scheduler, uthread);
}

/* Like ut_wake, for a wait that is still in its queue. */
static inline void ut_serve(struct utWait *wait, int result)
{
    queue_remove(wait);
    ut_wake(wait, result);
}

/* Ends a sleep that is recorded, or a wait with more to do at its end. */
void UT_REGISTERS ut_end_timed(struct utWait *wait);

/* Wakes the first sleeper, which is due. */
static inline void ut_wake_first(utSch sch)
{
    struct utWait *wait = sch->sleepers;
    sch->sleepers = wait->child ? sleepers_remove(wait, wait) : NULL;
    sch->woken++;
    if (wait->flags == (UT_TIMED | UT_PLAIN))
        ut_make_ready(sch, ut_end_wait(wait, UtErrorTimedOut));
    else
        ut_end_timed(wait);
}

#endif
