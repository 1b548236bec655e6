/* Threads: making them, freeing them, running one by hand. */
#include "kernel/cpu.h"
#include "kernel/service.h"
#include "kernel/stacks.h"
#include "kernel/trace.h"
#include "seh_emul/unhandled.h"
#include "uthread/uthread_impl.h"

#include <stdlib.h>

/* What ut_switch takes from a stack (see switch.S), and above it the thread's outermost frame. */
struct first_stack {
    void *limit;
    WORD x87_control, x87_status;
    DWORD mxcsr;
    EXCEPTION_REGISTRATION_RECORD *chain;
    DWORD edi, esi, ebx, ebp;
    void (*resume_at)(void);
    struct final_frame final_frame;
};

bool ut_is_thread(uThd uthread)
{
    if (uthread && uthread->magic == UT_MAGIC)
        return true;
    ut_set_error(UtErrorInvalid);
    return false;
}

void ut_prepare_stack(uThd uthread, void *limit)
{
    struct first_stack *first = (struct first_stack *)uthread->stackBase - 1;
    *first = (struct first_stack){
        .limit = limit,
        .x87_control = X87_CW_WINDOWS,
        .mxcsr = MXCSR_AT_RESET,
        .chain = &first->final_frame.record,
        .resume_at = ut_thread_entry,
        .final_frame.record = {EXCEPTION_CHAIN_END, seh_final_handler},
    };
    uthread->regs[1] = (int)first;
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
    uThd uthread = calloc(1, sizeof *uthread);
    if (!uthread) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    uthread->func = func;
    uthread->stack = stack;
    uthread->stackSize = stackSize;
    uthread->stackBase = (char *)stack + stackSize;
    uthread->status = UtStatusUnstart;
    uthread->magic = UT_MAGIC;
    ut_prepare_stack(uthread, stack);
    trace(created, (uint32_t)uthread, (uint32_t)func);
    return uthread;
}

uThd uThreadCreate(function func)
{
    struct stack stack;
    if (!sys_stack_alloc(UT_STACK_DEFAULT, &stack)) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    uThd uthread = uThreadCreated(stack.top - UT_STACK_DEFAULT, UT_STACK_DEFAULT, func);
    if (!uthread) {
        sys_stack_free(stack.base);
        return NULL;
    }
    uthread->range = stack.base;
    ut_prepare_stack(uthread, stack.limit);
    return uthread;
}

void ut_free(uThd uthread)
{
    if (uthread->range)
        sys_stack_free(uthread->range);
    uthread->magic = 0;
    free(uthread);
}

void uThreadDestory(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return;
    if (uthread->resumer || uthread == utCurrent()) {
        ut_set_error(UtErrorRunning);
    } else if (uthread->status == UtStatusSleep) {
        ut_set_error(UtErrorSleeping);
    } else if (uthread->scheduler && uthread->status != UtStatusFinish) {
        ut_set_error(UtErrorHeld);
    } else {
        if (uthread->scheduler)
            ut_forget_finished(uthread);
        ut_free(uthread);
    }
}

void uThreadDestroy(uThd uthread) __attribute__((alias("uThreadDestory")));

/* ---------------------------------------------------------------- running one by hand */

void utResume(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return;
    if (uthread->scheduler) {
        ut_set_error(UtErrorHeld);
    } else if (uthread->resumer) {
        ut_set_error(UtErrorRunning);
    } else if (uthread->status == UtStatusFinish) {
        ut_set_error(UtErrorFinished);
    } else {
        /* The caller stands for itself: a thread, or a frame on the plain stack for the time being.
         */
        NT_TIB *tib = &tib_current()->NtTib;
        uThd caller = tib->FiberData;
        struct uThread plain = {
            .range = tib_current()->DeallocationStack,
            .stackBase = tib->StackBase,
        };
        uthread->resumer = caller ? caller : &plain;
        uthread->status = UtStatusNormal; /* it may have slept */
        trace(switched, (uint32_t)uthread->resumer, (uint32_t)uthread);
        ut_switch(uthread->resumer, uthread);
        tib->FiberData = caller;
        uthread->resumer = NULL;
    }
}

/* ---------------------------------------------------------------- names and results */

void uThreadSetName(uThd uthread, const char *name)
{
    if (!ut_is_thread(uthread))
        return;
    uthread->name = name;
    if (trace_on)
        sys_trace_thread_named(uthread, uThreadName(uthread));
}

const char *uThreadName(uThd uthread)
{
    return ut_is_thread(uthread) && uthread->name ? uthread->name : "thread";
}

DWORD uThreadExitStatus(uThd uthread)
{
    return ut_is_thread(uthread) ? uthread->exitStatus : 0;
}

uThd utCurrent(void)
{
    return tib_current()->NtTib.FiberData;
}
