/* A mutex, for ut_mutex.c and condition.c. */
#ifndef UTHREAD_OBJECTS_UT_MUTEX_H
#define UTHREAD_OBJECTS_UT_MUTEX_H

#include "uthread/waits/ut_wait.h"

/* owner holds three facts at once, so that locking and unlocking each compare one word: separate
 * fields would cost four instructions more of twenty. Blocks lie at multiples of four. */
#define MUTEX_FREE 0x65657246 /* "Free": no block lies at such an address */
#define MUTEX_MORE 1u         /* unlocking is more than writing MUTEX_FREE */

struct utMutexObject {
    struct ut_object object;
    DWORD owner;    /* MUTEX_FREE, or the owner's block, with MUTEX_MORE */
    DWORD again;    /* how often it was locked beyond the first time */
    DWORD expected; /* waits for conditions that will lock it again */
    bool recursive;
};

/* Returns the block of the owner, which may be code outside of threads; or NULL. */
static inline uThd mutex_holder(const struct utMutexObject *mutex)
{
    return mutex->owner == MUTEX_FREE ? NULL : (uThd)(mutex->owner & ~MUTEX_MORE);
}

/* Gives the mutex to its first waiter, however often it is locked, or makes it free. */
void mutex_pass_on(utMutex mutex);

/* Gives the mutex to a waiter that has left a condition's queue, locked again times beyond the
 * first. If it is not free, the wait goes on in the mutex's queue, and neither a time-out nor a
 * cancel ends it. The wait returns result. */
void mutex_relock(utMutex mutex, struct utWait *wait, DWORD again, int result);

#endif
