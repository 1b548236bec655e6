/* What a scheduler does while none of its threads is ready, and when none can ever be. */
#include "kernel/report/trace.h"
#include "kernel/services/service.h"
#include "uthread/ready.h"

#include <seh.h>

static void forget_host(struct utWait *wait)
{
    ((utSch)wait->object)->idle = false;
}

uThd ut_first_stuck(const void *object)
{
    const struct uThreadScheduler *sch = object;
    for (UT_EACH_HELD(uthread, sch))
        if (ut_is_stuck(uthread))
            return uthread;
    return NULL;
}

const struct ut_wait_kind ut_hosts = {
    .text = "waits with the threads of scheduler",
    .forget = forget_host,
    .holder = ut_first_stuck,
};
const struct ut_wait_kind ut_hosts_sleepers = {
    .text = "sleeps with the threads of scheduler",
    .sleeps = true,
    .forget = forget_host,
};

/* Of a root that is a thread: it waits for one of sch's to be ready, while others of its own
 * scheduler run. Whoever makes one ready wakes it (ready.h). */
static int wait_as_thread(utSch sch)
{
    utTime until = sch->sleepers ? sch->sleepers->deadline : UT_FOREVER;
    uThd here = sch->root;
    struct utWait wait = {.thread = here, .kind = &ut_hosts, .object = sch};
    if (sch->sleepers) {
        wait.kind = &ut_hosts_sleepers;
        ut_note_sleep(here, GetTickCount64(), until);
    }
    ut_set_attention(TIB_ATTEND); /* the other scheduler's sleepers may be due */
    sch->idle = true;
    int result = ut_block(&wait, until);
    return result == UtErrorTimedOut ? UtErrorNone : result;
}

/* Whether one of these threads runs it, or one that such a thread runs, and so on. */
static bool is_inside(utSch inner, utSch outer)
{
    while (inner && inner != outer)
        inner = inner->root ? inner->root->scheduler : NULL;
    return inner;
}

/* Of the schedulers inside that wait, the one that was started last, inside which there is none: or
 * NULL. They are listed in that order. */
static utSch last_waiting(utSch sch)
{
    utSch inner = (utSch)*tib_word(TIB_SCHEDULERS);
    for (; inner; inner = inner->after) {
        uThd host = inner != sch ? inner->root : NULL;
        if (host && host->status == UtStatusWait && ut_wait_of(host)->kind == &ut_hosts &&
            is_inside(inner, sch))
            break;
    }
    return inner;
}

/* Halts the CPU until the first sleeper is due. If that is in utSleep and no other sleeps, it goes
 * on at once, with what utSchStart would do; before the clock was waited for, the attention word
 * told that nothing is against it. */
static void wait_for_sleeper(utSch sch, struct utWait *wait)
{
    uThd uthread = wait->thread;
    DWORD attention = ut_attention();
    bool at_once = attention != TIB_ATTEND && !wait->child && wait->kind == &ut_sleeps;
    sys_clock_wait_until(wait->deadline);
    if (!at_once)
        return;
    sch->sleepers = NULL;
    sch->woken++;
    wait->timed = false;
    wait->result = UtErrorTimedOut;
    uthread->wait = NULL;
    uthread->status = UtStatusNormal;
    ready_append(sch, uthread);
    ut_set_slice(sch->slice);
    ut_set_attention(attention);
    ut_switch_from(sch->root, uthread);
}

/* Of a root that is no thread: halts the CPU, or nobody can run any more. Then the scheduler
 * started last ends first, and its thread may still do something about the others. */
static int wait_outside(utSch sch)
{
    if (sch->sleepers) {
        wait_for_sleeper(sch, sch->sleepers);
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

/* Around a hook: what unwinds it unwinds utSchStart, too. */
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

/* Whether the hook has made somebody ready. It runs as the code that called utSchStart. */
static bool is_set_free(utSch sch, bool outside)
{
    struct hook_frame frame = {.sch = sch};
    if (!sch->on_deadlock)
        return false;
    if (outside)
        ut_leave(sch->root);
    seh_link(&frame.record, leave_hook);
    sch->on_deadlock(sch);
    seh_unlink(&frame.record);
    if (outside)
        ut_enter();
    return sch->levels || sch->sleepers;
}

int ut_idle(utSch sch, bool outside)
{
    int result = outside ? wait_outside(sch) : wait_as_thread(sch);
    if (result == UtErrorDeadlock && is_set_free(sch, outside))
        return UtErrorNone;
    return result;
}

int utSchOnDeadlock(utSch sch, void (*hook)(utSch sch))
{
    if (!ut_is_scheduler(sch))
        return UtErrorInvalid;
    sch->on_deadlock = hook;
    return UtErrorNone;
}
