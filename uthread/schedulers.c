/* Schedulers as a whole: making and freeing them, what they hold, and running them. */
#include "kernel/report/trace.h"
#include "kernel/services/service.h"
#include "uthread/pool.h"
#include "uthread/ready.h"

#include <stdlib.h>

bool ut_is_scheduler(utSch sch)
{
    if (sch && sch->magic == SCH_MAGIC)
        return true;
    ut_set_error(UtErrorInvalid);
    return false;
}

/* The list of all begins with the one that was started last, or made. */
static void list_first(utSch sch)
{
    utSch *list = (utSch *)tib_word(TIB_SCHEDULERS);
    sch->before = NULL;
    sch->after = *list;
    if (sch->after)
        sch->after->before = sch;
    *list = sch;
}

static void unlist(utSch sch)
{
    if (sch->after)
        sch->after->before = sch->before;
    if (sch->before)
        sch->before->after = sch->after;
    else
        *tib_word(TIB_SCHEDULERS) = (DWORD)sch->after;
}

utSch utSchedulerCreate(void)
{
    utSch sch = calloc(1, sizeof *sch);
    if (!sch) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    sch->magic = SCH_MAGIC;
    list_first(sch);
    return sch;
}

/* ---------------------------------------------------------------- what it holds */

/* Whether it runs this scheduler, or one around it. */
static bool is_host(uThd uthread, utSch sch)
{
    while (sch && sch->root && sch->root != uthread)
        sch = sch->root->scheduler;
    return sch && sch->root;
}

static bool is_in(utPool pool, uThd uthread)
{
    return (char *)uthread >= pool->region && (char *)uthread < pool->end;
}

uThd ut_held_after(const struct uThreadScheduler *sch, uThd uthread)
{
    utPool pool = *(utPool *)(void *)tib_word(TIB_POOLS);
    uThd slot = uthread;
    if (uthread)
        while (pool && !is_in(pool, uthread))
            pool = pool->after;
    if (!uthread || !pool) {
        uThd next = uthread ? uthread->allNext : sch->all;
        if (next)
            return next;
        pool = *(utPool *)(void *)tib_word(TIB_POOLS);
        slot = NULL;
    }
    for (; pool; pool = pool->after, slot = NULL)
        while ((slot = pool_slot_after(pool, slot)))
            if (slot->scheduler == sch)
                return slot;
    return NULL;
}

/* Why a thread cannot be added. */
static int obstacle(utSch sch, uThd uthread)
{
    if (uthread->scheduler)
        return UtErrorHeld;
    if (uthread->next || uthread == ut_block_here() || is_host(uthread, sch))
        return UtErrorRunning;
    return uthread->status == UtStatusFinish ? UtErrorFinished : UtErrorNone;
}

/* Of one that has begun. */
static bool add_begun(utSch sch, uThd uthread)
{
    ut_need_stack();
    int error = obstacle(sch, uthread);
    if (error) {
        ut_set_error(error);
        return false;
    }
    uthread->magic = UT_MAGIC;
    if (!ut_is_waiting(uthread) && uthread->status != UtStatusStop)
        return true;
    held_add(sch, uthread);
    if (ut_is_waiting(uthread)) {
        ut_adopt_wait(ut_wait_of(uthread));
        ready_rouse(sch); /* it may be due before all others */
    }
    return false;
}

void ut_add_slowly(utSch sch, uThd uthread); /* called by life.S */

void ut_add_slowly(utSch sch, uThd uthread)
{
    if (!ut_is_scheduler(sch) || !ut_is_thread(uthread))
        return;
    if (__builtin_expect(((DWORD)uthread->scheduler | (DWORD)uthread->status) == 0, 1))
        uthread->magic = UT_MAGIC;
    else if (!add_begun(sch, uthread))
        return;
    if (__builtin_expect(sch->idle, 0))
        ut_need_stack();
    held_add(sch, uthread);
    ready_append(sch, uthread);
    sch->ready[uthread->priority] = uthread;
    if (__builtin_expect(sch->levels > 1, 0))
        ut_set_attention(TIB_ATTEND);
}

void ut_release(uThd uthread)
{
    utSch sch = uthread->scheduler;
    if (uthread->next)
        ready_remove(sch, uthread);
    else if (ut_is_waiting(uthread))
        ut_orphan_wait(ut_wait_of(uthread));
    uthread->next = NULL;
    held_remove(sch, uthread);
}

/* What a thread waits for must not wake it once it is freed. */
static void leave_object(uThd uthread)
{
    if (ut_is_waiting(uthread))
        ut_forget_wait(ut_wait_of(uthread));
}

void ut_leave_hosted(uThd uthread)
{
    if (!(uthread->flags & UT_RARE))
        return;
    for (utSch sch = (utSch)*tib_word(TIB_SCHEDULERS); sch; sch = sch->after)
        if (sch->root == uthread)
            sch->root = NULL;
}

void utSchedulerDestory(utSch sch)
{
    ut_need_stack();
    if (!ut_is_scheduler(sch))
        return;
    if (sch->root) {
        ut_set_error(UtErrorBusy);
        return;
    }
    for (uThd uthread = ut_held_after(sch, NULL), next; uthread; uthread = next) {
        next = ut_held_after(sch, uthread);
        leave_object(uthread);
        ut_leave_hosted(uthread);
        struct utWait *joiners = uthread->status == UtStatusFinish ? NULL : ut_joiners(uthread);
        if (joiners)
            ut_wake_joiners(joiners, UtErrorInvalid, NULL);
        ut_release(uthread);
        ut_free(uthread);
    }
    unlist(sch);
    sch->magic = 0;
    free(sch);
    ut_bury();
}

void utSchedulerDestroy(utSch sch) __attribute__((alias("utSchedulerDestory")));

/* ---------------------------------------------------------------- running */

uThd ut_enter(void)
{
    *tib_word(TIB_PREEMPT) =
        (DWORD)ut_preempted; /* slices may be those of a scheduler in a thread */
    if (utCurrent())
        return NULL;
    uThd root = ut_block_here();
    ut_init_fpu(root);
    root->flags = 0;
    tib_current()->NtTib.FiberData = root;
    return root;
}

void ut_leave(uThd outside)
{
    ut_set_attention(TIB_ATTEND);
    if (outside) {
        ut_forget_fpu(outside);
        tib_current()->NtTib.FiberData = NULL;
        *tib_word(TIB_PREEMPT) = 0;
    }
    ut_bury();
}

void utSchStart(utSch sch)
{
    ut_need_stack();
    if (!ut_is_scheduler(sch))
        return;
    if (sch->root) {
        ut_set_error(UtErrorBusy);
        return;
    }
    uThd outside = ut_enter();
    int result = UtErrorNone;
    DWORD slice = outside ? 0 : ut_slice(); /* of the thread that calls this */
    sch->root = ut_block_here();
    ut_make_rare(sch->root);
    unlist(sch);
    list_first(sch);
    if (outside && trace_on)
        sys_trace_thread_named(outside, "scheduler");
    while (!result && (sch->levels || sch->sleepers || ut_first_stuck(sch))) {
        ut_attend(sch);
        if (sch->levels) {
            uThd first = ready_first(sch);
            trace(switched, (uint32_t)sch->root, (uint32_t)first);
            ut_switch(first);
            continue;
        }
        result = ut_idle(sch, outside != NULL);
    }
    sch->root = NULL;
    ut_set_slice(slice);
    ut_leave(outside);
    if (result)
        ut_wait_failed(result);
}
