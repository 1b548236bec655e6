/* Schedulers: making and freeing them, and the threads that they hold. ut_start.c runs them. */
#include "uthread/schedule/scheduler.h"

#include "lib/inlining.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/ending.h"

#include <stdlib.h>

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

void ut_list_first(utSch sch)
{
    unlist(sch);
    list_first(sch);
}

utSch utSchedulerCreate(void)
{
    utSch sch = ut_allocate(sizeof *sch);
    if (!sch)
        return NULL;
    sch->magic = SCHEDULER_MAGIC;
    ut_set_home(sch);
    list_first(sch);
    return sch;
}

/* ---------------------------------------------------------------- its threads */

/* Whether a thread runs this scheduler, or a scheduler around it. */
static bool is_host(uThd uthread, utSch sch)
{
    while (sch && sch->root && sch->root != uthread)
        sch = sch->root->scheduler;
    return sch && sch->root;
}

uThd ut_held_after(const struct uThreadScheduler *sch, uThd uthread)
{
    utPool pool = *(utPool *)(void *)tib_word(TIB_POOLS);
    uThd slot = uthread;
    if (uthread)
        while (pool && ((char *)uthread < pool->region || (char *)uthread >= pool->end))
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

/* The reason why a thread cannot be added. */
static int scheduler_obstacle(utSch sch, uThd uthread)
{
    if (uthread->scheduler)
        return UtErrorHeld;
    if (uthread->next || uthread == ut_block_here() || is_host(uthread, sch))
        return UtErrorRunning;
    return uthread->status == UtStatusFinish ? UtErrorFinished : UtErrorNone;
}

/* Makes a thread ready that the scheduler holds from now on. It begins the next round. */
static inline void begin_round(utSch sch, uThd uthread)
{
    ut_make_ready(sch, uthread);
    sch->ready[uthread->priority] = uthread;
}

/* Adds a thread that has begun, unless something is in the way. */
static OWN_STACK void add_begun(utSch sch, uThd uthread)
{
    int error = scheduler_obstacle(sch, uthread);
    if (error) {
        ut_set_error(error);
        return;
    }
    held_add(sch, uthread);
    if (ut_is_waiting(uthread)) {
        ut_adopt_wait(uthread->wait);
        if (sch->idle)
            ready_rouse(sch); /* the wait may be due before all other sleepers */
    } else if (uthread->status != UtStatusStop) {
        begin_round(sch, uthread);
    }
}

void utSchAddUthd(utSch sch, uThd uthread)
{
    ut_need_stack_of_wait();
    if (!ut_valid(ut_is_scheduler(sch) && ut_is_thread(uthread)))
        return;
    if (uthread->scheduler || uthread->status != UtStatusUnstart) {
        add_begun(sch, uthread);
        return;
    }
    held_add(sch, uthread);
    begin_round(sch, uthread);
}

/* Takes a thread out of its scheduler, in any state but running. */
static void ut_release(uThd uthread)
{
    utSch sch = uthread->scheduler;
    if (uthread->next)
        ready_remove(sch, uthread);
    else if (ut_is_waiting(uthread))
        ut_orphan_wait(uthread->wait);
    held_remove(sch, uthread);
}

void ut_leave_hosted(uThd uthread)
{
    for (utSch sch = (utSch)*tib_word(TIB_SCHEDULERS); sch; sch = sch->after)
        if (sch->root == uthread)
            sch->root = NULL;
}

bool ut_can_start(utSch sch)
{
    ut_need_stack();
    if (!ut_valid(ut_is_scheduler(sch)))
        return false;
    if (sch->root)
        ut_set_error(UtErrorBusy);
    return !sch->root;
}

void utSchedulerDestroy(utSch sch)
{
    if (!ut_can_start(sch))
        return;
    sch->magic = 0; /* see ut_is_going */
    for (uThd uthread = ut_held_after(sch, NULL), next; uthread; uthread = next) {
        next = ut_held_after(sch, uthread);
        if (ut_is_waiting(uthread))
            ut_forget_wait(uthread->wait); /* its object must not wake it any more */
        ut_leave_hosted(uthread);
        uthread->result = NULL;
        if (!queue_is_empty(&uthread->joiners))
            ut_wake_joiners(uthread, UtErrorInvalid);
        ut_release(uthread);
        ut_free(uthread);
    }
    unlist(sch);
    free(sch);
    ut_bury();
}

void utSchedulerDestory(utSch sch) __attribute__((alias("utSchedulerDestroy")));
