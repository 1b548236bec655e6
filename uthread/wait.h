/* What the objects to wait on share. Serves C and assembly.
 *
 * An object begins with its waiters and a magic number. Whoever waits has a struct utWait on its
 * own stack, linked among them; whoever gives it what it waits for takes it out and calls ut_wake:
 * what is given goes to the first waiter directly, nobody can come in between. Priorities do not
 * matter in a queue.
 *
 * A wait asks in this order: is the handle good; is there what it wants; then ut_refuse_wait: has
 * the time passed, may the caller wait at all, has it been cancelled.
 */
#ifndef UTHREAD_WAIT_H
#define UTHREAD_WAIT_H

#include "uthread/uthread_impl.h"

#define UT_WAITERS_FIRST     0x00
#define UT_WAITERS_LAST      0x04
#define UT_OBJECT_MAGIC      0x08
#define UT_SEMAPHORE_COUNT   0x0C
#define UT_SEMAPHORE_MOST    0x10
#define UT_MUTEX_OWNER       0x0C
#define UT_CHANNEL_RECEIVERS 0x0C

#define SEMAPHORE_MAGIC      0x6D655375 /* "uSem" */
#define MUTEX_MAGIC          0x78744D75 /* "uMtx" */
#define CONDITION_MAGIC      0x646E4375 /* "uCnd" */
#define EVENT_MAGIC          0x74764575 /* "uEvt" */
#define TIMER_MAGIC          0x726D5475 /* "uTmr" */
#define CHANNEL_MAGIC        0x6E684375 /* "uChn" */
#define CHANNEL_RENDEZVOUS   0x7A764475 /* "uDvz": an open one, for words, that keeps none */
#define MUTEX_FREE           0x65657246 /* "Free": as an owner. No block lies at such an address, */
#define MUTEX_WANTED         1          /* or has these bits: there are waiters; */
#define MUTEX_AGAIN          2          /* it is held more than once */

#ifndef __ASSEMBLER__
struct ut_object {
    struct ut_queue waiters;
    DWORD magic;
};

/* ---------------------------------------------------------------- waiters */

static inline bool queue_is_empty(const struct ut_queue *queue)
{
    return queue->next == (const void *)queue;
}

static inline void queue_init(struct ut_queue *queue)
{
    queue->next = queue->previous = (struct utWait *)(void *)queue;
}

static inline void queue_append(struct ut_queue *queue, struct utWait *wait)
{
    wait->next = (struct utWait *)(void *)queue;
    wait->previous = queue->previous;
    queue->previous->next = wait;
    queue->previous = wait;
}

static inline void queue_remove(struct utWait *wait)
{
    wait->previous->next = wait->next;
    wait->next->previous = wait->previous;
}

/* Takes out the first of a queue that is not empty. */
static inline struct utWait *queue_take(struct ut_queue *queue)
{
    struct utWait *wait = queue->next;
    queue_remove(wait);
    return wait;
}

/* ---------------------------------------------------------------- wait.c */

/* A zeroed object of size bytes; NULL: UtErrorNoMemory. */
void *ut_object_create(size_t size, DWORD magic);

/* Whether it is one, by its magic number; UtErrorInvalid otherwise. */
static inline bool ut_object_is(const void *object, DWORD magic)
{
    if (__builtin_expect(object && ((const struct ut_object *)object)->magic == magic, 1))
        return true;
    ut_set_error(UtErrorInvalid);
    return false;
}

/* For every Destroy. UtErrorInvalid, UtErrorBusy if somebody waits. */
int ut_object_destroy(void *object, DWORD magic);

/* Whether the running thread may not wait until then: UtErrorTimedOut if that is now or past,
 * UtErrorOutside. Sets the error, too. Ends the thread if a cancel is pending. */
int ut_refuse_wait(utTime until);

/* Makes the running thread the object's last waiter, in one of its queues, until somebody wakes it.
 * wait is the caller's, of which value and result may be set. Returns what ut_block does. */
int ut_wait_in(void *object, struct ut_queue *queue, struct utWait *wait,
               const struct ut_wait_kind *kind, utTime until);

/* For brief.inc: ut_wait_failed. */
int UT_FAST ut_wait_ended(int result);

/* Leaves the result of a call for utLastError, unless it is UtErrorNone. Returns it, but for
 * UtErrorCancelled: that ends the thread. */
static inline int ut_result(int result)
{
    return result == UtErrorNone ? result : ut_wait_failed(result);
}
#endif

#endif
