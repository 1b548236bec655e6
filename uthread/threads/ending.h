/* The end of a thread: by itself, by an exception, or by a cancel. */
#ifndef UTHREAD_ENDING_H
#define UTHREAD_ENDING_H

#include "uthread/waits/block.h"

/* ---------------------------------------------------------------- finish.c */

/* Ends the running thread after its frames have been unwound. The next ready thread runs then. */
_Noreturn void UT_REGISTERS ut_finish(void *result, DWORD status);

/* Like ut_finish, for a thread that does not return from its body. record: of the exception that
 * ends it, or NULL. */
_Noreturn void ut_finish_with(DWORD status, void *result, const EXCEPTION_RECORD *record);

/* Ends a thread that has not begun, without running it. */
void ut_finish_unstarted(uThd uthread, DWORD status);

/* Unwinds the running thread's frames and ends it. */
_Noreturn void ut_exit(DWORD status, void *result, const EXCEPTION_RECORD *record);

/* Marks the running thread as ending: from here on it is not cancelled any more. */
void ut_begin_unwinding(uThd here);

/* Whether a thread with this stack pointer still ends. A handler further out may have caught an
 * exception of the unwinding, and then the thread goes on. */
static inline bool ut_is_unwinding(uThd uthread, DWORD esp)
{
    return uthread->flags & UT_UNWINDING && esp < uthread->unwindingEsp;
}

/* Frees the detached threads that have ended. It needs as much stack as freeing one. */
void ut_bury_all(void);
static inline void ut_bury(void)
{
    if (tib_load(TIB_BURIALS))
        ut_bury_all();
}

/* ---------------------------------------------------------------- joiners */

/* Returns the outcome of a join of a thread that ends or has ended. */
static inline int ut_join_outcome(uThd uthread)
{
    DWORD status = uthread->exitStatus;
    const EXCEPTION_RECORD *record = uthread->record;
    return status || record ? UtErrorFaulted : UtErrorNone;
}

/* Wakes the joiners of a thread that has some. Its result goes into the waits, because another may
 * destroy the thread first. */
static inline void ut_wake_joiners(uThd uthread, int answer)
{
    do {
        struct utWait *wait = queue_take(&uthread->joiners);
        wait->value = uthread->result;
        ut_wake(wait, answer);
    } while (!queue_is_empty(&uthread->joiners));
}

/* ---------------------------------------------------------------- cancel.c */

/* Whether a cancel of the running thread, here, takes effect now: here is neither shielded nor
 * ending. A thread with a pending cancel is special, so switches look. */
bool ut_cancel_is_due(uThd here);
static inline bool ut_cancel_pending(uThd here)
{
    return here->flags & UT_CANCELLED && ut_cancel_is_due(here);
}

/* Ends the running thread, which was cancelled or has overflowed a packed stack. */
_Noreturn void ut_end_cancelled(void);

#endif
