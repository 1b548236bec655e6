/* The threads that a scheduler holds, and its run. */
#ifndef UTHREAD_SCHEDULER_H
#define UTHREAD_SCHEDULER_H

#include "kernel/call/branches.h"
#include "uthread/schedule/sleepers.h"
#include "uthread/schedule/ut_ready.h"

/* ---------------------------------------------------------------- scheduler.c */

static inline bool ut_is_scheduler(utSch sch)
{
    bool is = sch && sch->magic == SCHEDULER_MAGIC;
    if (is)
        ut_check_home(sch);
    return MOSTLY(is);
}

/* Whether a thread's scheduler is being destroyed, and the thread with it. */
static inline bool ut_is_going(uThd uthread)
{
    return uthread->scheduler && !ut_is_scheduler(uthread->scheduler);
}

/* Walks over the threads of a scheduler: first those of its list, the last added first, then the
 * packed ones, which are found in their pools. The successor is looked up when a thread's turn is
 * over. */
uThd ut_held_after(const struct uThreadScheduler *sch, uThd uthread); /* NULL: the first */
#define UT_EACH_HELD(uthread, sch)                                                                 \
    uThd uthread = ut_held_after(sch, NULL);                                                       \
    uthread;                                                                                       \
    uthread = ut_held_after(sch, uthread)

/* Puts a scheduler in front of the list at TIB_SCHEDULERS, which begins with the scheduler started
 * or made last. */
void ut_list_first(utSch sch);

/* Makes a scheduler hold a thread, or no longer. Packed threads are found without the list. */
static inline void held_add(utSch sch, uThd uthread)
{
    uthread->scheduler = sch;
    if (uthread->flags & UT_PACKED)
        return;
    uThd next = sch->all;
    uthread->allPrevious = NULL;
    uthread->allNext = next;
    sch->all = uthread;
    if (next)
        next->allPrevious = uthread;
}

static inline void held_remove(utSch sch, uThd uthread)
{
    uthread->scheduler = NULL;
    if (uthread->flags & UT_PACKED)
        return;
    uThd next = uthread->allNext, previous = uthread->allPrevious;
    if (next)
        next->allPrevious = previous;
    if (previous)
        previous->allNext = next;
    else
        sch->all = next;
}

/* Tells whether sch is a scheduler that does not run. The last error says why not. */
bool ut_can_start(utSch sch);

/* ---------------------------------------------------------------- ut_start.c */

/* The waits of a thread that runs a scheduler without a ready thread. Their object is that
 * scheduler. */
extern const struct ut_wait_kind ut_hosts, ut_hosts_sleepers;

/* Takes their root from the schedulers that a thread runs. The thread is freed before its end, or
 * ends in the middle of utSchStart.
 */
void ut_leave_hosted(uThd uthread);

/* Whether a thread that a scheduler holds waits and no deadline will end the wait. */
static inline bool ut_is_stuck(uThd uthread)
{
    return uthread->status == UtStatusWait ||
           (uthread->status == UtStatusSleep && !(uthread->wait->flags & UT_TIMED));
}

#endif
