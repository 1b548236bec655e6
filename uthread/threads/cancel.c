/* Cancels: a thread is asked to end.
 *
 * A cancel is a flag. A thread that waits is taken out of its wait, and its call finds the flag. A
 * thread in utYield goes on in ut_end_cancelled instead of the program. Any other thread finds the
 * flag at its next call; until then the short way of switches is closed. So a cancel never takes
 * effect between two instructions of the program, nor where a call of the library has something to
 * undo.
 */
#include "kernel/call/trace.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/threads/ending.h"

#include <seh.h>

/* ---------------------------------------------------------------- asking for it */

/* Sends a parked thread to its end, or to the call that finds the cancel. */
static void wake_to_end(uThd uthread)
{
    if (ut_is_waiting(uthread))
        ut_abandon_wait(uthread->wait, UtErrorCancelled);
    else if (uthread->status == UtStatusStop)
        ut_go_on(uthread);
    else if ((ut_is_in_yield(uthread) || uthread->parked == UT_IS_LAID) &&
             !(uthread->flags & UT_CANCEL_RETURNS)) {
        ut_parked(uthread)->entry = ut_end_cancelled;
        uthread->parked = UT_IN_END;
    }
}

int uThreadCancel(uThd uthread)
{
    ut_need_stack();
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (uthread->status == UtStatusFinish)
        return ut_set_error(UtErrorFinished);
    if (uthread->flags & UT_CANCELLED)
        return UtErrorNone;
    trace(cancelled, (uint32_t)uthread);
    if (uthread->status == UtStatusUnstart) {
        ut_finish_unstarted(uthread, STATUS_CANCELLED);
        return UtErrorNone;
    }
    uthread->flags |= UT_CANCELLED;
    ut_count(uthread);
    ut_set_attention(TIB_ATTEND);
    if (uthread != utCurrent() && !uthread->shields &&
        !ut_is_unwinding(uthread, (DWORD)uthread->regs[1]))
        wake_to_end(uthread);
    return UtErrorNone;
}

/* ---------------------------------------------------------------- being asked */

bool ut_cancel_is_due(uThd here)
{
    return !here->shields && !ut_is_unwinding(here, (DWORD)__builtin_frame_address(0));
}

void ut_end_cancelled(void)
{
    uThd here = ut_block_here();
    here->parked = UT_IN_CALL;
    if (pool_overflowed(here))
        ut_finish(NULL, STATUS_STACK_OVERFLOW); /* ut_finish reports the overflow */
    ut_set_error(UtErrorCancelled);
    ut_exit(STATUS_CANCELLED, NULL, NULL);
}

/* Lets a pending cancel of the running thread take effect: ends it, or forgets the cancel and
 * returns the error. */
static int take_cancel(uThd here)
{
    if (!(here->flags & UT_CANCEL_RETURNS) || pool_overflowed(here))
        ut_end_cancelled();
    here->flags &= (BYTE)~UT_CANCELLED;
    ut_count(here);
    return ut_set_error(UtErrorCancelled);
}

int ut_wait_failed(int result)
{
    return result == UtErrorCancelled ? take_cancel(ut_block_here()) : ut_set_error(result);
}

int utTestCancel(void)
{
    uThd here = utCurrent();
    if (!here)
        return ut_set_error(UtErrorOutside);
    return ut_cancel_pending(here) ? take_cancel(here) : UtErrorNone;
}

int utCancelReturns(BOOL on)
{
    uThd here = utCurrent();
    if (!here)
        return ut_set_error(UtErrorOutside);
    here->flags = (BYTE)(on ? here->flags | UT_CANCEL_RETURNS : here->flags & ~UT_CANCEL_RETURNS);
    return UtErrorNone;
}

static int change_shields(int change, BYTE limit)
{
    uThd here = utCurrent();
    if (!here)
        return ut_set_error(UtErrorOutside);
    if (here->shields == limit)
        return ut_set_error(UtErrorRange);
    here->shields = (BYTE)(here->shields + change);
    if (here->flags & UT_CANCELLED) {
        ut_count(here);
        ut_set_attention(TIB_ATTEND);
    }
    return UtErrorNone;
}

int utShield(void)
{
    return change_shields(1, UINT8_MAX);
}

int utUnshield(void)
{
    return change_shields(-1, 0);
}
