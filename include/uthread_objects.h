/* Objects to wait on. A part of uthread.h. */
#include <uthread.h> /* before the guard: its part for channels needs what stands here */

#ifndef UTHREAD_OBJECTS_H
#define UTHREAD_OBJECTS_H

/* All objects. Create returns NULL for UtErrorNoMemory, or UtErrorRange for a number out of its
 * range. Destroy: UtErrorInvalid, UtErrorBusy (a thread waits for it, or it is held). A wait
 * returns UtErrorNone when it is served, or UtErrorInvalid, UtErrorTimedOut, UtErrorOutside (code
 * outside of threads would have to wait), UtErrorCancelled (utCancelReturns). A waiting call
 * without until waits as with UT_FOREVER.
 *
 * Waiters are served in order of arrival, at any priority. A served waiter owns its share
 * at once: no later caller can take it, even one that runs first. */

/* A lock with one owner: a thread, or code outside of threads. recursive: the owner may lock it
 * again, up to UT_COUNT_MOST times (UtErrorRange), and unlocks it as often. A second lock of any
 * other mutex: UtErrorSelf. An unlock by code that does not own it: UtErrorNotOwner. A thread that
 * ends stays the owner. */
typedef struct utMutexObject *utMutex;
utMutex utMutexCreate(BOOL recursive);
int utMutexDestroy(utMutex mutex);
int UT_FAST utMutexLock(utMutex mutex);
int utMutexLockUntil(utMutex mutex, utTime until);
int UT_FAST utMutexUnlock(utMutex mutex);
uThd utMutexOwner(utMutex mutex); /* the owner; NULL: no thread, or UtErrorInvalid */

/* A wait unlocks the caller's mutex, however often it was locked, and locks it as often before it
 * returns, with any result. A woken or timed-out waiter waits for the mutex behind the mutex's
 * waiters. A mutex that such a waiter will lock cannot be destroyed (UtErrorBusy). utConditionWait:
 * UtErrorNotOwner. */
typedef struct utConditionObject *utCondition;
utCondition utConditionCreate(void);
int utConditionDestroy(utCondition condition);
int utConditionWait(utCondition condition, utMutex mutex, utTime until);
int utConditionSignal(utCondition condition);    /* wakes the first waiter, if any */
int utConditionBroadcast(utCondition condition); /* wakes all present waiters */

/* A lock for any number of readers or one writer, each a thread or code outside of threads. Readers
 * and writers are served in order of arrival: a reader waits behind a waiting writer, and readers
 * without a writer between them go on together. The writer can neither read nor write again
 * (UtErrorSelf).
 *
 * Readers are counted, up to UT_COUNT_MOST (UtErrorRange), and not remembered. So a thread may read
 * twice, and may unlock for another reader. But a reader that asks to write waits for itself for
 * ever, and so does a reader that asks to read again while a writer waits. UtErrorNotOwner: a read
 * unlock without readers, or a write unlock by code that is not the writer. A thread that ends
 * keeps its locks. */
typedef struct utRwLockObject *utRwLock;
utRwLock utRwLockCreate(void);
int utRwLockDestroy(utRwLock lock);
int utRwLockRead(utRwLock lock, utTime until);
int utRwLockWrite(utRwLock lock, utTime until);
int utRwLockReadUnlock(utRwLock lock);
int utRwLockWriteUnlock(utRwLock lock);
uThd utRwLockWriter(utRwLock lock); /* the writer; NULL: no thread, or UtErrorInvalid */
int utRwLockReaders(utRwLock lock); /* number of readers; -1: UtErrorInvalid */

/* A count from 0 to most, which is from 1 to UT_COUNT_MOST. Take waits until the count is above 0,
 * and takes 1. Give adds 1, or serves the first waiter. UtErrorRange: a give above most. */
#define UT_COUNT_MOST 0x7FFFFFFF
typedef struct utSemaphoreObject *utSemaphore;
utSemaphore utSemaphoreCreate(int count, int most);
int utSemaphoreDestroy(utSemaphore semaphore);
int UT_FAST utSemaphoreTake(utSemaphore semaphore);
int utSemaphoreTakeUntil(utSemaphore semaphore, utTime until);
int UT_FAST utSemaphoreGive(utSemaphore semaphore);
int utSemaphoreCount(utSemaphore semaphore); /* -1: UtErrorInvalid */

/* A manual event, once set, lets all waiters and later callers pass until it is reset. Any other
 * event lets one pass, and is reset by that. */
typedef struct utEventObject *utEvent;
utEvent utEventCreate(BOOL manual, BOOL set);
int utEventDestroy(utEvent event);
int utEventWait(utEvent event, utTime until);
int utEventSet(utEvent event);
int utEventReset(utEvent event);

/* A place where count callers meet, from 1 on. The last caller of a round does not wait. It lets
 * the others go on in order of arrival, and the next round begins. *last becomes TRUE for the last
 * caller and FALSE for the others; last may be NULL. A caller whose time has passed, or that is
 * cancelled, does not count any more. */
typedef struct utBarrierObject *utBarrier;
utBarrier utBarrierCreate(int count);
int utBarrierDestroy(utBarrier barrier);
int utBarrierWait(utBarrier barrier, BOOL *last, utTime until);
int utBarrierWaiting(utBarrier barrier); /* number of waiting callers; -1: UtErrorInvalid */

/* A count of open tasks, from 0 to UT_COUNT_MOST. Wait waits until the count is 0. Then all waiters
 * go on, even if a task is added before they run. Add changes the count by more, which may be
 * negative; Done changes it by -1. UtErrorRange: the count would leave its range. */
typedef struct utWaitGroupObject *utWaitGroup;
utWaitGroup utWaitGroupCreate(int count);
int utWaitGroupDestroy(utWaitGroup group);
int utWaitGroupAdd(utWaitGroup group, int more);
int utWaitGroupDone(utWaitGroup group);
int utWaitGroupWait(utWaitGroup group, utTime until);
int utWaitGroupCount(utWaitGroup group); /* -1: UtErrorInvalid */

/* A call that is made once. It is a variable of the program's, without Create and Destroy:
 *
 *     static utOnce once = UT_ONCE_INIT;
 *     utOnceCall(&once, prepare, NULL, UT_FOREVER);
 *
 * The first caller runs function(argument). Callers meanwhile wait until it has returned; later
 * callers return at once. When an exception, a cancel, uThreadExit or longjmp leaves the function,
 * the call has not been made. Then the first waiter makes it with its own function and argument, or
 * else the next caller does. until limits the wait, not the function. A thread that is destroyed in
 * the function, or ends there without unwinding, leaves its waiters waiting.
 *
 * UtErrorInvalid (also for a function of NULL), UtErrorSelf (the function itself calls), and the
 * errors of all waits. */
#define UT_ONCE_MAGIC 0x636E4F75 /* "uOnc" */
#define UT_ONCE_INIT                                                                               \
    {                                                                                              \
        .magic = UT_ONCE_MAGIC                                                                     \
    }
typedef struct utOnce {
    struct ut_queue waiters; /* the library owns all fields */
    DWORD magic;
    DWORD state;
    uThd runner;
} utOnce;
int utOnceCall(utOnce *once, void (*function)(void *argument), void *argument, utTime until);

/* A clock that rings at the tick first, and then every period milliseconds; a period of 0 rings
 * once. Each ring lets one wait pass. Rings without a waiter are kept, up to UT_COUNT_MOST. A start
 * at a tick that has passed rings at once, as often as the timer would have since then. A timer
 * that is not started, or will not ring again, is waited for until its next start. */
typedef struct utTimerObject *utTimer;
utTimer utTimerCreate(void);
int utTimerDestroy(utTimer timer);
int utTimerStart(utTimer timer, utTime first, DWORD period); /* begins anew; forgets kept rings */
int utTimerStop(utTimer timer);                              /* keeps the rings so far */
int utTimerWait(utTimer timer, utTime until);

#endif
