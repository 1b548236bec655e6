/* A scheduler's sleepers: waits with a deadline, as a heap. */
#ifndef UTHREAD_SLEEPERS_H
#define UTHREAD_SLEEPERS_H

#include "uthread/schedule/ut_ready.h"

/* Inserts a wait into a heap of waits by deadline, and returns the heap. Among equal deadlines the
 * first inserted wakes first: wait has the latest order. */
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

/* Whether a scheduler's first sleeper is due at a tick. */
static inline bool sleepers_first_is_due(utSch sch, utTime now)
{
    return sch->sleepers && sch->sleepers->deadline <= now;
}

/* Takes a wait out of a heap. Returns the heap. */
struct utWait *sleepers_remove(struct utWait *heap, struct utWait *wait);

#endif
