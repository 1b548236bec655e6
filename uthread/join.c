/* The end of a thread, for others: who waits for it, what it left, and who frees it. */
#include "kernel/services/service.h"
#include "kernel/shared/reserves.h"
#include "uthread/wait.h"

/* block->joiners leads to the first of a ring of waits; wait->value is for the thread's result.
 * With UT_JOINED it is a thread instead, for which life.S has left the wait to be made when
 * somebody asks for it: most often nobody does.
 */
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

/* On the stack of a thread that waits so: life.S has a picture. */
struct short_wait {
    struct parked_stack parked;
    struct utWait wait;
    DWORD ebp; /* when there is a wait, a frame */
    DWORD return_address;
    uThd uthread;
    void **result;
    utTime until;
};
NT_ASSERT_OFFSET(struct short_wait, return_address, 12 + SHORT_WAIT_SIZE);

static struct short_wait *short_wait_of(uThd waiter)
{
    return (struct short_wait *)ut_parked(waiter);
}

struct utWait *ut_make_wait(uThd waiter)
{
    struct short_wait *it = short_wait_of(waiter);
    uThd uthread = it->uthread;
    struct utWait *wait = &it->wait;
    *wait = (struct utWait){.next = wait,
                            .previous = wait,
                            .thread = waiter,
                            .kind = &joins,
                            .object = uthread,
                            .deadline = it->until};
    it->ebp = (DWORD)waiter->regs[0];
    waiter->regs[0] = (int)&it->ebp;
    waiter->wait = uthread->joiners = wait;
    uthread->flags = (BYTE)((uthread->flags & ~UT_JOINED) | UT_RARE);
    return wait;
}

struct utWait *ut_joiners(uThd uthread)
{
    if (uthread->flags & UT_JOINED)
        return ut_wait_of(uthread->joiners);
    return uthread->flags & UT_RARE ? uthread->joiners : NULL;
}

void ut_mend_joiners(uThd uthread)
{
    const struct utWait *wait = uthread->joiners;
    uThd waiter = uthread->joiners;
    if (uthread->status == UtStatusFinish) {
        uthread->exitStatus = 0;
        uthread->record = NULL;
    } else if (ut_is_alive(waiter) && waiter->status == UtStatusWait && !waiter->wait &&
               short_wait_of(waiter)->uthread == uthread) {
        uthread->flags |= UT_JOINED;
    } else if (!sys_paging_readable(wait, sizeof *wait) || wait->kind != &joins ||
               wait->object != uthread) {
        uthread->joiners = NULL;
    }
    uthread->flags |= UT_RARE;
}

static void join_joiners(uThd uthread, struct utWait *wait)
{
    struct utWait *first = ut_joiners(uthread);
    ut_make_rare(uthread);
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
    bool clean = uthread->shields == UT_CLEAN || !(uthread->exitStatus || uthread->record);
    return clean ? UtErrorNone : UtErrorFaulted;
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

/* Called by life.S: for all that it has no short way for, and behind a short wait that was given a
 * wait. */
int ut_join_slowly(uThd uthread, void **result, utTime until);
int ut_end_wait(struct utWait *wait, void **result);

int ut_end_wait(struct utWait *wait, void **result)
{
    if (wait->result && wait->result != UtErrorFaulted)
        return ut_wait_failed(wait->result);
    if (result)
        *result = wait->value;
    return wait->result ? ut_set_error(wait->result) : UtErrorNone;
}

int ut_join_slowly(uThd uthread, void **result, utTime until)
{
    int answer;
    if (!ut_is_thread(uthread))
        return UtErrorInvalid;
    if (uthread->status == UtStatusFinish) {
        if (result)
            *result = uthread->result;
        answer = answer_of(uthread);
        return answer ? ut_set_error(answer) : UtErrorNone;
    }
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
    wait.result = ut_block(&wait, until);
    return ut_end_wait(&wait, result);
}

/* Whether it has ended so that status and record tell how. */
static bool has_traces(uThd uthread)
{
    return ut_is_thread(uthread) && uthread->status == UtStatusFinish &&
           uthread->shields != UT_CLEAN;
}

DWORD uThreadExitStatus(uThd uthread)
{
    return has_traces(uthread) ? uthread->exitStatus : 0;
}

const EXCEPTION_RECORD *uThreadExceptionRecord(uThd uthread)
{
    return has_traces(uthread) ? uthread->record : NULL;
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
    if (ut_joiners(uthread))
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
