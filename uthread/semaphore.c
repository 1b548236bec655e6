/* Counting semaphores. What need not wait is in fast.S. */
#include "uthread/wait.h"

struct utSemaphoreObject {
    struct ut_object object;
    int count; /* below 0: minus the number of waiters */
    int most;
    DWORD nobody; /* 0: where utSemaphoreGive looks when there is no waiter */
};

NT_ASSERT_OFFSET(struct ut_object, magic, UT_OBJECT_MAGIC);
NT_ASSERT_OFFSET(struct utSemaphoreObject, count, UT_SEMAPHORE_COUNT);
NT_ASSERT_OFFSET(struct utSemaphoreObject, most, UT_SEMAPHORE_MOST);
NT_ASSERT_OFFSET(struct utSemaphoreObject, nobody, WAIT_BRIEF);

/* Called by fast.S: the rest of the public calls. */
int UT_FAST ut_semaphore_take_slowly(utSemaphore semaphore);
int UT_FAST ut_semaphore_give_slowly(utSemaphore semaphore);
extern const struct ut_wait_kind ut_takes;

static void forget(struct utWait *wait)
{
    utSemaphore semaphore = wait->object;
    queue_remove(wait);
    semaphore->count++;
}

const struct ut_wait_kind ut_takes = {.text = "waits for a semaphore", .forget = forget};

utSemaphore utSemaphoreCreate(int count, int most)
{
    if (most < 1 || count < 0 || count > most) {
        ut_set_error(UtErrorRange);
        return NULL;
    }
    utSemaphore semaphore = ut_object_create(sizeof *semaphore, SEMAPHORE_MAGIC);
    if (semaphore) {
        semaphore->count = count;
        semaphore->most = most;
    }
    return semaphore;
}

int utSemaphoreDestroy(utSemaphore semaphore)
{
    return ut_object_destroy(semaphore, SEMAPHORE_MAGIC);
}

int utSemaphoreTakeUntil(utSemaphore semaphore, utTime until)
{
    if (!ut_object_is(semaphore, SEMAPHORE_MAGIC))
        return UtErrorInvalid;
    if (semaphore->count > 0) {
        semaphore->count--;
        return UtErrorNone;
    }
    int refusal = ut_refuse_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait;
    semaphore->count--;
    return ut_result(ut_wait_in(semaphore, &semaphore->object.waiters, &wait, &ut_takes, until));
}

int UT_FAST ut_semaphore_take_slowly(utSemaphore semaphore)
{
    return utSemaphoreTakeUntil(semaphore, UT_FOREVER);
}

int UT_FAST ut_semaphore_give_slowly(utSemaphore semaphore)
{
    ut_need_stack();
    if (!ut_object_is(semaphore, SEMAPHORE_MAGIC))
        return UtErrorInvalid;
    if (semaphore->count >= semaphore->most)
        return ut_set_error(UtErrorRange);
    if (semaphore->count++ < 0)
        ut_wake(queue_take(&semaphore->object.waiters), UtErrorNone);
    return UtErrorNone;
}

int utSemaphoreCount(utSemaphore semaphore)
{
    if (!ut_object_is(semaphore, SEMAPHORE_MAGIC))
        return -1;
    return semaphore->count > 0 ? semaphore->count : 0;
}
