/* Ending a thread before its body returns: by itself, or because somebody asks.
 *
 * A cancel is a flag. One that waits is taken out of its wait, and its call finds the flag; one
 * that is in utYield does not return to the program, but to the end; any other finds the flag at
 * its next call, for which utYield's short way is closed meanwhile. So a cancel never takes effect
 * between two instructions of the program, nor where a call of the library has something to undo.
 */
#include "kernel/program.h"
#include "kernel/report/trace.h"
#include "uthread/pool.h"

#include <seh.h>

/* ---------------------------------------------------------------- the end */

void ut_begin_unwinding(uThd here)
{
    here->flags |= UT_UNWINDING;
    here->regs[UT_UNWINDING_ESP] = (int)__builtin_frame_address(0);
}

/* Bytes that unwinding takes, with a small handler; tests/uthread_packed.c measures. */
#define UNWIND_ROOM 0x500

/* What is below a stack that cannot grow is somebody else's. */
static bool has_room_to_unwind(uThd here)
{
    DWORD esp = (DWORD)__builtin_frame_address(0);
    return ut_grows(here) || esp - (DWORD)here->stack >= UNWIND_ROOM;
}

void ut_exit(DWORD status, void *result, const EXCEPTION_RECORD *record)
{
    ut_need_stack_of(UT_STACK_OF_EXITS);
    uThd here = ut_block_here();
    EXCEPTION_REGISTRATION_RECORD *last = &((struct final_frame *)here - 1)->record;
    ut_begin_unwinding(here);
    if (seh_head() != last && has_room_to_unwind(here))
        _global_unwind2(last);
    ut_leave_hosted(here);
    ut_finish(status, result, record);
}

int uThreadExit(void *result)
{
    if (!utCurrent())
        return ut_set_error(UtErrorOutside);
    ut_exit(0, result, NULL);
}

static _Noreturn void end_cancelled(void)
{
    if (pool_overflowed(ut_block_here()))
        ut_finish(STATUS_STACK_OVERFLOW, NULL, NULL); /* which tells so */
    ut_set_error(UtErrorCancelled);
    ut_exit(STATUS_CANCELLED, NULL, NULL);
}

/* ---------------------------------------------------------------- asking for it */

bool ut_is_in_yield(uThd uthread)
{
    return program_has_code((DWORD)ut_parked(uthread)->entry);
}

/* Of a parked thread that may be cancelled at once. */
static void wake_to_end(uThd uthread)
{
    if (ut_is_waiting(uthread))
        ut_abandon_wait(ut_wait_of(uthread), UtErrorCancelled);
    else if (uthread->status == UtStatusStop)
        ut_go_on(uthread);
    else if (ut_is_in_yield(uthread) || ut_parked(uthread)->entry == ut_put_back)
        ut_parked(uthread)->entry = end_cancelled;
}

int uThreadCancel(uThd uthread)
{
    ut_need_stack();
    if (!ut_is_thread(uthread))
        return UtErrorInvalid;
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

int ut_wait_failed(int result)
{
    if (result == UtErrorCancelled)
        end_cancelled();
    return ut_set_error(result);
}

int utTestCancel(void)
{
    uThd here = utCurrent();
    if (!here)
        return ut_set_error(UtErrorOutside);
    if (ut_cancel_pending(here))
        end_cancelled();
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
