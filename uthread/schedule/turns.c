/* Turns: yields, priorities, time slices, and the sleepers that a tick has woken. */
#include "kernel/call/trace.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/ending.h"
#include "uthread/waits/check.h"

/* Called by ut_switch.S and preempt.S. */
uThd ut_next_turn(void);
uThd ut_end_slice(void);

#if CHECKED
void ut_check_switch(uThd from, uThd to); /* called by ut_switch.S */

/* Whether a parked thread's stack pointer lies in its stack, with room for the words that the
 * switch takes. A root's stack is unknown, so a root passes. */
static bool is_parked_inside(uThd uthread)
{
    DWORD esp = (DWORD)uthread->regs[1], low = (DWORD)uthread->stack;
    return uthread->magic != UT_MAGIC ||
           (esp % 4 == 0 && esp >= low && esp <= (DWORD)uthread - sizeof(struct parked_stack));
}

void ut_check_switch(uThd from, uThd to)
{
    ut_check(from == ut_block_here(), "the thread that a switch leaves runs");
    ut_check(to->status != UtStatusFinish, "a thread that is switched to has not ended");
    ut_check(!ut_is_waiting(to), "a thread that is switched to does not wait");
    ut_check(is_parked_inside(to), "the stack pointer of a parked thread lies in its stack");
}
#endif

/* ---------------------------------------------------------------- the clock */

void UT_REGISTERS ut_end_timed(struct utWait *wait)
{
    wait->flags &= ~(DWORD)UT_TIMED;
    trace(woken, (uint32_t)wait->thread);
    ut_abandon_wait(wait, UtErrorTimedOut);
}

/* ut_arm comes before the clock is read, so a tick in between is not lost. */
void ut_attend(utSch sch)
{
    uThd here = ut_block_here();
    ut_arm();
    ut_set_slice(sch->slice);
    if (sch->sleepers) {
        utTime now = GetTickCount64();
        while (sleepers_first_is_due(sch, now))
            ut_wake_first(sch);
    }
    if (here->scheduler == sch && ready_above(sch, here->priority))
        ut_set_attention(TIB_ATTEND);
}

/* ---------------------------------------------------------------- the next thread */

uThd UT_FAST ut_choose(uThd here, uThd next)
{
    utSch sch = here->scheduler;
    if (trace_on && ut_is_waiting(here))
        ut_trace_wait(here->wait);
    if (!sch)
        return here->next;
    if (!next || ready_above(sch, here->priority))
        next = ready_first(sch);
    return next ? next : sch->root;
}

/* Returns the thread whose turn comes after here's, or NULL when it is here's again. */
static uThd turn_after(uThd here)
{
    if (pool_overflowed(here)) {
        pool_report_own_damage();
        ut_finish(NULL, STATUS_STACK_OVERFLOW);
    }
    utSch sch = here->scheduler;
    uThd next = here->next;
    if (sch) {
        ut_attend(sch);
        next = here->next; /* a woken sleeper may be the next one */
        if (ready_above(sch, here->priority)) {
            sch->ready[here->priority] = next;
            next = ready_first(sch);
        }
    }
    return next == here ? NULL : next;
}

uThd ut_next_turn(void)
{
    ut_need_stack();
    uThd here = utCurrent();
    if (!here) {
        ut_set_error(UtErrorOutside);
        return NULL;
    }
    if (ut_cancel_pending(here) && !(here->flags & UT_CANCEL_RETURNS))
        ut_end_cancelled();
    return turn_after(here);
}

int uThreadSetPriority(uThd uthread, int priority)
{
    ut_need_stack();
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (priority < 0 || priority > UT_PRIORITY_MOST)
        return ut_set_error(UtErrorRange);
    utSch sch = uthread->scheduler;
    bool ready = sch && uthread->next;
    if (ready)
        ready_remove(sch, uthread);
    uthread->priority = (BYTE)priority;
    if (ready)
        ut_make_ready(sch, uthread);
    return UtErrorNone;
}

/* ---------------------------------------------------------------- slices */

/* A slice begins with the first turn after a tick. Threads with turns since then share the rest of
 * that tick. So utYield needs to know nothing of slices, and every thread gets its slice to within
 * a tick. */
int utSchSetSlice(utSch sch, DWORD ms)
{
    if (!ut_is_scheduler(sch))
        return ut_set_error(UtErrorInvalid);
    if (ms > UT_SLICE_MOST)
        return ut_set_error(UtErrorRange);
    sch->slice = ms;
    if (utCurrent() && ut_block_here()->scheduler == sch)
        ut_set_slice(ms);
    ut_set_attention(TIB_ATTEND); /* else the next turn begins it, on the long way */
    return UtErrorNone;
}

/* Returns the thread that runs after the running one, whose slice has ended, or NULL. A thread that
 * was resumed by hand is a part of its resumer and cannot be left without it: the resumer's slice
 * ends with utResume. */
uThd ut_end_slice(void)
{
    uThd here = utCurrent();
    if (here && here->scheduler) {
        uThd next = here->scheduler->slice ? turn_after(here) : NULL;
        if (next)
            here->parked = UT_IN_SLICE;
        return next;
    }
    if (here)
        ut_set_slice(1);
    return NULL;
}
