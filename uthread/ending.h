/* The end of a thread: by itself, by an exception, or by a cancel. */
#ifndef UTHREAD_ENDING_H
#define UTHREAD_ENDING_H

#include "uthread/block.h"

/* ---------------------------------------------------------------- finish.c */

/* Ends the running thread, its frames unwound; the next ready thread goes on. record: of the
 * exception that ends it, or NULL. */
_Noreturn void UT_REGISTERS ut_finish(DWORD status, void *result, const EXCEPTION_RECORD *record);

/* The same without running it, for a thread that has not begun. */
void ut_finish_unstarted(uThd uthread, DWORD status);

/* Unwinds the running thread's frames, and ends it. */
_Noreturn void ut_exit(DWORD status, void *result, const EXCEPTION_RECORD *record);

/* From here on the running thread ends, and is not cancelled any more. */
void ut_begin_unwinding(uThd here);

/* Whether it does so still, with this stack pointer: a handler further out may have caught an
 * exception of the unwinding, and gone on. */
static inline bool ut_is_unwinding(uThd uthread, DWORD esp)
{
    return uthread->flags & UT_UNWINDING && esp < uthread->unwindingEsp;
}

/* Frees the detached threads that have ended. Uses the stack as freeing does. */
void ut_bury_all(void);
static inline void ut_bury(void)
{
    if (__builtin_expect(tib_load(TIB_BURIALS), 0))
        ut_bury_all();
}

/* ---------------------------------------------------------------- joiners */

/* Wakes every waiter for a thread's end. The result goes into the waits, because another joiner may
 * destroy the thread first. */
static inline void ut_wake_joiners(uThd uthread, int answer, void *result)
{
    while (!queue_is_empty(&uthread->joiners)) {
        struct utWait *wait = uthread->joiners.next;
        wait->value = result;
        ut_serve(wait, answer);
    }
}

/* ---------------------------------------------------------------- cancel.c */

/* Whether a cancelled running thread, shielded or ending, takes note of that now. A thread of which
 * this is so is special: switches look. */
bool ut_cancel_is_due(uThd here);
static inline bool ut_cancel_pending(uThd here)
{
    return __builtin_expect(here->flags & UT_CANCELLED, 0) && ut_cancel_is_due(here);
}

/* Ends the running thread, which was cancelled or has overflowed a packed stack. */
_Noreturn void ut_end_cancelled(void);

#endif
