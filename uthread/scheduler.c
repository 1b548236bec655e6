/* Who is next: the ready, the sleeping, and the end of a thread's turn. Starting and destroying
 * whole schedulers: schedulers.c. */
#include "kernel/report/trace.h"
#include "uthread/pool.h"
#include "uthread/ready.h"
#include "uthread/wait.h"

#include <string.h>

/* Called by switch.S, fast.S and preempt.S. */
uThd ut_yield_to(void);
int UT_FAST ut_park_slowly(struct utWait *wait);
uThd ut_end_slice(void);

static void switch_to(uThd to)
{
    trace(switched, (uint32_t)ut_block_here(), (uint32_t)to);
    ut_switch(to);
}

/* ---------------------------------------------------------------- ready threads */

void ut_make_ready(utSch sch, uThd uthread)
{
    ready_append(sch, uthread);
    if (__builtin_expect(sch->levels > 1, 0))
        ut_set_attention(TIB_ATTEND);
}

int uThreadSetPriority(uThd uthread, int priority)
{
    ut_need_stack();
    if (!ut_is_thread(uthread))
        return UtErrorInvalid;
    if (priority < 0 || priority > UT_PRIORITY_MOST)
        return ut_set_error(UtErrorRange);
    utSch sch = uthread->scheduler;
    bool ready = sch && uthread->next;
    if (ready)
        ready_remove(sch, uthread);
    uthread->priority = (BYTE)priority;
    if (priority)
        ut_make_rare(uthread);
    if (ready)
        ut_make_ready(sch, uthread);
    else if (uthread->status == UtStatusWait)
        ut_lengthen_wait(ut_wait_of(uthread));
    return UtErrorNone;
}

/* ---------------------------------------------------------------- the clock */

/* Lets every sleeper that is due go on, in the order of their deadlines. */
static void wake_sleepers(utSch sch)
{
    utTime now = GetTickCount64();
    while (sch->sleepers && sch->sleepers->deadline <= now) {
        struct utWait *wait = sch->sleepers;
        sch->sleepers = sleepers_remove(wait, wait);
        wait->timed = false;
        sch->woken++;
        trace(woken, (uint32_t)wait->thread);
        ut_abandon_wait(wait, UtErrorTimedOut);
    }
}

/* The word is set before the clock is read: a tick in between is not lost. */
void ut_attend(utSch sch)
{
    uThd here = ut_block_here();
    ut_arm();
    ut_set_slice(sch->slice);
    if (sch->sleepers)
        wake_sleepers(sch);
    if (here->scheduler == sch && ready_above(sch, here->priority))
        ut_set_attention(TIB_ATTEND);
}

/* ---------------------------------------------------------------- leaving the CPU */

/* Whose turn it is after here's, or NULL when it is here's again. */
static uThd next_turn(uThd here)
{
    if (pool_overflowed(here)) {
        pool_report_own_damage();
        ut_finish(STATUS_STACK_OVERFLOW, NULL, NULL);
    }
    utSch sch = here->scheduler;
    uThd next = here->next;
    if (sch) {
        ut_attend(sch);
        next = here->next; /* somebody may have woken */
        if (ready_above(sch, here->priority)) {
            sch->ready[here->priority] = next;
            next = ready_first(sch);
        }
    }
    if (next == here)
        return NULL;
    trace(switched, (uint32_t)here, (uint32_t)next);
    return next;
}

uThd ut_yield_to(void)
{
    ut_need_stack();
    uThd here = utCurrent();
    if (!here) {
        ut_set_error(UtErrorOutside);
        return NULL;
    }
    if (ut_cancel_pending(here))
        ut_wait_failed(UtErrorCancelled);
    return next_turn(here);
}

/* What was resumed by hand is a part of who resumed it, and cannot be left without that: its slice
 * ends with utResume. Returns whose turn it is, or NULL. */
uThd ut_end_slice(void)
{
    uThd here = utCurrent();
    if (here && here->scheduler)
        return here->scheduler->slice ? next_turn(here) : NULL;
    if (here)
        ut_set_slice(1);
    return NULL;
}

/* Takes the running thread out of its ring; attend: and looks after the clock as a yield would.
 * Returns who is next. */
static inline uThd leave(utSch sch, uThd here, bool attend)
{
    uThd next = here->next, previous = here->previous;
    bool is_head = sch->ready[here->priority] == here;
    ready_remove(sch, here);
    here->next = NULL;
    if (__builtin_expect(attend, 0)) {
        ut_attend(sch); /* those that wake are in front of the head */
        if (!is_head)
            next = previous->next;
    }
    if (next != here) {
        sch->ready[here->priority] = next; /* who is made ready from now on is behind all others */
        if (!ready_above(sch, here->priority))
            return next;
    }
    next = ready_first(sch);
    return next ? next : sch->root;
}

/* ---------------------------------------------------------------- waiting */

const struct ut_wait_kind ut_sleeps = {.text = "sleeps", .sleeps = true};

void ut_adopt_wait(struct utWait *wait)
{
    utSch sch = wait->thread->scheduler;
    if (ut_deadline(wait) != UT_FOREVER) {
        wait->timed = true;
        wait->order = sch->order++;
        sch->sleepers = sleepers_insert(sch->sleepers, wait);
        if (wait->deadline <= GetTickCount64()) /* no tick will tell */
            ut_set_attention(TIB_ATTEND);
    }
}

void ut_lengthen_wait(struct utWait *wait)
{
    static const struct uThreadScheduler nobody;
    if (wait->brief)
        wait->brief = &nobody;
}

void ut_orphan_wait(struct utWait *wait)
{
    utSch sch = wait->thread->scheduler;
    if (wait->brief) {
        ut_lengthen_wait(wait);
    } else {
        if (wait->timed)
            sch->sleepers = sleepers_remove(sch->sleepers, wait);
        wait->timed = false;
    }
}

/* Milliseconds, as many as a word holds. */
static DWORD span(utTime now, utTime until)
{
    utTime ms = until > now ? until - now : 0;
    return ms < UINT32_MAX ? (DWORD)ms : UINT32_MAX;
}

static void trace_wait(const struct utWait *wait)
{
    if (!wait->kind->sleeps)
        trace(waits, (uint32_t)wait->thread, (uint32_t)wait->kind->text, (uint32_t)wait->object,
              span(GetTickCount64(), wait->deadline));
}

static void trace_wake(const struct utWait *wait, int result)
{
    if (!wait->kind->sleeps)
        trace(signalled, (uint32_t)wait->thread, (uint32_t)wait->object, (uint32_t)result);
}

int UT_FAST ut_park_slowly(struct utWait *wait)
{
    uThd here = wait->thread;
    if (trace_on)
        trace_wait(wait);
    switch_to(here->scheduler ? leave(here->scheduler, here, false) : here->next);
    return wait->result;
}

/* The clock is looked after when the thread has left its ring: a timer that rings meanwhile may
 * wake this very wait, or set its alarm. */
static int park_and_attend(struct utWait *wait)
{
    uThd here = wait->thread;
    if (trace_on)
        trace_wait(wait);
    uThd next = leave(here->scheduler, here, true);
    if (here->wait == wait && !wait->timed)
        ut_adopt_wait(wait);
    switch_to(next);
    return wait->result;
}

/* Who has overflowed ends like one that was cancelled: its call puts its object in order first. */
static bool must_end(uThd here)
{
    if (pool_overflowed(here)) {
        here->flags |= UT_CANCELLED;
        ut_count(here);
    }
    return ut_cancel_pending(here);
}

int ut_block(struct utWait *wait, utTime until)
{
    uThd here = wait->thread;
    bool attend = ut_attention() == TIB_ATTEND;
    if (__builtin_expect(attend, 0) && must_end(here)) {
        ut_forget_wait(wait);
        return UtErrorCancelled;
    }
    here->wait = wait;
    here->status = wait->kind->sleeps ? UtStatusSleep : UtStatusWait;
    wait->brief = NULL;
    wait->deadline = until;
    wait->timed = false;
    wait->order = 0;
    if (here->scheduler) {
        if (__builtin_expect(attend, 0))
            return park_and_attend(wait);
        if (until != UT_FOREVER)
            ut_adopt_wait(wait);
    }
    return ut_park(wait);
}

const struct ut_brief_end *ut_brief_end(void (*served)(void))
{
    const struct ut_brief_end *end = ut_brief_ends;
    while (end->served && end->served != served)
        end++;
    return end->served ? end : NULL;
}

static void fail_briefly(uThd uthread, int result)
{
    struct parked_stack *parked = ut_parked(uthread);
    uthread->lastError = (BYTE)result;
    ut_make_rare(uthread);
    parked->entry = ut_brief_end(parked->entry)->failed;
}

void ut_wake(struct utWait *wait, int result)
{
    uThd uthread = wait->thread;
    utSch sch = uthread->scheduler;
    if (__builtin_expect(trace_on, 0))
        trace_wake(wait, result);
    if (!wait->brief)
        wait->result = result;
    else if (result != UtErrorNone)
        fail_briefly(uthread, result);
    uthread->wait = NULL;
    uthread->status = UtStatusNormal;
    if (!sch)
        return;
    ut_orphan_wait(wait);
    ut_make_ready(sch, uthread);
}

void ut_forget_wait(struct utWait *wait)
{
    if (wait->kind->forget)
        wait->kind->forget(wait);
    else if (wait->next)
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

void ut_stop(void)
{
    uThd here = ut_block_here();
    utSch sch = here->scheduler;
    here->status = UtStatusStop;
    switch_to(sch ? leave(sch, here, ut_attention() == TIB_ATTEND) : here->next);
}

void ut_go_on(uThd uthread)
{
    uthread->status = UtStatusNormal;
    if (uthread->scheduler)
        ut_make_ready(uthread->scheduler, uthread);
}

void ut_note_sleep(uThd here, utTime now, utTime until)
{
    here->sleepTime = (DWORD)now;
    here->sleepDuri = span(now, until);
    trace(slept, (uint32_t)here, here->sleepDuri);
}

static int sleep(utTime now, utTime until)
{
    ut_need_stack();
    uThd here = utCurrent();
    if (!here)
        return ut_set_error(UtErrorOutside);
    ut_note_sleep(here, now, until);
    struct utWait wait = {.thread = here, .kind = &ut_sleeps};
    ut_block(&wait, until);
    return ut_cancel_pending(here) ? ut_wait_failed(UtErrorCancelled) : UtErrorNone;
}

uThd __attribute__((regparm(1))) ut_leave_ring(uThd here)
{
    return leave(here->scheduler, here, false);
}

void ut_sleep_slowly(DWORD ms)
{
    utTime now = GetTickCount64();
    sleep(now, now + ms);
}

int utSleepUntil(utTime until)
{
    return sleep(GetTickCount64(), until);
}

utTime utAfter(DWORD ms)
{
    return GetTickCount64() + ms;
}

/* ---------------------------------------------------------------- the end */

/* What is left of a thread that has ended. */
static void mark_finished(uThd uthread, DWORD status, void *result, const EXCEPTION_RECORD *record)
{
    uthread->status = UtStatusFinish;
    uthread->shields = 0;
    uthread->exitStatus = status;
    uthread->result = result;
    uthread->record = record;
    if (__builtin_expect(uthread->flags & (UT_DETACHED | UT_UNWINDING), 0)) {
        if (uthread->flags & UT_PACKED) /* for the next one there: see begin in thread.c */
            uthread->regs[5] = (int)ut_entry_body;
        if (uthread->flags & UT_DETACHED)
            ut_bury_later(uthread);
    }
}

/* To the upper end of the thread's own dead stack, where all that may lie now is the outermost
 * frames: those that run this are below an exception's context, or on another stack. */
static const EXCEPTION_RECORD *keep_record(uThd uthread, const EXCEPTION_RECORD *record)
{
    EXCEPTION_RECORD *kept = (EXCEPTION_RECORD *)uthread - 1;
    memmove(kept, record, sizeof *kept);
    kept->ExceptionRecord = NULL; /* that is on the dead stack, too, and not kept */
    return kept;
}

void ut_finish(DWORD status, void *result, const EXCEPTION_RECORD *record)
{
    uThd here = ut_block_here();
    if (pool_overflowed(here)) {
        pool_report_own_damage();
        status = STATUS_STACK_OVERFLOW;
        result = NULL;
    } else if (__builtin_expect(here->extra != NULL, 0)) {
        ut_call_destructors(here);
    }
    utSch sch = here->scheduler; /* which may have got it while a destructor waited */
    uThd next = here->next;
    trace(finished, (uint32_t)here, status);
    ut_forget_fpu(here);
    struct utWait *joiners = ut_joiners(here);
    if (joiners)
        ut_wake_joiners(joiners, status || record ? UtErrorFaulted : UtErrorNone, result);
    if (sch) {
        sch->ended++;
        next = leave(sch, here, ut_attention() == TIB_ATTEND);
    }
    if (record)
        record = keep_record(here, record);
    mark_finished(here, status, result, record);
    switch_to(next);
    __builtin_unreachable();
}

void ut_finish_unstarted(uThd uthread, DWORD status)
{
    utSch sch = uthread->scheduler;
    trace(finished, (uint32_t)uthread, status);
    ut_forget_fpu(uthread);
    struct utWait *joiners = ut_joiners(uthread);
    if (joiners)
        ut_wake_joiners(joiners, UtErrorFaulted, NULL);
    if (sch) {
        sch->ended++;
        ready_remove(sch, uthread);
    }
    uthread->next = NULL;
    uthread->magic = UT_MAGIC;
    mark_finished(uthread, status, NULL, NULL);
}
