/* The rings of ready threads, one a priority. For scheduler.c and who blocks or wakes on a hot
 * path. */
#ifndef UTHREAD_READY_H
#define UTHREAD_READY_H

#include "uthread/uthread_impl.h"

/* The head of the highest ring, or NULL. */
static inline uThd ready_first(utSch sch)
{
    return sch->levels ? sch->ready[31 - __builtin_clz(sch->levels)] : NULL;
}

/* Whether someone is ready above this priority. */
static inline bool ready_above(utSch sch, unsigned priority)
{
    return sch->levels >> priority > 1;
}

/* Lets a thread that waits for one of this scheduler's to be ready go on. */
static inline void ready_rouse(utSch sch)
{
    if (__builtin_expect(sch->idle, 0)) {
        sch->idle = false;
        ut_wake(sch->root->wait, UtErrorNone);
    }
}

/* Puts a thread behind all others of its priority: in front of its ring's head. */
static inline void ready_append(utSch sch, uThd uthread)
{
    uThd *ring = &sch->ready[uthread->priority];
    uThd head = *ring;
    if (!head) {
        *ring = uthread->next = uthread->previous = uthread;
        sch->levels |= 1u << uthread->priority;
        ready_rouse(sch);
        return;
    }
    uThd last = head->previous;
    uthread->next = head;
    uthread->previous = last;
    last->next = uthread;
    head->previous = uthread;
}

/* Takes one out. next and previous stay what they were. */
static inline void ready_remove(utSch sch, uThd uthread)
{
    uThd *ring = &sch->ready[uthread->priority];
    uThd next = uthread->next;
    if (next == uthread) {
        *ring = NULL;
        sch->levels &= ~(1u << uthread->priority);
        return;
    }
    uThd previous = uthread->previous;
    previous->next = next;
    next->previous = previous;
    if (*ring == uthread)
        *ring = next;
}

/* Makes a scheduler hold a thread, or no longer. Packed ones are found without the list. */
static inline void held_add(utSch sch, uThd uthread)
{
    uthread->scheduler = sch;
    uthread->flags |= UT_HELD;
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
    uthread->flags &= (BYTE)~UT_HELD;
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

#endif
