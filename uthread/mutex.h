/* What conditions know of mutexes. */
#ifndef UTHREAD_MUTEX_H
#define UTHREAD_MUTEX_H

#include "uthread/wait.h"

/* owner holds three facts at once, so that locking and unlocking compare one word each: that would
 * be four instructions more of twenty otherwise. Blocks lie at multiples of four. */
#define MUTEX_FREE 0x65657246 /* "Free": no block lies at such an address */
#define MUTEX_MORE 1u         /* unlocking is more than writing MUTEX_FREE */

struct utMutexObject {
    struct ut_object object;
    DWORD owner;    /* MUTEX_FREE, or the owner's block, with MUTEX_MORE */
    DWORD again;    /* how often it was locked beyond the first time */
    DWORD expected; /* waits for conditions that will lock it again */
    bool recursive;
};

/* The block of its owner, which may be code outside of threads; or NULL. */
static inline uThd mutex_holder(const struct utMutexObject *mutex)
{
    return mutex->owner == MUTEX_FREE ? NULL : (uThd)(mutex->owner & ~MUTEX_MORE);
}

/* Gives it, however often it is held, to its first waiter, or makes it free. */
void mutex_pass_on(utMutex mutex);

/* Gives it to a waiter that has left another object's queue, again as often as before, or lets it
 * wait on here, where neither time nor a cancel ends its wait. Its wait returns result then. */
void mutex_relock(utMutex mutex, struct utWait *wait, DWORD again, int result);

#endif
