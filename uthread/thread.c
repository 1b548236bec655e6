/* Threads: making them, freeing them, running one by hand. */
#include "kernel/memory/stacks.h"
#include "kernel/report/trace.h"
#include "kernel/services/service.h"
#include "seh_emul/dispatch/unhandled.h"
#include "uthread/pool.h"
#include "uthread/ready.h"

#include <stdlib.h>
#include <string.h>

uThd ut_init(void *stack, void *top, void *limit)
{
    uThd uthread = top;
    *uthread = (struct uThread){.stack = stack, .stackSize = (char *)top - (char *)stack};
    ut_first_stack(uthread)->limit = limit;
    return uthread;
}

void ut_renew(uThd uthread, void *limit, DWORD flags, void (*entry)(void))
{
    struct first_stack *first = ut_first_stack(uthread);
    first->limit = limit;
    first->chain = &first->final_frame.record;
    first->entry = entry;
    first->final_frame = (struct final_frame){{EXCEPTION_CHAIN_END, seh_final_handler}, {0}};
    uthread->regs[1] = (int)&first->limit;
    uthread->regs[5] = (int)entry;
    uthread->sleepDuri = 0;
    uthread->next = NULL;
    uthread->previous = uthread;
    uthread->status = UtStatusUnstart;
    ut_init_fpu(uthread);
    uthread->lastError = uthread->priority = 0;
    uthread->flags = (BYTE)flags;
    uthread->shields = UT_NEW;
}

/* Makes a thread of such a block. */
static uThd begin(uThd uthread, function func, void *argument)
{
    uthread->regs[4] = (int)argument;
    uthread->func = func;
    uthread->status = UtStatusUnstart;
    uthread->shields = UT_NEW;
    uthread->magic = UT_MAGIC_YIELDED;
    if (__builtin_expect(trace_on, 0))
        trace(created, (uint32_t)uthread, (uint32_t)uthread->func);
    return uthread;
}

/* The same on a stack of the default size, or NULL. */
static uThd begin_on_stack(void (*entry)(void), function func, void *argument)
{
    uThd uthread = ut_take_stack();
    if (!uthread)
        return NULL;
    ut_renew(uthread, ut_first_stack(uthread)->limit, 0, entry);
    return begin(uthread, func, argument);
}

uThd uThreadCreated(void *stack, int stackSize, function func)
{
    if (!stack || !func) {
        ut_set_error(UtErrorInvalid);
        return NULL;
    }
    if (stackSize < UT_STACK_LEAST) {
        ut_set_error(UtErrorStackSmall);
        return NULL;
    }
    if ((DWORD)stack % 4 || stackSize % 4) {
        ut_set_error(UtErrorStackMisaligned);
        return NULL;
    }
    memset(stack, 0, (size_t)stackSize); /* for uThreadStackUse */
    uThd uthread = ut_init(stack, (char *)stack + stackSize - UT_BLOCK_SIZE, stack);
    uthread->stackSize = stackSize;
    ut_renew(uthread, stack, 0, ut_entry_function);
    return begin(uthread, func, NULL);
}

uThd uThreadCreate(function func)
{
    if (func)
        return begin_on_stack(ut_entry_function, func, NULL);
    ut_set_error(UtErrorInvalid);
    return NULL;
}

/* Called by life.S: whatever its short ways leave. */
uThd ut_create_slowly(utBody body, void *argument, utPool pool);
void ut_destroy_slowly(uThd uthread);
void UT_FAST ut_resume_slowly(uThd uthread); /* by switch.S */

uThd ut_create_slowly(utBody body, void *argument, utPool pool)
{
    if (!body || (pool && !pool_is(pool))) {
        ut_set_error(UtErrorInvalid);
        return NULL;
    }
    if (!pool)
        return begin_on_stack(ut_entry_body, (function)body, argument);
    uThd uthread = pool_take(pool);
    return uthread ? begin(uthread, (function)body, argument) : NULL;
}

static void free_extra(uThd uthread)
{
    ut_forget_values(uthread->extra);
    free(uthread->extra->fpu);
    free(uthread->extra);
    uthread->extra = NULL;
}

void ut_free(uThd uthread)
{
    ut_forget_fpu(uthread);
    if (uthread->extra)
        free_extra(uthread);
    if (uthread->flags & UT_PACKED) {
        if (uthread->status != UtStatusFinish && pool_overflowed(uthread))
            pool_report_damage(uthread);
        pool_give(uthread);
        return;
    }
    ut_need_stack();
    uthread->magic = 0;
    if (uthread->owner)
        ut_give_stack(uthread);
}

/* Whether a thread that has not finished can be destroyed. */
static bool can_be_destroyed(uThd uthread)
{
    ut_need_stack();
    int error = UtErrorNone;
    if (uthread == utCurrent() || (uthread->next && !uthread->scheduler))
        error = UtErrorRunning;
    else if (uthread->status == UtStatusSleep)
        error = UtErrorSleeping;
    else if (uthread->status == UtStatusWait)
        error = UtErrorWaiting;
    else if (uthread->scheduler && uthread->status != UtStatusStop)
        error = UtErrorHeld;
    else if (ut_joiners(uthread))
        error = UtErrorBusy;
    if (error)
        ut_set_error(error);
    return !error;
}

void ut_destroy_slowly(uThd uthread)
{
    if (!ut_is_thread(uthread) || (uthread->status != UtStatusFinish && !can_be_destroyed(uthread)))
        return;
    if (uthread->scheduler)
        ut_release(uthread);
    ut_leave_hosted(uthread);
    ut_free(uthread);
}

/* ---------------------------------------------------------------- running one by hand */

/* Whether a thread that no scheduler holds has not got what it waits for, and cannot give up. */
static bool still_waits(uThd uthread)
{
    if (!ut_is_waiting(uthread))
        return false;
    struct utWait *wait = ut_wait_of(uthread);
    if (uthread->status == UtStatusSleep || ut_deadline(wait) <= GetTickCount64())
        ut_abandon_wait(wait, UtErrorTimedOut);
    return ut_is_waiting(uthread);
}

void UT_FAST ut_resume_slowly(uThd uthread)
{
    ut_need_stack();
    if (!ut_is_thread(uthread))
        return;
    if (uthread->scheduler) {
        ut_set_error(UtErrorHeld);
    } else if (uthread->next) {
        ut_set_error(UtErrorRunning);
    } else if (uthread->status == UtStatusFinish) {
        ut_set_error(UtErrorFinished);
    } else if (uthread->status == UtStatusStop || still_waits(uthread)) {
        ut_set_error(UtErrorWaiting);
    } else {
        uThd outside = ut_enter(), here = ut_block_here();
        if (outside)
            ut_arm();
        uthread->next = here;
        uthread->previous = uthread;
        uthread->magic = UT_MAGIC;
        trace(switched, (uint32_t)here, (uint32_t)uthread);
        ut_switch(uthread);
        uthread->next = NULL;
        if (uthread->status == UtStatusNormal)
            uthread->magic = UT_MAGIC_YIELDED;
        if (outside)
            ut_leave(outside);
    }
}

uThd utCurrent(void)
{
    return tib_thread();
}
