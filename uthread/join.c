/* Waiting for the end of a thread, and what an ended thread tells. */
#include "uthread/block.h"
#include "uthread/ending.h"

static uThd joined(const void *object)
{
    return (uThd)object;
}

static const struct ut_wait_kind joins = {.text = "waits for the end of a thread",
                                          .queue = offsetof(struct uThread, joiners),
                                          .holder = joined};

/* Gives the result of a joined thread, and the answer to its joiner. */
static int answer(int outcome, void *value, void **result)
{
    if (result && (outcome == UtErrorNone || outcome == UtErrorFaulted))
        *result = value;
    return ut_result(outcome);
}

/* Why it cannot be waited for, or not by this caller, whatever the time. */
static int obstacle(uThd uthread)
{
    if (uthread->flags & UT_DETACHED)
        return UtErrorDetached;
    return uthread == ut_block_here() ? UtErrorSelf : UtErrorNone;
}

int uThreadJoin(uThd uthread, void **result, utTime until)
{
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (uthread->status == UtStatusFinish) {
        bool clean = !uthread->exitStatus && !uthread->record;
        return answer(clean ? UtErrorNone : UtErrorFaulted, uthread->result, result);
    }
    int error = obstacle(uthread);
    if (error)
        return ut_set_error(error);
    error = ut_may_wait(until);
    if (error)
        return error;
    struct utWait wait;
    int outcome = ut_block_in(&uthread->joiners, &wait, &joins, until);
    return answer(outcome, wait.value, result);
}

DWORD uThreadExitStatus(uThd uthread)
{
    return ut_valid(ut_is_thread(uthread)) && uthread->status == UtStatusFinish
               ? uthread->exitStatus
               : 0;
}

const EXCEPTION_RECORD *uThreadExceptionRecord(uThd uthread)
{
    return ut_valid(ut_is_thread(uthread)) && uthread->status == UtStatusFinish ? uthread->record
                                                                                : NULL;
}
