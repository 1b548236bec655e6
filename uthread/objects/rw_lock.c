/* Read-write locks. Readers and writers wait in one queue, in order of arrival. The first waiter is
 * always one that cannot be let in yet, so a later caller waits behind it. */
#include "uthread/waits/block.h"

struct utRwLockObject {
    struct ut_object object;
    uThd writer;   /* the writer's block, or NULL */
    DWORD readers; /* number of readers; 0 while there is a writer */
};

static const struct ut_wait_kind reads, writes;

/* Lets the first waiters in: one writer, or all readers in front of the next writer. Threads of a
 * scheduler that is being destroyed are not let in, because they would never give the lock back.
 * They leave the queue one by one, and each of them calls this. */
static void let_in(utRwLock lock)
{
    struct ut_queue *waiters = &lock->object.waiters;
    while (!lock->writer && !queue_is_empty(waiters)) {
        struct utWait *first = waiters->next;
        bool is_writer = first->kind == &writes;
        if ((is_writer && lock->readers) || ut_is_going(first->thread))
            return;
        if (is_writer)
            lock->writer = first->thread;
        else
            lock->readers++;
        ut_serve(first, UtErrorNone);
    }
}

/* The readers behind a writer that gives up may be let in. The writer goes on before them. */
static void rw_lock_end(struct utWait *wait, int result)
{
    utRwLock lock = ut_object_of(wait);
    queue_remove(wait);
    ut_wake(wait, result);
    let_in(lock);
}

static void rw_lock_forget(struct utWait *wait)
{
    queue_remove(wait);
    let_in(ut_object_of(wait));
}

static uThd writer(const void *object)
{
    return ((const struct utRwLockObject *)object)->writer;
}

static const struct ut_wait_kind reads = {.text = "waits to read by lock",
                                          .end = rw_lock_end,
                                          .forget = rw_lock_forget,
                                          .holder = writer};
static const struct ut_wait_kind writes = {.text = "waits to write by lock",
                                           .end = rw_lock_end,
                                           .forget = rw_lock_forget,
                                           .holder = writer};

/* ---------------------------------------------------------------- the calls */

utRwLock utRwLockCreate(void)
{
    return ut_object_create(sizeof(struct utRwLockObject), RW_LOCK_MAGIC);
}

int utRwLockDestroy(utRwLock lock)
{
    if (!ut_object_is(lock, RW_LOCK_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (lock->writer || lock->readers)
        return ut_set_error(UtErrorBusy);
    return ut_object_destroy(lock, RW_LOCK_MAGIC);
}

int utRwLockRead(utRwLock lock, utTime until)
{
    if (!ut_object_is(lock, RW_LOCK_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (lock->writer == ut_block_here())
        return ut_set_error(UtErrorSelf);
    if (lock->writer || !queue_is_empty(&lock->object.waiters))
        return ut_wait_until(&lock->object.waiters, &reads, until);
    if (lock->readers >= UT_COUNT_MOST)
        return ut_set_error(UtErrorRange);
    lock->readers++;
    return UtErrorNone;
}

int utRwLockWrite(utRwLock lock, utTime until)
{
    if (!ut_object_is(lock, RW_LOCK_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (lock->writer == ut_block_here())
        return ut_set_error(UtErrorSelf);
    if (lock->writer || lock->readers)
        return ut_wait_until(&lock->object.waiters, &writes, until);
    lock->writer = ut_block_here();
    return UtErrorNone;
}

int utRwLockReadUnlock(utRwLock lock)
{
    ut_need_stack();
    if (!ut_object_is(lock, RW_LOCK_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (!lock->readers)
        return ut_set_error(UtErrorNotOwner);
    lock->readers--;
    let_in(lock);
    return UtErrorNone;
}

int utRwLockWriteUnlock(utRwLock lock)
{
    ut_need_stack();
    if (!ut_object_is(lock, RW_LOCK_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (lock->writer != ut_block_here())
        return ut_set_error(UtErrorNotOwner);
    lock->writer = NULL;
    let_in(lock);
    return UtErrorNone;
}

uThd utRwLockWriter(utRwLock lock)
{
    return ut_valid(ut_object_is(lock, RW_LOCK_MAGIC)) ? ut_as_thread(lock->writer) : NULL;
}

int utRwLockReaders(utRwLock lock)
{
    return ut_valid(ut_object_is(lock, RW_LOCK_MAGIC)) ? (int)lock->readers : -1;
}
