/* utSchStart: runs a scheduler's threads in turns. While no thread is ready it waits. When none can
 * ever be ready, it reports the deadlock. */
#include "kernel/call/service.h"
#include "kernel/call/trace.h"
#include "uthread/report/ut_report.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/switch/root.h"
#include "uthread/threads/ending.h"
#include "uthread/waits/block.h"

#include <seh.h>

/* ---------------------------------------------------------------- a thread as the root */

static void forget_host(struct utWait *wait)
{
    ((utSch)wait->queue)->idle = false;
}

/* Returns the first of a scheduler's threads that is stuck, or NULL. */
static uThd ut_first_stuck(const void *object)
{
    const struct uThreadScheduler *sch = object;
    for (UT_EACH_HELD(uthread, sch))
        if (ut_is_stuck(uthread))
            return uthread;
    return NULL;
}

const struct ut_wait_kind ut_hosts = {
    .text = "waits with the threads of scheduler",
    .unlinked = true,
    .forget = forget_host,
    .holder = ut_first_stuck,
};
const struct ut_wait_kind ut_hosts_sleepers = {
    .text = "sleeps with the threads of scheduler",
    .sleeps = true,
    .unlinked = true,
    .forget = forget_host,
};

/* Waits as a thread, sch's root, until one of sch's threads is ready. Other threads of the root's
 * own scheduler run meanwhile. */
static int wait_as_thread(utSch sch)
{
    uThd here = sch->root;
    struct utWait wait = {.thread = here, .kind = &ut_hosts, .queue = sch};
    int status = UtStatusWait;
    int refusal = ut_refusal(); /* wakes the due sleepers of the root's own scheduler */
    if (refusal)
        return refusal;
    if (sch->levels)
        return UtErrorNone; /* one of those sleepers has made it so */
    utTime until = sch->sleepers ? sch->sleepers->deadline : UT_FOREVER;
    if (sch->sleepers) {
        wait.kind = &ut_hosts_sleepers;
        status = UtStatusSleep;
        ut_note_sleep(here, GetTickCount64(), until);
    }
    sch->idle = true;
    /* The resumer's sleepers may be due, or no tick comes for this deadline. */
    if (!here->scheduler || until <= GetTickCount64())
        ut_set_attention(TIB_ATTEND);
    ut_set_time(here, &wait, until);
    int result = ut_block(here, &wait, status);
    ut_attend(sch);
    return result == UtErrorTimedOut ? UtErrorNone : result;
}

/* ---------------------------------------------------------------- no thread as the root */

/* Whether a thread of outer runs inner, directly or through schedulers between them. */
static bool is_inside(utSch inner, utSch outer)
{
    while (inner && inner != outer)
        inner = inner->root ? inner->root->scheduler : NULL;
    return inner;
}

/* Returns the scheduler inside sch that was started last and waits, or NULL. The list is in the
 * order of starts, so no waiting scheduler is inside the result. */
static utSch last_waiting(utSch sch)
{
    utSch inner = (utSch)*tib_word(TIB_SCHEDULERS);
    for (; inner; inner = inner->after) {
        uThd host = inner != sch ? inner->root : NULL;
        if (host && host->status == UtStatusWait && host->wait->kind == &ut_hosts &&
            is_inside(inner, sch))
            break;
    }
    return inner;
}

/* Halts the CPU until the first sleeper is due, and wakes it. Nothing runs meanwhile, so the
 * attention word keeps its value from the last look at the sleepers. */
static void wait_for_sleeper(utSch sch)
{
    DWORD attention = ut_attention();
    utTime due = sch->sleepers->deadline;
    sys_clock_wait_until(due);
    ut_set_attention(attention);
    ut_set_slice(sch->slice);
    do
        ut_wake_first(sch);
    while (sleepers_first_is_due(sch, due));
}

/* Waits for a root that is no thread: halts the CPU. Without a sleeper it is a deadlock. Then the
 * scheduler started last ends first, because the thread that runs it may set others free. */
static int wait_outside(utSch sch)
{
    if (sch->sleepers) {
        wait_for_sleeper(sch);
        return UtErrorNone;
    }
    ut_report_deadlock(sch);
    utSch inner = last_waiting(sch);
    if (!inner)
        return UtErrorDeadlock;
    inner->idle = false;
    ut_wake(inner->root->wait, UtErrorDeadlock);
    return UtErrorNone;
}

/* The handler's frame around a hook: an unwinding of the hook unwinds utSchStart, too. */
struct hook_frame {
    EXCEPTION_REGISTRATION_RECORD record;
    utSch sch;
};

static EXCEPTION_DISPOSITION leave_hook(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        ((struct hook_frame *)frame)->sch->root = NULL;
    return ExceptionContinueSearch;
}
SEH_REGISTER_HANDLER(leave_hook);

/* Calls the hook, as the code that called utSchStart. Returns whether it has made a thread ready or
 * given it a deadline. */
static bool is_set_free(utSch sch, bool outside)
{
    struct hook_frame frame = {.sch = sch};
    if (!sch->on_deadlock)
        return false;
    if (outside)
        ut_exit_root(sch->root);
    seh_link(&frame.record, leave_hook);
    sch->on_deadlock(sch);
    seh_unlink(&frame.record);
    if (outside)
        ut_enter_root();
    return sch->levels || sch->sleepers;
}

/* Waits until one of sch's threads is ready. outside: its root is no thread. Returns UtErrorNone,
 * or the reason why sch must end. */
static int idle(utSch sch, bool outside)
{
    int result = outside ? wait_outside(sch) : wait_as_thread(sch);
    if (result == UtErrorDeadlock && is_set_free(sch, outside))
        return UtErrorNone;
    return result;
}

int utSchOnDeadlock(utSch sch, void (*hook)(utSch sch))
{
    if (!ut_is_scheduler(sch))
        return ut_set_error(UtErrorInvalid);
    sch->on_deadlock = hook;
    return UtErrorNone;
}

/* ---------------------------------------------------------------- running */

void utSchStart(utSch sch)
{
    if (!ut_can_start(sch))
        return;
    uThd outside = ut_enter_root();
    int result = UtErrorNone;
    DWORD slice = outside ? 0 : ut_slice(); /* the calling thread's */
    sch->root = ut_block_here();
    ut_list_first(sch);
    if (outside && trace_on)
        sys_trace_thread_named(outside, "scheduler");
    ut_attend(sch);
    while (!result && (sch->levels || sch->sleepers || ut_first_stuck(sch))) {
        if (sch->levels) {
            ut_switch(sch->root, ready_first(sch));
            if (ut_must_attend())
                ut_attend(sch);
        } else {
            result = idle(sch, outside != NULL);
        }
    }
    sch->root = NULL;
    ut_set_slice(slice);
    ut_exit_root(outside);
    if (result)
        ut_wait_failed(result);
}
