/* Mutexes. What need not wait is in fast.S. */
#include "uthread/mutex_impl.h"

/* Called by fast.S: the rest of the public calls. */
int UT_FAST ut_mutex_lock_slowly(utMutex mutex);
int UT_FAST ut_mutex_unlock_slowly(utMutex mutex);

/* ---------------------------------------------------------------- its waiters */

static uThd holder(const void *object)
{
    return mutex_holder(object);
}

static void forget(struct utWait *wait)
{
    utMutex mutex = wait->object;
    queue_remove(wait);
    if (queue_is_empty(&mutex->object.waiters))
        mutex->owner &= ~(DWORD)MUTEX_WANTED;
}

/* Of one that must have the mutex whatever happens: what has happened, it learns then. One that was
 * woken has got what it waited for, and so it stays. */
static void end_relock(struct utWait *wait, int result)
{
    if (wait->result != UtErrorNone)
        wait->result = result;
}

static const struct ut_wait_kind locks = {
    .text = "waits for a mutex", .forget = forget, .holder = holder};
static const struct ut_wait_kind relocks = {
    .text = "waits for a mutex", .end = end_relock, .forget = forget, .holder = holder};

static void own(utMutex mutex, uThd uthread, DWORD again)
{
    mutex->owner = (DWORD)uthread | (again ? MUTEX_AGAIN : 0) |
                   (queue_is_empty(&mutex->object.waiters) ? 0 : MUTEX_WANTED);
    mutex->again = again;
}

void mutex_pass_on(utMutex mutex)
{
    if (!(mutex->owner & MUTEX_WANTED)) {
        mutex->owner = MUTEX_FREE;
        mutex->again = 0;
        return;
    }
    struct utWait *wait = queue_take(&mutex->object.waiters);
    own(mutex, wait->thread, (DWORD)wait->value);
    ut_wake(wait, wait->result);
}

void mutex_relock(utMutex mutex, struct utWait *wait, DWORD again, int result)
{
    if (mutex->owner == MUTEX_FREE) {
        own(mutex, wait->thread, again);
        ut_wake(wait, result);
        return;
    }
    ut_orphan_wait(wait);
    wait->deadline = UT_FOREVER;
    wait->kind = &relocks;
    wait->object = mutex;
    wait->value = (void *)again;
    wait->result = result;
    queue_append(&mutex->object.waiters, wait);
    mutex->owner |= MUTEX_WANTED;
}

/* ---------------------------------------------------------------- the calls */

utMutex utMutexCreate(BOOL recursive)
{
    utMutex mutex = ut_object_create(sizeof *mutex, MUTEX_MAGIC);
    if (mutex) {
        mutex->owner = MUTEX_FREE;
        mutex->recursive = recursive;
    }
    return mutex;
}

int utMutexDestroy(utMutex mutex)
{
    if (!ut_object_is(mutex, MUTEX_MAGIC))
        return UtErrorInvalid;
    if (mutex->owner != MUTEX_FREE || mutex->expected)
        return ut_set_error(UtErrorBusy);
    mutex->owner = 0; /* utMutexLock looks at nothing else */
    return ut_object_destroy(mutex, MUTEX_MAGIC);
}

int utMutexLockUntil(utMutex mutex, utTime until)
{
    if (!ut_object_is(mutex, MUTEX_MAGIC))
        return UtErrorInvalid;
    uThd here = ut_block_here();
    if (mutex->owner == MUTEX_FREE) {
        own(mutex, here, 0);
        return UtErrorNone;
    }
    if (mutex_holder(mutex) == here) {
        if (!mutex->recursive)
            return ut_set_error(UtErrorSelf);
        if (mutex->again == UT_COUNT_MOST)
            return ut_set_error(UtErrorRange);
        mutex->again++;
        mutex->owner |= MUTEX_AGAIN;
        return UtErrorNone;
    }
    int refusal = ut_refuse_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait = {.value = NULL, .result = UtErrorNone};
    mutex->owner |= MUTEX_WANTED;
    return ut_result(ut_wait_in(mutex, &mutex->object.waiters, &wait, &locks, until));
}

int UT_FAST ut_mutex_lock_slowly(utMutex mutex)
{
    return utMutexLockUntil(mutex, UT_FOREVER);
}

int UT_FAST ut_mutex_unlock_slowly(utMutex mutex)
{
    ut_need_stack();
    if (!ut_object_is(mutex, MUTEX_MAGIC))
        return UtErrorInvalid;
    if (mutex_holder(mutex) != ut_block_here())
        return ut_set_error(UtErrorNotOwner);
    if (mutex->again == 0)
        mutex_pass_on(mutex);
    else if (--mutex->again == 0)
        mutex->owner &= ~(DWORD)MUTEX_AGAIN;
    return UtErrorNone;
}

uThd utMutexOwner(utMutex mutex)
{
    if (!ut_object_is(mutex, MUTEX_MAGIC))
        return NULL;
    uThd holds = mutex_holder(mutex), root = tib_fiber();
    return holds == (root ? root : ut_block_here()) ? NULL : holds;
}
