/* Threads: making them and freeing them. */
#include "uthread/threads/ut_thread.h"

#include "boot/layout.h"
#include "kernel/call/branches.h"
#include "kernel/call/trace.h"
#include "seh_emul/dispatch/unhandled.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/ending.h"
#include "uthread/threads/rare_fields.h"

#include <stdlib.h>
#include <string.h>

uThd utCurrent(void)
{
    return tib_thread();
}

/* ---------------------------------------------------------------- making one */

/* Lays the outermost frame, the same for every thread of a stack. */
static void init_final_frame(uThd uthread)
{
    ut_first_stack(uthread)->final_frame =
        (struct final_frame){{EXCEPTION_CHAIN_END, seh_final_handler}, NULL, 0};
}

uThd ut_init(void *stack, void *top, void *limit, void *owner, BYTE flags)
{
    uThd uthread = top;
    *uthread = (struct uThread){.stack = stack,
                                .stackSize = (char *)top - (char *)stack,
                                .owner = owner,
                                .flags = flags,
                                .magic = UT_MAGIC_FREE};
    queue_init(&uthread->joiners);
    ut_first_stack(uthread)->limit = limit;
    init_final_frame(uthread);
    return uthread;
}

/* Makes a thread of a block that ut_init has made or that a thread has left. Sets the words that a
 * thread changes, or an interrupt in its first instructions. Already next and wait are NULL, parked
 * and shields are 0, and there are no joiners, no scheduler, no rare fields, no record and no
 * flags but UT_PACKED. */
static inline uThd thread_begin(uThd uthread, void (*entry)(void), utFunction func, void *argument)
{
    struct first_stack *first = ut_first_stack(uthread);
    first->chain = &first->final_frame.record;
    first->entry = entry;
    uthread->regs[1] = (int)first;
    uthread->func = func;
    uthread->argument = argument;
    uthread->sleepDuri = 0;
    uthread->status = UtStatusUnstart;
    ut_init_fpu(uthread);
    uthread->lastError = uthread->priority = 0;
    uthread->number = tib_load(TIB_THREADS_MADE) + 1;
    tib_store(TIB_THREADS_MADE, uthread->number);
    uthread->magic = UT_MAGIC;
    trace(created, (uint32_t)uthread, (uint32_t)uthread->func);
    return uthread;
}

uThd uThreadCreated(void *stack, int stackSize, utFunction func)
{
    int error = !stack || !func                     ? UtErrorInvalid
                : stackSize < UT_STACK_LEAST        ? UtErrorStackSmall
                : (DWORD)stack % 4 || stackSize % 4 ? UtErrorStackMisaligned
                                                    : UtErrorNone;
    if (error) {
        ut_set_error(error);
        return NULL;
    }
    memset(stack, 0, (size_t)stackSize); /* for uThreadStackUse */
    uThd uthread = ut_init(stack, (char *)stack + stackSize - UT_BLOCK_SIZE, stack, NULL, 0);
    uthread->stackSize = stackSize;
    return thread_begin(uthread, ut_entry_function, func, NULL);
}

uThd uThreadCreate(utFunction func)
{
    uThd uthread = NULL;
    if (!func)
        ut_set_error(UtErrorInvalid);
    else
        uthread = ut_take_stack(UT_STACK_DEFAULT);
    return uthread ? thread_begin(uthread, ut_entry_function, func, NULL) : NULL;
}

uThd uThreadCreateFor(utBody body, void *argument, utPool pool)
{
    if (!body || (pool && !pool_is(pool))) {
        ut_set_error(UtErrorInvalid);
        return NULL;
    }
    uThd uthread = pool ? pool_take(pool) : ut_take_stack(UT_STACK_DEFAULT);
    if (!uthread)
        return NULL;
    if (pool)
        ut_first_stack(uthread)->limit = (char *)uthread->stack + POOL_CANARY_BYTES;
    return thread_begin(uthread, ut_entry_body, (utFunction)body, argument);
}

uThd uThreadCreateSized(utBody body, void *argument, size_t stackSize)
{
    int error = !body                        ? UtErrorInvalid
                : stackSize < UT_STACK_LEAST ? UtErrorStackSmall
                : stackSize > PROGRAMS_END   ? UtErrorNoAddresses
                                             : UtErrorNone;
    if (error) {
        ut_set_error(error);
        return NULL;
    }
    uThd uthread = ut_take_stack(ut_stack_size(stackSize));
    return uthread ? thread_begin(uthread, ut_entry_body, (utFunction)body, argument) : NULL;
}

/* ---------------------------------------------------------------- freeing one */

struct utRareFields *ut_rare_fields(uThd uthread)
{
    if (!uthread->rare) {
        uthread->rare = ut_allocate(sizeof *uthread->rare);
        uthread->flags |= UT_LEAVES_MORE;
    }
    return uthread->rare;
}

/* Restores the fields of a thread that did not finish by itself, as begin expects them. */
static void clean(uThd uthread)
{
    ut_forget_special(uthread);
    if (uthread->rare) {
        ut_forget_values(uthread->rare);
        free(uthread->rare->fpu);
        free(uthread->rare);
        uthread->rare = NULL;
    }
    if (uthread->status != UtStatusFinish && pool_overflowed(uthread))
        pool_report_damage(uthread);
    uthread->flags &= UT_PACKED;
    uthread->parked = UT_IN_CALL;
    uthread->shields = 0;
    uthread->next = NULL;
    uthread->wait = NULL;
    uthread->record = NULL;
    init_final_frame(uthread); /* the record of its exception may lie there */
}

/* Whether a thread has ended by itself and left its block as thread_begin expects it. */
static inline bool is_clean(uThd uthread)
{
    return uthread->status == UtStatusFinish && !(uthread->flags & ~UT_PACKED) &&
           uthread->parked == UT_IN_CALL && !uthread->shields;
}

static inline void give_block(uThd uthread, bool is_packed)
{
    uthread->magic = UT_MAGIC_FREE;
    if (is_packed)
        pool_give(uthread);
    else if (uthread->owner)
        ut_give_stack(uthread);
}

void ut_free(uThd uthread)
{
    if (!is_clean(uthread))
        clean(uthread);
    give_block(uthread, uthread->flags & UT_PACKED);
}

/* The reason why a thread cannot be destroyed. */
static int thread_obstacle(uThd uthread)
{
    if (uthread->status == UtStatusFinish)
        return UtErrorNone;
    if (uthread == utCurrent() || (uthread->next && !uthread->scheduler))
        return UtErrorRunning;
    if (uthread->status == UtStatusSleep)
        return UtErrorSleeping;
    if (uthread->status == UtStatusWait)
        return UtErrorWaiting;
    if (uthread->scheduler && uthread->status != UtStatusStop)
        return UtErrorHeld;
    return queue_is_empty(&uthread->joiners) ? UtErrorNone : UtErrorBusy;
}

void uThreadDestroy(uThd uthread)
{
    ut_need_stack();
    if (!ut_valid(ut_is_thread(uthread)))
        return;
    if (RARELY(!is_clean(uthread))) {
        int error = thread_obstacle(uthread);
        if (error) {
            ut_set_error(error);
            return;
        }
        ut_leave_hosted(uthread);
        clean(uthread);
    }
    bool is_packed = uthread->flags & UT_PACKED;
    if (uthread->scheduler)
        held_remove(uthread->scheduler, uthread);
    give_block(uthread, is_packed);
}

void uThreadDestory(uThd uthread) __attribute__((alias("uThreadDestroy")));
