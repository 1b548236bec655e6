/* For scripts: the operations on read-write lock, barrier, wait group and once, and these objects.
 */
#ifndef TESTS_UTHREAD_SCRIPT_SYNC_H
#define TESTS_UTHREAD_SCRIPT_SYNC_H

#include "tests/uthread/uthread_script.h"

#include <seh_try.h>

enum { BARRIER_OF = 3, CAUGHT = 99 };
#define STATUS_IN_ONCE 0xE0000001u

static utRwLock rw_lock;
static unsigned reads[SCRIPT_THREADS]; /* how often each has it to read */
static utBarrier barrier;
static utWaitGroup group;
static utOnce once;
static utSemaphore once_semaphore;

/* ---------------------------------------------------------------- read-write lock */

static int read(struct script_step *step)
{
    int error = utRwLockRead(rw_lock, step->until);
    reads[my_name()[0] - 'a'] += !error;
    return error;
}

/* Also a lock of another thread. */
static int unread(struct script_step *step)
{
    int error = utRwLockReadUnlock(rw_lock);
    unsigned *mine = &reads[my_name()[0] - 'a'];
    *mine -= !error && *mine;
    return error;
}

/* The value becomes the number of the thread that holds something; none is 9. */
static int number_of(uThd holder, struct script_step *step)
{
    for (step->value = 0; step->value < SCRIPT_THREADS; step->value++)
        if (holder && script_threads[step->value] == holder)
            return UtErrorNone;
    step->value = 9;
    return UtErrorNone;
}

/* ---------------------------------------------------------------- barrier, wait group */

static int arrive(struct script_step *step)
{
    BOOL last = CAUGHT;
    int error = utBarrierWait(barrier, &last, step->until);
    step->value = error ? -1 : last;
    return error;
}

/* ---------------------------------------------------------------- once */

/* The work of its function. Each way first writes that it is inside, and yields. */
enum { RETURNS = 1, RAISES, EXITS, CALLS_AGAIN, TAKES };

static void in_once(void *argument)
{
    struct script_step *step = argument;
    enter("%s:in ", my_name());
    utYield();
    if (step->number == RAISES)
        RaiseException(STATUS_IN_ONCE, 0, 0, NULL);
    else if (step->number == EXITS)
        uThreadExit(NULL);
    else if (step->number == CALLS_AGAIN)
        enter("!%s ", script_error(utOnceCall(&once, in_once, step, step->until)));
    else if (step->number == TAKES)
        utSemaphoreTake(once_semaphore);
}

static SEH_FUNCTION int call_once(struct script_step *step)
{
    int error = UtErrorNone;
    __try {
        error = utOnceCall(&once, in_once, step, step->until);
    } __except (GetExceptionCode() == STATUS_IN_ONCE) {
        step->value = CAUGHT;
    }
    return error;
}

/* ---------------------------------------------------------------- around a row */

static void script_sync_begin(void)
{
    rw_lock = utRwLockCreate();
    memset(reads, 0, sizeof reads);
    barrier = utBarrierCreate(BARRIER_OF);
    group = utWaitGroupCreate(0);
    once = (utOnce)UT_ONCE_INIT;
    once_semaphore = utSemaphoreCreate(0, 3);
}

/* Writes down the thread's locks of the read-write lock, and gives them back. */
static void script_sync_clean_up(void)
{
    if (utRwLockWriteUnlock(rw_lock) == UtErrorNone)
        enter("+write");
    for (unsigned *mine = &reads[my_name()[0] - 'a']; *mine; (*mine)--) {
        utRwLockReadUnlock(rw_lock);
        enter("+read");
    }
}

static int script_sync_end(void)
{
    return utRwLockDestroy(rw_lock) | utBarrierDestroy(barrier) | utWaitGroupDestroy(group) |
           utSemaphoreDestroy(once_semaphore);
}

#endif
