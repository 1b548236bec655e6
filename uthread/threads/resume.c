/* utResume: running a thread by hand, from another thread or from outside of threads. */
#include "kernel/call/trace.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/switch/root.h"

void UT_FAST ut_resume_slowly(uThd uthread); /* called by ut_switch.S */

/* Whether a thread that no scheduler holds still waits: it is not served, and its time has not
 * passed. */
static bool still_waits(uThd uthread)
{
    if (!ut_is_waiting(uthread))
        return false;
    struct utWait *wait = uthread->wait;
    if (uthread->status == UtStatusSleep ||
        (wait->flags & UT_TIMED && wait->deadline <= GetTickCount64()))
        ut_abandon_wait(wait, UtErrorTimedOut);
    return ut_is_waiting(uthread);
}

/* The reason why a thread cannot be resumed. */
static int resume_obstacle(uThd uthread)
{
    ut_need_stack();
    if (uthread->scheduler)
        return UtErrorHeld;
    if (uthread->next)
        return UtErrorRunning;
    if (uthread->status == UtStatusFinish)
        return UtErrorFinished;
    if (uthread->status == UtStatusStop || still_waits(uthread))
        return UtErrorWaiting;
    return UtErrorNone;
}

void UT_FAST ut_resume_slowly(uThd uthread)
{
    if (!ut_is_thread(uthread)) {
        ut_set_error(UtErrorInvalid);
        return;
    }
    int error = resume_obstacle(uthread);
    if (error) {
        ut_set_error(error);
        return;
    }
    uThd root = ut_enter_root(), here = ut_block_here();
    if (root)
        ut_arm();
    uthread->next = here;
    ut_switch(here, uthread);
    uthread->next = NULL;
    if (root)
        ut_exit_root(root);
}

const char *ut_runs_others(uThd uthread)
{
    uThd here = ut_block_here();
    while (here) {
        utSch sch = here->scheduler;
        here = sch ? sch->root : here->next;
        if (here == uthread)
            return sch ? "runs a scheduler" : "has resumed a thread";
    }
    return NULL;
}
