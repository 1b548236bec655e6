/* Threads: making them, freeing them, running one by hand. */
#include "kernel/cpu.h"
#include "kernel/service.h"
#include "kernel/stacks.h"
#include "kernel/trace.h"
#include "seh_emul/unhandled.h"
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

static void __attribute__((noinline)) tell_created(uThd uthread)
{
    trace(created, (uint32_t)uthread, (uint32_t)uthread->func);
}

/* Makes a new thread of a block that ut_init has made, or that a thread has left: sets what threads
 * change. Its scheduler and extra block were taken away when that one was freed. */
static inline __attribute__((always_inline)) void
begin(uThd uthread, void *limit, DWORD flags, void (*entry)(void), function func, DWORD argument)
{
    struct first_stack *first = ut_first_stack(uthread);
    first->limit = limit;
    first->chain = &first->final_frame.record;
    first->entry = entry;
    first->final_frame.record.Next = EXCEPTION_CHAIN_END;
    first->final_frame.record.Handler = seh_final_handler;
    uthread->regs[1] = (int)first;
    uthread->regs[4] = (int)argument;
    if (!(flags & UT_PACKED)) /* whose entry is always the same */
        uthread->regs[5] = (int)entry;
    uthread->func = func;
    uthread->sleepDuri = 0;
    uthread->next = NULL;
    uthread->previous = uthread;
    uthread->status = UtStatusUnstart;
    ut_init_fpu(uthread);
    uthread->lastError = uthread->priority = 0;
    uthread->wait = NULL;
    uthread->joiners = NULL;
    uthread->flags = (BYTE)flags;
    uthread->shields = 0;
    uthread->magic = UT_MAGIC_YIELDED;
    if (__builtin_expect(trace_on, 0))
        tell_created(uthread);
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
    begin(uthread, stack, 0, ut_entry_function, func, 0);
    return uthread;
}

uThd uThreadCreate(function func)
{
    uThd uthread = func ? ut_take_stack() : NULL;
    if (uthread)
        begin(uthread, ut_first_stack(uthread)->limit, UT_OWN_STACK, ut_entry_function, func, 0);
    else if (!func)
        ut_set_error(UtErrorInvalid);
    return uthread;
}

uThd uThreadCreateFor(utBody body, void *argument, utPool pool)
{
    function func = (function)body;
    if (!body || (pool && pool->magic != POOL_MAGIC)) {
        ut_set_error(UtErrorInvalid);
        return NULL;
    }
    uThd uthread = pool ? pool_take(pool) : ut_take_stack();
    if (!uthread)
        return NULL;
    if (pool)
        begin(uthread, (char *)uthread->stack + POOL_CANARY_BYTES, UT_PACKED, ut_entry_body, func,
              (DWORD)argument);
    else
        begin(uthread, ut_first_stack(uthread)->limit, UT_OWN_STACK, ut_entry_body, func,
              (DWORD)argument);
    return uthread;
}

static void free_extra(uThd uthread)
{
    ut_forget_values(uthread->extra);
    free(uthread->extra->fpu);
    free(uthread->extra);
    uthread->extra = NULL;
}

static void __attribute__((noinline)) free_unpacked(uThd uthread)
{
    ut_need_stack();
    uthread->magic = 0;
    if (uthread->flags & UT_OWN_STACK)
        ut_give_stack(uthread);
}

static inline __attribute__((always_inline)) void free_now(uThd uthread)
{
    if (__builtin_expect(uthread->flags & UT_HAS_FPU, 0))
        ut_forget_fpu(uthread);
    if (__builtin_expect(uthread->extra != NULL, 0))
        free_extra(uthread);
    if (!(uthread->flags & UT_PACKED)) {
        free_unpacked(uthread);
        return;
    }
    if (uthread->status != UtStatusFinish && pool_overflowed(uthread))
        pool_report_damage(uthread);
    pool_give(uthread);
}

void ut_free(uThd uthread)
{
    free_now(uthread);
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
    else if (uthread->joiners)
        error = UtErrorBusy;
    if (error)
        ut_set_error(error);
    return !error;
}

void uThreadDestory(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return;
    if (__builtin_expect(uthread->status != UtStatusFinish, 0)) {
        if (!can_be_destroyed(uthread))
            return;
        if (uthread->scheduler)
            ut_release(uthread);
        ut_leave_hosted(uthread);
    } else if (uthread->scheduler) {
        held_remove(uthread->scheduler, uthread);
    }
    free_now(uthread);
}

void uThreadDestroy(uThd uthread) __attribute__((alias("uThreadDestory")));

/* ---------------------------------------------------------------- running one by hand */

/* Whether a thread that no scheduler holds has not got what it waits for, and cannot give up. */
static bool still_waits(uThd uthread)
{
    struct utWait *wait = uthread->wait;
    if (wait && (uthread->status == UtStatusSleep || ut_deadline(wait) <= GetTickCount64()))
        ut_abandon_wait(wait, UtErrorTimedOut);
    return uthread->wait;
}

void UT_FAST ut_resume_slowly(uThd uthread); /* called by switch.S */

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
