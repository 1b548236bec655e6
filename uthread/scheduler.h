/* A scheduler: its rings of ready threads, its sleepers, and the threads that it holds. */
#ifndef UTHREAD_SCHEDULER_H
#define UTHREAD_SCHEDULER_H

#include "kernel/report/trace.h"
#include "uthread/wait.h"

#define SCHEDULER_MAGIC 0x68635375 /* "uSch" */

struct uThreadScheduler {
    DWORD magic;
    DWORD levels;                     /* bit n: ready[n] is not NULL */
    uThd ready[UT_PRIORITY_MOST + 1]; /* one ring a priority: the thread that begins its round */
    struct utWait *sleepers;          /* the one to wake first, or NULL: see sleepers.c */
    uThd all;                         /* a list of every thread held, but for packed ones */
    uThd root;                        /* the code that called utSchStart, while it runs */
    bool idle;                        /* root is a thread, and waits for one of these to be ready */
    DWORD order;                      /* the next sleeper's */
    DWORD slice;                      /* milliseconds, or 0 */
    DWORD woken, ended;               /* for utSchStatistics */
    void (*on_deadlock)(utSch sch);
    utSch after, before; /* in the list at TIB_SCHEDULERS */
};

/* ---------------------------------------------------------------- ready threads */

/* The running thread stays in its ring, so to yield is to go to next. The head of a ring begins a
 * round: a thread that becomes ready is put in front of it. */

/* The head of the highest ring, or NULL. */
static inline uThd ready_first(utSch sch)
{
    return sch->levels ? sch->ready[31 - __builtin_clz(sch->levels)] : NULL;
}

/* Whether a thread is ready above this priority. */
static inline bool ready_above(utSch sch, unsigned priority)
{
    return sch->levels >> priority > 1;
}

/* Records a switch that is about to be, while events are recorded. */
void ut_trace_switch(uThd from, uThd to);

/* Lets the thread go on that runs this scheduler and waits for one of its threads to be ready. */
void ready_rouse(utSch sch);

/* Puts a thread behind all others of its priority. */
static inline void ready_append(utSch sch, uThd uthread)
{
    uThd *ring = &sch->ready[uthread->priority], head = *ring;
    if (__builtin_expect(!head, 0)) {
        *ring = uthread->next = uthread->previous = uthread;
        sch->levels |= 1u << uthread->priority;
        if (sch->idle)
            ready_rouse(sch);
        return;
    }
    uThd last = head->previous;
    uthread->next = head;
    uthread->previous = last;
    last->next = uthread;
    head->previous = uthread;
}

/* Takes a thread out of its ring, whose head is the next thread then if it was the head. */
static inline void ready_remove(utSch sch, uThd uthread)
{
    uThd *ring = &sch->ready[uthread->priority], next = uthread->next, previous = uthread->previous;
    uthread->next = NULL;
    if (__builtin_expect(next == uthread, 0)) {
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
    ready_append(sch, uthread);
    if (__builtin_expect(sch->levels > 1, 0))
        ut_set_attention(TIB_ATTEND);
}

/* Takes the running thread, here, out of its ring. Whether there is a next one in it. */
static inline bool ready_leave(utSch sch, uThd here, uThd *ready)
{
    unsigned priority = here->priority;
    uThd next = here->next, previous = here->previous;
    here->next = NULL;
    if (__builtin_expect(next == here, 0)) {
        sch->ready[priority] = NULL;
        sch->levels &= ~(1u << priority);
        return false;
    }
    previous->next = next;
    next->previous = previous;
    sch->ready[priority] = *ready = next; /* what becomes ready from now on is behind all others */
    return true;
}

/* The thread that goes on when here leaves, while something needs a decision, its ring is empty now
 * or no scheduler holds it. next: of its ring, or NULL. */
uThd UT_FAST ut_choose(uThd here, uThd next);

/* Takes the running thread, here, out of its ring. Returns the thread that goes on: the next ready
 * one of its scheduler, or its resumer. */
static inline uThd ut_leave_ring(uThd here)
{
    utSch sch = here->scheduler;
    uThd next = NULL;
    if (__builtin_expect(sch != NULL, 1) && ready_leave(sch, here, &next) && !ut_must_attend())
        return next;
    return ut_choose(here, next);
}

/* Lets the first sleeper go on, which is due, and all that are due with it. */
void UT_FAST ut_wake_first(utSch sch);

/* Looks at the sleepers, and opens the short way of switches if nothing is against it. */
void ut_attend(utSch sch);

/* The same for the running thread that is about to leave its ring otherwise than by a wait. */
static inline void ut_attend_if_due(uThd here)
{
    if (ut_must_attend() && here->scheduler)
        ut_attend(here->scheduler);
}

/* ---------------------------------------------------------------- sleepers.c */

/* A heap of waits by deadline, first come first served among equals: wait's order is the latest.
 * Returns the heap. */
static inline struct utWait *sleepers_insert(struct utWait *heap, struct utWait *wait)
{
    if (heap && wait->deadline >= heap->deadline) {
        struct utWait *first = heap->child;
        heap->child = wait;
        wait->child = NULL;
        wait->sibling = first;
        wait->back = heap;
        if (first)
            first->back = wait;
        return heap;
    }
    wait->child = heap;
    wait->sibling = wait->back = NULL;
    if (heap)
        heap->back = wait;
    return wait;
}

/* Adds a wait to a scheduler's sleepers. */
static inline void sleepers_add(utSch sch, struct utWait *wait)
{
    wait->order = sch->order++;
    sch->sleepers = sleepers_insert(sch->sleepers, wait);
}

/* Takes a wait out of a heap. Returns the heap. */
struct utWait *sleepers_remove(struct utWait *heap, struct utWait *wait);

/* ---------------------------------------------------------------- scheduler.c */

static inline bool ut_is_scheduler(utSch sch)
{
    return __builtin_expect(sch && sch->magic == SCHEDULER_MAGIC, 1);
}

/* Whether a thread's scheduler is being destroyed, and so the thread. */
static inline bool ut_is_going(uThd uthread)
{
    return uthread->scheduler && !ut_is_scheduler(uthread->scheduler);
}

/* Every thread of a scheduler: the one added last first, and then the packed ones, which are found
 * in their pools. What stands behind one is as it was when that one's turn begins. */
uThd ut_held_after(const struct uThreadScheduler *sch, uThd uthread); /* NULL: the first */
#define UT_EACH_HELD(uthread, sch)                                                                 \
    uThd uthread = ut_held_after(sch, NULL);                                                       \
    uthread;                                                                                       \
    uthread = ut_held_after(sch, uthread)

/* Puts a scheduler in front of the list at TIB_SCHEDULERS, which begins with the one that was
 * started last, or made. */
void ut_list_first(utSch sch);

/* Makes a scheduler hold a thread, or no longer. Packed ones are found without the list. */
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

/* Takes a thread out of its scheduler, whatever its state but running. */
void ut_release(uThd uthread);

/* ---------------------------------------------------------------- start.c */

/* Of a thread that runs a scheduler none of whose threads is ready; the object is that one. */
extern const struct ut_wait_kind ut_hosts, ut_hosts_sleepers;

/* A thread that is freed while it has not ended: schedulers that it runs are run by no code then.
 */
void ut_leave_hosted(uThd uthread);

/* Whether a thread that a scheduler holds waits for what no clock will bring. */
static inline bool ut_is_stuck(uThd uthread)
{
    return uthread->status == UtStatusWait ||
           (uthread->status == UtStatusSleep && !(uthread->wait->flags & UT_TIMED));
}

/* The first of its threads of which this is so, or NULL. */
uThd ut_first_stuck(const void *sch);

#endif
