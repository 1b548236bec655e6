/* What conditions know of mutexes. */
#ifndef UTHREAD_MUTEX_IMPL_H
#define UTHREAD_MUTEX_IMPL_H

#include "uthread/wait.h"

struct utMutexObject {
    struct ut_object object;
    DWORD owner;    /* a block with MUTEX_WANTED and MUTEX_AGAIN, or MUTEX_FREE */
    DWORD again;    /* how often it was locked beyond the first time */
    DWORD expected; /* waits for conditions that will lock it again */
    bool recursive;
};

NT_ASSERT_OFFSET(struct ut_object, magic, UT_OBJECT_MAGIC);
NT_ASSERT_OFFSET(struct utMutexObject, owner, UT_MUTEX_OWNER);

/* Who holds it, code outside of threads included; or NULL. */
static inline uThd mutex_holder(const struct utMutexObject *mutex)
{
    if (mutex->owner == MUTEX_FREE)
        return NULL;
    return (uThd)(mutex->owner & ~(DWORD)(MUTEX_WANTED | MUTEX_AGAIN));
}

/* Gives it, however often it is held, to its first waiter, or makes it free. */
void mutex_pass_on(utMutex mutex);

/* Gives it to a waiter of another object's, again as often as before, or lets it wait on here,
 * where neither time nor a cancel ends its wait. It returns result from its wait then. */
void mutex_relock(utMutex mutex, struct utWait *wait, DWORD again, int result);

#endif
