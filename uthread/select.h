/* What select knows of the kinds of its cases: a row for each, in the file of the object. */
#ifndef UTHREAD_SELECT_H
#define UTHREAD_SELECT_H

#include "uthread/wait.h"

enum { WOULD_WAIT = -1 };

struct ut_case_kind {
    size_t queue; /* where in the object the queue is in which the case has its place */
    /* UtErrorNone if the case, whose handle is not NULL, can be done at once, or WOULD_WAIT; any
     * other result is the reason why no select can have it. */
    int UT_FAST (*ready)(const utCase *it);
    /* Does a ready one. Returns its outcome. */
    int UT_FAST (*take)(const utCase *it);
    /* A place has been served in the queue, with this value and outcome. NULL: nothing is left to
     * do then. */
    void (*served)(const utCase *it, void *value, int outcome);
    /* Of a case that a clock may serve, else NULL: when it looks next, and the look. */
    utTime (*next_ring)(const utCase *it);
    void (*ring)(const utCase *it);
};

extern const struct ut_case_kind ut_receive_case, ut_send_case, ut_semaphore_case, ut_event_case,
    ut_timer_case, ut_join_case;

/* Gives the select of a place another deadline, because a next_ring has changed. */
void ut_change_ring(struct utWait *place);

#endif
