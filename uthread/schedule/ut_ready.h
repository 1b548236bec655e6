/* A scheduler, and its rings of ready threads. */
#ifndef UTHREAD_SCHEDULE_UT_READY_H
#define UTHREAD_SCHEDULE_UT_READY_H

#include "kernel/call/branches.h"
#include "uthread/waits/ut_wait.h"

#define SCHEDULER_MAGIC 0x68635375 /* "uSch" */

struct uThreadScheduler {
    DWORD magic;
    DWORD levels;                     /* bit n: ready[n] is not NULL */
    uThd ready[UT_PRIORITY_MOST + 1]; /* heads of the rings, one for each priority; or NULL */
    struct utWait *sleepers;          /* the first to wake, or NULL: sleepers.c */
    uThd all;                         /* all threads held, but for packed ones: a list */
    uThd root;                        /* the block of utSchStart's caller while it runs, or NULL */
    bool idle;                        /* root is a thread that waits for one of these to be ready */
    DWORD order;                      /* the order of the next sleeper */
    DWORD slice;                      /* milliseconds, or 0 */
    DWORD woken, ended;               /* for utSchStatistics */
    void (*on_deadlock)(utSch sch);
    utSch after, before; /* in the list at TIB_SCHEDULERS */
    UT_HOME
};

/* The running thread stays in its ring, so a yield goes to its next. The head of a ring begins a
 * round. A thread that becomes ready is put in front of the head, behind all others. */

/* Returns the head of the highest ring, or NULL. */
static inline uThd ready_first(utSch sch)
{
    return sch->levels ? sch->ready[31 - __builtin_clz(sch->levels)] : NULL;
}

/* Whether a thread is ready above this priority. */
static inline bool ready_above(utSch sch, unsigned priority)
{
    return sch->levels >> priority > 1;
}

/* Wakes the root of a scheduler, a thread that waits for one of the scheduler's threads to be
 * ready. */
void UT_FAST ready_rouse(utSch sch);

/* Makes a ring of a thread that is the only one of its priority. */
void UT_REGISTERS ready_begin(utSch sch, uThd uthread);

/* Puts a thread behind all others of its priority. */
static inline void ready_append(utSch sch, uThd uthread)
{
    uThd head = sch->ready[uthread->priority];
    if (!head) {
        ready_begin(sch, uthread);
        return;
    }
    uThd last = head->previous;
    uthread->next = head;
    uthread->previous = last;
    last->next = uthread;
    head->previous = uthread;
}

/* Takes a thread out of its ring. If it was the head, the next thread becomes the head. */
static inline void ready_remove(utSch sch, uThd uthread)
{
    uThd *ring = &sch->ready[uthread->priority], next = uthread->next, previous = uthread->previous;
    uthread->next = NULL;
    if (next == uthread) {
        *ring = NULL;
        sch->levels &= ~(1u << uthread->priority);
        return;
    }
    previous->next = next;
    next->previous = previous;
    if (*ring == uthread)
        *ring = next;
}

/* Makes a thread ready, behind all others of its priority. */
static inline void ut_make_ready(utSch sch, uThd uthread)
{
    ut_check(uthread->scheduler == sch, "a thread becomes ready in the scheduler that holds it");
    ut_check_home(sch);
    ready_append(sch, uthread);
    if (sch->levels > 1)
        ut_set_attention(TIB_ATTEND);
}

/* Takes the running thread, here, out of its ring, and leaves the next thread in *ready. Returns
 * whether there is one. */
static inline bool ready_leave(utSch sch, uThd here, uThd *ready)
{
    unsigned priority = here->priority;
    uThd next = here->next, previous = here->previous;
    here->next = NULL;
    if (next == here) {
        sch->ready[priority] = NULL;
        sch->levels &= ~(1u << priority);
        return false;
    }
    previous->next = next;
    next->previous = previous;
    sch->ready[priority] = *ready = next; /* a thread that becomes ready now is behind all others */
    return true;
}

/* Returns the thread that runs when here leaves its ring and the choice is not plain: something
 * needs a decision, the ring is empty now, or no scheduler holds here. next: of the ring, or NULL.
 */
uThd UT_FAST ut_choose(uThd here, uThd next);

/* Takes the running thread, here, out of its ring. sch: its scheduler, or NULL. Returns the thread
 * that runs next: the next ready thread of its scheduler, or its resumer. */
static inline uThd ut_leave_ring(uThd here, utSch sch)
{
    uThd next = NULL;
    if (MOSTLY(sch != NULL) && ready_leave(sch, here, &next) && !ut_must_attend())
        return next;
    return ut_choose(here, next);
}

/* Wakes the sleepers that are due, and opens the short way of switches if nothing needs a decision.
 */
void ut_attend(utSch sch);

/* Calls ut_attend, if a decision is due, for the running thread before it leaves its ring without a
 * wait.
 */
static inline void ut_attend_if_due(uThd here)
{
    if (ut_must_attend() && here->scheduler)
        ut_attend(here->scheduler);
}

#endif
