/* The end of a thread, for others: who waits for it, what it left, and who frees it. */
#include "kernel/reserves.h"
#include "uthread/wait.h"

/* block->joiners leads to the first of a ring of waits; wait->value is for the thread's result. */
static void leave_joiners(struct utWait *wait)
{
    uThd uthread = wait->object;
    if (wait->next == wait) {
        uthread->joiners = NULL;
        return;
    }
    queue_remove(wait);
    if (uthread->joiners == wait)
        uthread->joiners = wait->next;
}

static uThd joined(const void *object)
{
    return (uThd)object;
}

static const struct ut_wait_kind joins = {
    .text = "waits for the end of a thread",
    .forget = leave_joiners,
    .holder = joined,
};

static void join_joiners(uThd uthread, struct utWait *wait)
{
    struct utWait *first = uthread->joiners;
    if (!first) {
        wait->next = wait->previous = uthread->joiners = wait;
        return;
    }
    wait->next = first;
    wait->previous = first->previous;
    wait->previous->next = first->previous = wait;
}

void ut_wake_joiners(struct utWait *first, int answer, void *result)
{
    struct utWait *wait = first;
    do {
        struct utWait *next = wait->next;
        wait->value = result;
        ut_wake(wait, answer);
        wait = next;
    } while (wait != first);
}

/* Of one that has ended. */
static int answer_of(uThd uthread)
{
    return uthread->exitStatus || uthread->record ? UtErrorFaulted : UtErrorNone;
}

/* Why it cannot be waited for, or not by this caller, whatever the time. */
static int obstacle(uThd uthread)
{
    if (uthread->flags & UT_DETACHED)
        return UtErrorDetached;
    if (uthread == utCurrent())
        return UtErrorSelf;
    return UtErrorNone;
}

/* For one that runs yet, or has not ended by itself. */
static int __attribute__((noinline)) join_slowly(uThd uthread, void **result, utTime until)
{
    int answer;
    void *value;
    if (uthread->status == UtStatusFinish) {
        answer = answer_of(uthread);
        value = uthread->result;
    } else {
        answer = obstacle(uthread);
        if (answer)
            return ut_set_error(answer);
        answer = ut_refuse_wait(until);
        if (answer)
            return answer;
        struct utWait wait;
        wait.thread = ut_block_here();
        wait.kind = &joins;
        wait.object = uthread;
        join_joiners(uthread, &wait);
        answer = ut_block(&wait, until);
        if (answer && answer != UtErrorFaulted)
            return ut_wait_failed(answer);
        value = wait.value;
    }
    if (result)
        *result = value;
    return answer ? ut_set_error(answer) : UtErrorNone;
}

int uThreadJoin(uThd uthread, void **result, utTime until)
{
    if (!ut_is_thread(uthread))
        return UtErrorInvalid;
    if (uthread->status != UtStatusFinish || answer_of(uthread))
        return join_slowly(uthread, result, until);
    if (result)
        *result = uthread->result;
    return UtErrorNone;
}

DWORD uThreadExitStatus(uThd uthread)
{
    return ut_is_thread(uthread) && uthread->status == UtStatusFinish ? uthread->exitStatus : 0;
}

const EXCEPTION_RECORD *uThreadExceptionRecord(uThd uthread)
{
    return ut_is_thread(uthread) && uthread->status == UtStatusFinish ? uthread->record : NULL;
}

/* ---------------------------------------------------------------- detached threads */

int uThreadDetach(uThd uthread)
{
    if (!ut_is_thread(uthread))
        return UtErrorInvalid;
    if (uthread->flags & UT_DETACHED)
        return ut_set_error(UtErrorDetached);
    if (uthread->status == UtStatusFinish) {
        uThreadDestroy(uthread);
        return UtErrorNone;
    }
    if (uthread->joiners)
        return ut_set_error(UtErrorBusy);
    uthread->flags |= UT_DETACHED;
    return UtErrorNone;
}

/* Linked through allNext: whoever resumed it by hand may still write its next. */
void ut_bury_later(uThd uthread)
{
    uThd *burials = (uThd *)tib_word(TIB_BURIALS);
    if (uthread->scheduler)
        ut_release(uthread);
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
