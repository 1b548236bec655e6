/* The kinds of a select's cases: a row for each, in the file of its object. */
#ifndef UTHREAD_SELECT_H
#define UTHREAD_SELECT_H

#include "uthread/waits/ut_wait.h"

enum { WOULD_WAIT = -1 };

struct ut_case_kind {
    size_t queue; /* offset in the object of the queue in which the case has its place */
    /* Looks at a case whose handle is not NULL. UtErrorNone: it can be done at once. WOULD_WAIT: it
     * cannot. Any other result is the reason why no select can have it. */
    int UT_FAST (*ready)(const utCase *it);
    /* Does a ready case. Returns its outcome. */
    int UT_FAST (*take)(const utCase *it);
    /* Completes a case whose place has been served with this value and outcome. NULL: nothing is
     * left to do. */
    void (*served)(const utCase *it, void *value, int outcome);
    /* For a case that a clock may serve: the tick of its next ring, and the call that serves the
     * ring. Else NULL. */
    utTime (*next_ring)(const utCase *it);
    void (*ring)(const utCase *it);
};

extern const struct ut_case_kind ut_receive_case, ut_send_case, ut_semaphore_case, ut_event_case,
    ut_timer_case, ut_join_case;

/* Gives the select of a place another deadline, because a next_ring has changed. */
void ut_change_ring(struct utWait *place);

#endif
