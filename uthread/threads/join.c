/* Joins: waiting for the end of a thread, and its result, status and record. */
#include "lib/inlining.h"
#include "uthread/objects/select.h"
#include "uthread/threads/ending.h"
#include "uthread/waits/block.h"

static uThd joined(const void *object)
{
    return (uThd)object;
}

static const struct ut_wait_kind joins = {.text = "waits for the end of a thread",
                                          .queue = offsetof(struct uThread, joiners),
                                          .holder = joined};

/* Leaves the result of a joined thread for its joiner. Returns the joiner's answer. */
static int answer(int outcome, void *value, void **result)
{
    if (result && (outcome == UtErrorNone || outcome == UtErrorFaulted))
        *result = value;
    return ut_result(outcome);
}

/* The reason why a thread cannot be joined, at all or by this caller. */
static int join_obstacle(uThd uthread)
{
    if (uthread->flags & UT_DETACHED)
        return UtErrorDetached;
    return uthread == ut_block_here() ? UtErrorSelf : UtErrorNone;
}

/* Like answer, for a thread that has ended. */
static int answer_of(uThd uthread, void **result)
{
    return answer(ut_join_outcome(uthread), uthread->result, result);
}

/* Waits for the end of a thread. Compiled twice, because most joins have no time limit. */
static HOT int join_thread(uThd uthread, void **result, utTime until)
{
    int error = join_obstacle(uthread);
    if (error)
        return ut_set_error(error);
    error = ut_may_wait(until);
    if (error)
        return error;
    struct utWait wait;
    int outcome = ut_block_in(&uthread->joiners, &wait, &joins, until);
    return answer(outcome, wait.value, result);
}

static OWN_STACK int join_until(uThd uthread, void **result, utTime until)
{
    return join_thread(uthread, result, until);
}

int uThreadJoin(uThd uthread, void **result, utTime until)
{
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (uthread->status == UtStatusFinish)
        return answer_of(uthread, result);
    return MOSTLY(until == UT_FOREVER) ? join_thread(uthread, result, UT_FOREVER)
                                       : join_until(uthread, result, until);
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

/* ---------------------------------------------------------------- as a case */

static int UT_FAST join_case_ready(const utCase *it)
{
    if (!ut_is_thread(it->thread))
        return UtErrorInvalid;
    if (it->thread->status == UtStatusFinish)
        return UtErrorNone;
    int error = join_obstacle(it->thread);
    return error ? error : WOULD_WAIT;
}

static int UT_FAST join_case_take(const utCase *it)
{
    return answer_of(it->thread, it->value);
}

static void case_served(const utCase *it, void *value, int outcome)
{
    answer(outcome, value, it->value);
}

const struct ut_case_kind ut_join_case = {.queue = offsetof(struct uThread, joiners),
                                          .ready = join_case_ready,
                                          .take = join_case_take,
                                          .served = case_served};
