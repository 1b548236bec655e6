/* Waking: deadlines and records of waits, and the ways in which a wait ends. */
#include "kernel/call/trace.h"
#include "lib/inlining.h"
#include "uthread/waits/block.h"

/* ---------------------------------------------------------------- deadlines and events */

DWORD ut_span(utTime now, utTime until)
{
    utTime ms = until > now ? until - now : 0;
    return ms < UINT32_MAX ? (DWORD)ms : UINT32_MAX;
}

void ut_trace_wait(struct utWait *wait)
{
    wait->flags |= UT_TRACED;
    if (wait->kind->sleeps)
        trace(slept, (uint32_t)wait->thread, wait->thread->sleepDuri);
    else
        trace(waits, (uint32_t)wait->thread, (uint32_t)wait->kind->text,
              (uint32_t)ut_object_of(wait),
              wait->flags & UT_TIMED ? ut_span(GetTickCount64(), wait->deadline) : UINT32_MAX);
}

static OWN_STACK struct utWait *UT_REGISTERS leave_more(struct utWait *wait, int result)
{
    ut_orphan_wait(wait);
    if (wait->flags & UT_TRACED && !wait->kind->sleeps)
        trace(signalled, (uint32_t)wait->thread, (uint32_t)ut_object_of(wait), (uint32_t)result);
    return wait;
}

struct utWait *UT_FAST ut_wake_with_flags(struct utWait *wait, int result)
{
    if (wait->flags & UT_CASE)
        wait = ut_chosen_case(wait);
    return wait->flags ? leave_more(wait, result) : wait;
}

void ut_adopt_wait(struct utWait *wait)
{
    if (!(wait->flags & UT_TIMED))
        return;
    sleepers_add(wait->thread->scheduler, wait);
    if (wait->deadline <= GetTickCount64()) /* no tick comes for this deadline */
        ut_set_attention(TIB_ATTEND);
}

void ut_orphan_wait(struct utWait *wait)
{
    utSch sch = wait->thread->scheduler;
    if (wait->flags & UT_TIMED && sch)
        sch->sleepers = sleepers_remove(sch->sleepers, wait);
}

/* The scheduler's idle root looks again: its first deadline may have changed, or gone. */
void ut_set_deadline(struct utWait *wait, utTime deadline)
{
    utSch sch = wait->thread->scheduler;
    ut_orphan_wait(wait);
    wait->flags &= ~(DWORD)UT_TIMED;
    if (deadline != UT_FOREVER) {
        wait->flags |= UT_TIMED;
        wait->deadline = deadline;
        if (sch)
            ut_adopt_wait(wait);
    }
    if (sch && sch->idle)
        ready_rouse(sch);
}

/* ---------------------------------------------------------------- ending early */

void ut_forget_wait(struct utWait *wait)
{
    if (wait->kind->forget)
        wait->kind->forget(wait);
    else if (!wait->kind->unlinked)
        queue_remove(wait);
}

void ut_abandon_wait(struct utWait *wait, int result)
{
    if (wait->kind->end) {
        wait->kind->end(wait, result);
    } else {
        ut_forget_wait(wait);
        ut_wake(wait, result);
    }
}

/* ---------------------------------------------------------------- wakes */

void UT_FAST ready_rouse(utSch sch)
{
    sch->idle = false;
    ut_wake(sch->root->wait, UtErrorNone);
}

OWN_STACK void UT_REGISTERS ready_begin(utSch sch, uThd uthread)
{
    unsigned priority = uthread->priority;
    sch->ready[priority] = uthread->next = uthread->previous = uthread;
    sch->levels |= 1u << priority;
    if (sch->idle)
        ready_rouse(sch);
}

int UT_REGISTERS ut_serve_first(struct ut_queue *queue)
{
    ut_need_stack_of_wait();
    ut_wake(queue_take(queue), UtErrorNone);
    return UtErrorNone;
}

void UT_FAST ut_serve_all(struct ut_queue *queue)
{
    while (!queue_is_empty(queue))
        ut_serve(queue->next, UtErrorNone);
}
