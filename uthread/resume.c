/* Running a thread by hand, from another one or from outside of threads. */
#include "kernel/report/trace.h"
#include "uthread/root.h"
#include "uthread/scheduler.h"

/* Whether a thread that no scheduler holds has not got what it waits for, and cannot give up. */
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

/* Why a thread cannot be resumed. */
static int __attribute__((noinline)) obstacle(uThd uthread)
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

/* Runs it until it gives the CPU back. here: the resumer. */
static inline void run(uThd here, uThd uthread)
{
    uthread->next = here;
    ut_switch(here, uthread);
    uthread->next = NULL;
}

/* The same outside of threads, or while something needs a decision. */
static void __attribute__((noinline)) run_attended(uThd uthread)
{
    uThd root = ut_enter_root(), here = ut_block_here();
    if (root)
        ut_arm();
    ut_trace_switch(here, uthread);
    run(here, uthread);
    if (root)
        ut_exit_root(root);
}

void UT_FAST utResume(uThd uthread)
{
    ut_need_stack_of_wait();
    if (!ut_is_thread(uthread)) {
        ut_set_error(UtErrorInvalid);
        return;
    }
    if (__builtin_expect(uthread->scheduler || uthread->next || uthread->status > UtStatusNormal,
                         0)) {
        int error = obstacle(uthread);
        if (error) {
            ut_set_error(error);
            return;
        }
    }
    if (ut_must_attend())
        run_attended(uthread);
    else
        run(ut_block_here(), uthread);
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
