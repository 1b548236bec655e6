/* Condition variables. A woken thread needs the mutex again, and its waker nearly always holds the
 * mutex. So the thread goes on waiting, among the mutex's waiters. */
#include "uthread/objects/ut_mutex.h"
#include "uthread/waits/block.h"

struct utConditionObject {
    struct ut_object object;
};

struct condition_wait {
    struct utWait wait;
    utMutex mutex;
    DWORD again; /* how often the mutex was locked beyond the first time */
};

static void condition_forget(struct utWait *wait)
{
    queue_remove(wait);
    ((struct condition_wait *)wait)->mutex->expected--;
}

static void condition_end(struct utWait *wait, int result)
{
    struct condition_wait *it = (struct condition_wait *)wait;
    condition_forget(wait);
    mutex_relock(it->mutex, wait, it->again, result);
}

static const struct ut_wait_kind waits = {
    .text = "waits for a condition", .end = condition_end, .forget = condition_forget};

utCondition utConditionCreate(void)
{
    return ut_object_create(sizeof(struct utConditionObject), CONDITION_MAGIC);
}

int utConditionDestroy(utCondition condition)
{
    return ut_object_destroy(condition, CONDITION_MAGIC);
}

int utConditionWait(utCondition condition, utMutex mutex, utTime until)
{
    if (!ut_object_is(condition, CONDITION_MAGIC) || !ut_object_is(mutex, MUTEX_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (mutex_holder(mutex) != ut_block_here())
        return ut_set_error(UtErrorNotOwner);
    int refusal = ut_may_wait(until);
    if (refusal)
        return refusal;
    struct condition_wait it = {.mutex = mutex, .again = mutex->again};
    mutex->expected++;
    mutex_pass_on(mutex);
    return ut_result(ut_block_in(&condition->object.waiters, &it.wait, &waits, until));
}

int utConditionSignal(utCondition condition)
{
    ut_need_stack();
    if (!ut_object_is(condition, CONDITION_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (!queue_is_empty(&condition->object.waiters))
        condition_end(condition->object.waiters.next, UtErrorNone);
    return UtErrorNone;
}

int utConditionBroadcast(utCondition condition)
{
    ut_need_stack();
    if (!ut_object_is(condition, CONDITION_MAGIC))
        return ut_set_error(UtErrorInvalid);
    while (!queue_is_empty(&condition->object.waiters))
        condition_end(condition->object.waiters.next, UtErrorNone);
    return UtErrorNone;
}
