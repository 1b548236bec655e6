/* Waits: whether a thread may wait, plain waits, and the stop of a thread by an exception. */
#include "uthread/waits/ut_wait.h"

#include "kernel/call/trace.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/ending.h"
#include "uthread/waits/block.h"

/* ---------------------------------------------------------------- whether a wait may be */

int ut_refusal(void)
{
    ut_need_stack();
    uThd here = utCurrent();
    if (!here)
        return UtErrorOutside;
    if (pool_overflowed(here)) {
        /* It ends as a cancelled thread does, so that its call can put its object in order first.
         */
        here->flags |= UT_CANCELLED;
        ut_count(here);
    }
    if (ut_cancel_pending(here))
        return UtErrorCancelled;
    if (here->scheduler)
        ut_attend(here->scheduler);
    return UtErrorNone;
}

int ut_may_wait_slowly(void)
{
    return ut_result(ut_refusal());
}

/* The clock is read again after ut_refusal. A tick may have passed in there, and no other look at
 * the sleepers is due for it. */
int ut_may_wait_until(utTime until)
{
    int refusal = UtErrorNone;
    bool passed = until <= GetTickCount64();
    ut_need_stack_of_wait();
    if (!passed && ut_must_attend()) {
        refusal = ut_refusal();
        passed = !refusal && until <= GetTickCount64();
    }
    return ut_result(passed ? UtErrorTimedOut : refusal);
}

/* ---------------------------------------------------------------- plain waits */

int UT_FAST ut_wait_forever(struct ut_queue *queue, const struct ut_wait_kind *kind)
{
    return ut_wait_in(queue, kind, NULL, UT_FOREVER);
}

int UT_FAST ut_wait_until(struct ut_queue *queue, const struct ut_wait_kind *kind, utTime until)
{
    return ut_wait_in(queue, kind, NULL, until);
}

/* ---------------------------------------------------------------- stops */

void ut_stop(void)
{
    uThd here = ut_block_here();
    here->status = UtStatusStop;
    here->parked = UT_IN_STOP;
    ut_attend_if_due(here);
    ut_switch(here, ut_leave_ring(here, here->scheduler));
    here->parked = UT_IN_CALL;
}

void ut_go_on(uThd uthread)
{
    uthread->status = UtStatusNormal;
    if (uthread->scheduler)
        ut_make_ready(uthread->scheduler, uthread);
}
