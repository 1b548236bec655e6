/* Policies: the choice for an exception that none of a thread's handlers took. */
#include "seh_emul/dispatch/unhandled.h"
#include "uthread/threads/ending.h"
#include "uthread/threads/rare_fields.h"

int uThreadSetPolicy(uThd uthread, int policy, utExceptionHandler handler)
{
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (policy < UtPolicyEnd || policy > UtPolicyStop ||
        (policy == UtPolicyCall) != (handler != NULL))
        return ut_set_error(UtErrorInvalid);
    struct utRareFields *rare = ut_rare_fields(uthread);
    if (!rare)
        return utLastError();
    rare->policy = policy;
    rare->handler = handler;
    return UtErrorNone;
}

/* Parks the thread in its exception. Its waker decides where it goes on, so no exception is
 * noncontinuable any more. */
static LONG thread_stop(uThd here, EXCEPTION_POINTERS *pointers)
{
    ut_need_stack();
    here->rare->stopped = pointers;
    while (here->rare->stopped && !ut_cancel_pending(here))
        ut_stop();
    here->rare->stopped = NULL;
    if (ut_cancel_pending(here))
        ut_end_cancelled(); /* no call is there to return UtErrorCancelled */
    pointers->ExceptionRecord->ExceptionFlags &= ~(DWORD)EXCEPTION_NONCONTINUABLE;
    return EXCEPTION_CONTINUE_EXECUTION;
}

int uThreadContinue(uThd uthread)
{
    ut_need_stack();
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (uthread->status != UtStatusStop)
        return ut_set_error(UtErrorNotStopped);
    uthread->rare->stopped = NULL;
    ut_go_on(uthread);
    return UtErrorNone;
}

LONG ut_ask_policy(EXCEPTION_POINTERS *pointers, bool only_end)
{
    uThd here = utCurrent();
    int policy = here && here->rare ? here->rare->policy : UtPolicyEnd;
    if (policy == UtPolicyProgram)
        return THREAD_ENDS_PROGRAM;
    if (only_end || policy == UtPolicyEnd)
        return EXCEPTION_CONTINUE_SEARCH;
    if (policy == UtPolicyStop)
        return thread_stop(here, pointers);
    LONG answer = here->rare->handler(pointers);
    bool known = answer == EXCEPTION_EXECUTE_HANDLER || answer == EXCEPTION_CONTINUE_EXECUTION;
    return known ? answer : EXCEPTION_CONTINUE_SEARCH;
}
