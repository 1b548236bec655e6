/* A thread's last steps: it exits, leaves its result to its joiners, and is freed if it is
 * detached.
 */
#include "kernel/call/branches.h"
#include "kernel/call/service.h"
#include "kernel/call/trace.h"
#include "kernel/shared/reserves.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/ending.h"
#include "uthread/threads/rare_fields.h"

#include <seh.h>
#include <string.h>

/* ---------------------------------------------------------------- detached threads */

/* A thread cannot free the stack that it stands on. So its block goes into a list. The next call
 * that needs as much stack as freeing frees it. The list goes through allNext, because the resumer
 * may still write next. */
static void bury_later(uThd uthread)
{
    uThd *burials = (uThd *)tib_word(TIB_BURIALS);
    if (uthread->scheduler)
        held_remove(uthread->scheduler, uthread);
    uthread->flags &= (BYTE)~UT_DETACHED;
    uthread->magic = UT_MAGIC_FREE;
    uthread->allNext = *burials;
    *burials = uthread;
}

static bool bury(void)
{
    uThd *burials = (uThd *)tib_word(TIB_BURIALS);
    bool had_some = *burials != NULL;
    while (*burials) {
        uThd uthread = *burials;
        *burials = uthread->allNext;
        ut_free(uthread);
    }
    return had_some;
}
HAS_RESERVE(bury);

void ut_bury_all(void)
{
    bury();
}

int uThreadDetach(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (uthread->flags & UT_DETACHED)
        return ut_set_error(UtErrorDetached);
    if (uthread->status == UtStatusFinish) {
        uThreadDestroy(uthread);
        return UtErrorNone;
    }
    if (!queue_is_empty(&uthread->joiners))
        return ut_set_error(UtErrorBusy);
    uthread->flags |= UT_DETACHED;
    return UtErrorNone;
}

/* ---------------------------------------------------------------- finishing */

static inline void set_end(uThd uthread, void *result, DWORD status)
{
    uthread->result = result;
    uthread->exitStatus = status;
}

/* Tells the end of a thread to those who wait for it. */
static inline void tell_end(uThd uthread, utSch sch)
{
    trace(finished, (uint32_t)uthread, uthread->exitStatus);
    if (!queue_is_empty(&uthread->joiners))
        ut_wake_joiners(uthread, ut_join_outcome(uthread));
    if (sch)
        sch->ended++;
}

/* Copies the record to the upper end of the thread's own dead stack. Only the outermost frames may
 * lie there now: the running code is below an exception's context, or on another stack. */
static inline void keep_record(uThd uthread)
{
    EXCEPTION_RECORD *kept = (EXCEPTION_RECORD *)uthread - 1;
    memmove(kept, uthread->record, sizeof *kept);
    kept->ExceptionRecord =
        NULL; /* the nested record lies on the dead stack, too, and is not kept */
    uthread->record = kept;
}

/* Marks a thread as finished that is in no ring any more. */
static inline void mark_finished(uThd uthread)
{
    uthread->status = UtStatusFinish;
    if (RARELY(uthread->flags & (UT_LEAVES_MORE | UT_DETACHED))) {
        if (uthread->record)
            keep_record(uthread);
        if (uthread->flags & UT_DETACHED)
            bury_later(uthread);
    }
}

void UT_REGISTERS ut_finish(void *result, DWORD status)
{
    uThd here = ut_block_here();
    set_end(here, result, status);
    if (pool_overflowed(here)) {
        pool_report_own_damage();
        set_end(here, NULL, STATUS_STACK_OVERFLOW);
    } else if (here->rare) {
        ut_call_destructors(here);
    }
    utSch sch = here->scheduler;
    tell_end(here, sch);
    ut_attend_if_due(here);
    uThd next = ut_leave_ring(here, sch);
    mark_finished(here);
    ut_switch(here, next);
    __builtin_unreachable();
}

void ut_finish_with(DWORD status, void *result, const EXCEPTION_RECORD *record)
{
    uThd here = ut_block_here();
    ut_leave_hosted(here);
    here->record = record;
    if (record)
        here->flags |= UT_LEAVES_MORE;
    ut_finish(result, status);
}

void ut_finish_unstarted(uThd uthread, DWORD status)
{
    utSch sch = uthread->scheduler;
    set_end(uthread, NULL, status);
    ut_forget_special(uthread);
    tell_end(uthread, sch);
    if (sch)
        ready_remove(sch, uthread);
    mark_finished(uthread);
}

/* ---------------------------------------------------------------- exits */

void ut_begin_unwinding(uThd here)
{
    here->flags |= UT_UNWINDING;
    here->unwindingEsp = (DWORD)__builtin_frame_address(0);
}

/* Bytes that unwinding takes, with a small handler; tests/uthread/uthread_packed.c measures. */
#define UNWIND_ROOM 0x500

/* Whether an unwinding fits. The memory below a stack that cannot grow belongs to others. */
static bool has_room_to_unwind(uThd here)
{
    DWORD esp = (DWORD)__builtin_frame_address(0);
    return ut_grows(here) || esp - (DWORD)here->stack >= UNWIND_ROOM;
}

void ut_exit(DWORD status, void *result, const EXCEPTION_RECORD *record)
{
    ut_need_stack_of(UT_STACK_OF_EXITS);
    uThd here = ut_block_here();
    EXCEPTION_REGISTRATION_RECORD *last = &ut_first_stack(here)->final_frame.record;
    ut_begin_unwinding(here);
    if (seh_head() != last && has_room_to_unwind(here))
        _global_unwind2(last);
    ut_finish_with(status, result, record);
}

int uThreadExit(void *result)
{
    if (!utCurrent())
        return ut_set_error(UtErrorOutside);
    ut_exit(0, result, NULL);
}
