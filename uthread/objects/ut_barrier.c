/* Barriers: the last caller of a round lets the others go on. */
#include "uthread/waits/block.h"

struct utBarrierObject {
    struct ut_object object;
    int count;   /* callers of a round */
    int missing; /* callers of this round that have not come yet: never 0 */
};

static void barrier_forget(struct utWait *wait)
{
    utBarrier barrier = ut_object_of(wait);
    queue_remove(wait);
    barrier->missing++;
}

static const struct ut_wait_kind waits = {.text = "waits at a barrier", .forget = barrier_forget};

utBarrier utBarrierCreate(int count)
{
    if (count < 1) {
        ut_set_error(UtErrorRange);
        return NULL;
    }
    utBarrier barrier = ut_object_create(sizeof *barrier, BARRIER_MAGIC);
    if (barrier)
        barrier->count = barrier->missing = count;
    return barrier;
}

int utBarrierDestroy(utBarrier barrier)
{
    return ut_object_destroy(barrier, BARRIER_MAGIC);
}

static int tell(BOOL *last, BOOL is_last)
{
    if (last)
        *last = is_last;
    return UtErrorNone;
}

/* The last caller lets the others go on. The next round has begun when the call returns. */
int utBarrierWait(utBarrier barrier, BOOL *last, utTime until)
{
    ut_need_stack();
    if (!ut_object_is(barrier, BARRIER_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (barrier->missing == 1) {
        tell(last, TRUE); /* first, because it may fault */
        barrier->missing = barrier->count;
        ut_serve_all(&barrier->object.waiters);
        return UtErrorNone;
    }
    int refusal = ut_may_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait;
    barrier->missing--;
    int result = ut_result(ut_block_in(&barrier->object.waiters, &wait, &waits, until));
    return result ? result : tell(last, FALSE);
}

int utBarrierWaiting(utBarrier barrier)
{
    bool is_good = ut_valid(ut_object_is(barrier, BARRIER_MAGIC));
    return is_good ? barrier->count - barrier->missing : -1;
}
