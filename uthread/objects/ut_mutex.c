/* Mutexes: one word tells whether a mutex is free, and its owner. */
#include "uthread/objects/ut_mutex.h"

#include "lib/inlining.h"
#include "uthread/waits/block.h"

/* ---------------------------------------------------------------- its waiters */

static uThd holder(const void *object)
{
    return mutex_holder(object);
}

/* Sets MUTEX_MORE in the owner's word if unlocking is more than writing MUTEX_FREE. */
static void settle(utMutex mutex)
{
    bool more = mutex->again || !queue_is_empty(&mutex->object.waiters);
    mutex->owner = (mutex->owner & ~MUTEX_MORE) | (more ? MUTEX_MORE : 0);
}

static void mutex_forget(struct utWait *wait)
{
    queue_remove(wait);
    settle(ut_object_of(wait));
}

/* Ends the wait of a condition's waiter, which must get its mutex back first. The waiter goes on
 * waiting; a time-out or a cancel is only noted, and not even that if it had been signalled before.
 */
static void end_relock(struct utWait *wait, int result)
{
    if (wait->result != UtErrorNone)
        wait->result = result;
}

static const struct ut_wait_kind locks = {
    .text = "waits for a mutex", .forget = mutex_forget, .holder = holder};
static const struct ut_wait_kind relocks = {
    .text = "waits for a mutex", .end = end_relock, .forget = mutex_forget, .holder = holder};

static void own(utMutex mutex, uThd uthread, DWORD again)
{
    mutex->owner = (DWORD)uthread;
    mutex->again = again;
    settle(mutex);
}

/* A waiter's value is how often it had locked the mutex beyond the first time. Its result is set.
 */
void mutex_pass_on(utMutex mutex)
{
    if (queue_is_empty(&mutex->object.waiters)) {
        mutex->owner = MUTEX_FREE;
        mutex->again = 0;
        return;
    }
    struct utWait *wait = mutex->object.waiters.next;
    queue_remove(wait);
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
    ut_set_deadline(wait, UT_FOREVER);
    wait->kind = &relocks;
    wait->queue = &mutex->object.waiters;
    wait->value = (void *)again;
    wait->result = result;
    queue_append(&mutex->object.waiters, wait);
    mutex->owner |= MUTEX_MORE;
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
        return ut_set_error(UtErrorInvalid);
    if (mutex->owner != MUTEX_FREE || mutex->expected)
        return ut_set_error(UtErrorBusy);
    mutex->owner = 0; /* utMutexLock looks at this word only */
    return ut_object_destroy(mutex, MUTEX_MAGIC);
}

static int lock_again(utMutex mutex)
{
    if (!mutex->recursive)
        return ut_set_error(UtErrorSelf);
    if (mutex->again == UT_COUNT_MOST)
        return ut_set_error(UtErrorRange);
    mutex->again++;
    mutex->owner |= MUTEX_MORE;
    return UtErrorNone;
}

static int wait_for_lock(utMutex mutex, utTime until)
{
    if (!ut_object_is(mutex, MUTEX_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (mutex_holder(mutex) == ut_block_here())
        return lock_again(mutex);
    int refusal = ut_may_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait;
    wait.value = NULL;
    wait.result = UtErrorNone;
    mutex->owner |= MUTEX_MORE;
    return ut_result(ut_block_in(&mutex->object.waiters, &wait, &locks, until));
}

static OWN_STACK int UT_FAST wait_forever(utMutex mutex)
{
    return wait_for_lock(mutex, UT_FOREVER);
}

/* Locks a mutex that is free. MUTEX_FREE proves that it is a mutex, because no other object has
 * this word. */
static inline bool lock(utMutex mutex)
{
    bool is_free = mutex && mutex->owner == MUTEX_FREE;
    if (is_free)
        mutex->owner = (DWORD)ut_block_here();
    return is_free;
}

int UT_FAST utMutexLock(utMutex mutex)
{
    return lock(mutex) ? UtErrorNone : wait_forever(mutex);
}

int utMutexLockUntil(utMutex mutex, utTime until)
{
    return lock(mutex) ? UtErrorNone : wait_for_lock(mutex, until);
}

static OWN_STACK int UT_FAST unlock_more(utMutex mutex)
{
    if (!ut_object_is(mutex, MUTEX_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (mutex_holder(mutex) != ut_block_here())
        return ut_set_error(UtErrorNotOwner);
    ut_need_stack_of_wait();
    if (mutex->again) {
        mutex->again--;
        settle(mutex);
    } else {
        mutex_pass_on(mutex);
    }
    return UtErrorNone;
}

int UT_FAST utMutexUnlock(utMutex mutex)
{
    if (mutex && mutex->owner == (DWORD)ut_block_here()) {
        mutex->owner = MUTEX_FREE;
        return UtErrorNone;
    }
    return unlock_more(mutex);
}

uThd utMutexOwner(utMutex mutex)
{
    return ut_valid(ut_object_is(mutex, MUTEX_MAGIC)) ? ut_as_thread(mutex_holder(mutex)) : NULL;
}
