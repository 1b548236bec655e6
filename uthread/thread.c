/* Threads: making them, freeing them, running one by hand. */
#include "kernel/cpu.h"
#include "kernel/service.h"
#include "kernel/stacks.h"
#include "kernel/trace.h"
#include "seh_emul/unhandled.h"
#include "uthread/uthread_impl.h"

#include <stdlib.h>

/* What a switch takes from a stack (see switch.S), and above it the thread's outermost frame. */
struct first_stack {
    void *limit;
    EXCEPTION_REGISTRATION_RECORD *chain;
    void (*entry)(void);
    struct final_frame final_frame;
};

/* That the block says where it lies is as good as a longer magic number. */
bool ut_is_thread(uThd uthread)
{
    if (uthread && (uthread->magic == UT_MAGIC || uthread->magic == UT_MAGIC_YIELDED) &&
        (char *)uthread->stack + uthread->stackSize - (char *)uthread <= UT_BLOCK_SIZE)
        return true;
    ut_set_error(UtErrorInvalid);
    return false;
}

uThd ut_init(void *stack, void *top, void *limit, void (*entry)(void), DWORD argument)
{
    uThd uthread = top;
    struct first_stack *first = (struct first_stack *)top - 1;
    first->limit = limit;
    first->chain = &first->final_frame.record;
    first->entry = entry;
    first->final_frame.record.Next = EXCEPTION_CHAIN_END;
    first->final_frame.record.Handler = seh_final_handler;
    *uthread = (struct uThread){
        .regs = {[1] = (int)first, [4] = (int)argument, [5] = (int)entry},
        .stack = stack,
        .stackSize = (char *)top - (char *)stack,
        .mxcsr = MXCSR_AT_RESET,
        .x87Control = X87_CW_WINDOWS,
        .magic = UT_MAGIC,
    };
    return uthread;
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
    char *top = (char *)stack + stackSize - UT_BLOCK_SIZE;
    uThd uthread = ut_init(stack, top, stack, ut_entry_function, (DWORD)func);
    uthread->stackSize = stackSize;
    uthread->func = func;
    trace(created, (uint32_t)uthread, (uint32_t)func);
    return uthread;
}

/* On a stack of the default size. */
static uThd create(void (*entry)(void), DWORD argument)
{
    struct stack stack;
    if (!sys_stack_alloc(UT_STACK_DEFAULT, &stack)) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    uThd uthread = ut_init(stack.top - UT_STACK_DEFAULT, stack.top, stack.limit, entry, argument);
    uthread->owner = stack.base;
    uthread->flags = UT_OWN_STACK;
    return uthread;
}

uThd uThreadCreate(function func)
{
    if (!func) {
        ut_set_error(UtErrorInvalid);
        return NULL;
    }
    uThd uthread = create(ut_entry_function, (DWORD)func);
    if (uthread) {
        uthread->func = func;
        trace(created, (uint32_t)uthread, (uint32_t)func);
    }
    return uthread;
}

void ut_free(uThd uthread)
{
    ut_forget_fpu(uthread);
    if (uthread->extra) {
        free(uthread->extra->fpu);
        free(uthread->extra);
    }
    uthread->magic = 0;
    if (uthread->flags & UT_OWN_STACK)
        sys_stack_free(uthread->owner);
}

void uThreadDestory(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return;
    bool finished = uthread->status == UtStatusFinish;
    if (uthread == utCurrent() || (uthread->next && !uthread->scheduler && !finished)) {
        ut_set_error(UtErrorRunning);
    } else if (uthread->status == UtStatusSleep) {
        ut_set_error(UtErrorSleeping);
    } else if (uthread->status == UtStatusWait) {
        ut_set_error(UtErrorWaiting);
    } else if (uthread->scheduler && !finished) {
        ut_set_error(UtErrorHeld);
    } else {
        if (uthread->scheduler)
            ut_release(uthread);
        ut_free(uthread);
    }
}

void uThreadDestroy(uThd uthread) __attribute__((alias("uThreadDestory")));

/* ---------------------------------------------------------------- running one by hand */

/* Whether a thread that no scheduler holds has not got what it waits for, and cannot give up. */
static bool still_waits(uThd uthread)
{
    struct utWait *wait = uthread->wait;
    if (wait && (uthread->status == UtStatusSleep || wait->deadline <= GetTickCount64()))
        ut_abandon_wait(wait, UtErrorTimedOut);
    return uthread->wait;
}

void UT_FAST ut_resume_slowly(uThd uthread); /* called by switch.S */

void UT_FAST ut_resume_slowly(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return;
    if (uthread->scheduler) {
        ut_set_error(UtErrorHeld);
    } else if (uthread->next) {
        ut_set_error(UtErrorRunning);
    } else if (uthread->status == UtStatusFinish) {
        ut_set_error(UtErrorFinished);
    } else if (still_waits(uthread)) {
        ut_set_error(UtErrorWaiting);
    } else {
        uThd outside = ut_enter(), here = ut_block_here();
        if (outside)
            ut_arm();
        uthread->next = here;
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

DWORD uThreadExitStatus(uThd uthread)
{
    return ut_is_thread(uthread) && uthread->status == UtStatusFinish ? uthread->exitStatus : 0;
}
