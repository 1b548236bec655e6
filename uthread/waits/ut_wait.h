/* Waits, their queues, and the objects that have the queues. block.h has the two primitives.
 *
 * A thread that waits has a struct utWait on its own stack, in the queue of an object. The object
 * serves the first waiter directly, so that no thread can come in between. Priorities do not matter
 * in a queue.
 *
 * A call that may wait checks three things in this order: the handle is good; it can be done at
 * once; the caller may wait (ut_may_wait). Only after the last it waits.
 */
#ifndef UTHREAD_WAITS_UT_WAIT_H
#define UTHREAD_WAITS_UT_WAIT_H

#include "kernel/call/branches.h"
#include "uthread/switch/attention.h"
#include "uthread/waits/check.h"

/* A place among an object's waiters, and one among the sleepers. The place of a select's case has
 * only the fields down to flags, and its queue is the select's wait. */
struct utWait {
    struct utWait *next, *previous; /* in the object's queue */
    void *queue;                    /* the object's queue; the object itself if kind is unlinked */
    void *value;                    /* for the object's use */
    DWORD flags;
    uThd thread;
    const struct ut_wait_kind *kind;
    int result;                            /* the result of ut_block */
    DWORD order;                           /* counts up; decides among equal deadlines */
    utTime deadline;                       /* of a timed wait */
    struct utWait *child, *sibling, *back; /* of a timed wait: sleepers.c */
};

/* utWait.flags: the work of a wake beyond the queue. Most waits have none. */
enum {
    UT_TIMED = 1,  /* it has a deadline, and is a sleeper if its thread has a scheduler */
    UT_CASE = 2,   /* it is the place of a select's case */
    UT_TRACED = 4, /* its wake is to be recorded */
    UT_PLAIN = 8,  /* its deadline ends it, with nothing to forget */
};

/* A kind of wait; each object has its own. */
struct ut_wait_kind {
    const char *text; /* "waits for a mutex" */
    size_t queue;     /* offset of the queue in the object */
    bool sleeps;      /* the status is UtStatusSleep, not UtStatusWait */
    bool unlinked;    /* it is in no queue: utWait.queue is the object itself */
    /* Ends the wait at its deadline (UtErrorTimedOut) or by a cancel (UtErrorCancelled). The wait
     * may go on. NULL: the wait is forgotten and woken. */
    void (*end)(struct utWait *wait, int result);
    /* Takes the wait out of its object. NULL: the wait leaves its queue, and that is all. */
    void (*forget)(struct utWait *wait);
    /* Returns the thread that could end the wait, or NULL if there is not one such thread. */
    uThd (*holder)(const void *object);
};

static inline void *ut_object_of(const struct utWait *wait)
{
    return (char *)wait->queue - wait->kind->queue;
}

/* ---------------------------------------------------------------- ut_wait.c, wake.c */

/* Wakes the sleepers that are due. Returns the reason why the running thread may not wait,
 * UtErrorOutside or UtErrorCancelled, or UtErrorNone. */
int ut_refusal(void);

/* Whether the running thread may wait: returns UtErrorNone, UtErrorOutside or UtErrorCancelled, and
 * an error is the last error, too. Wakes the sleepers that are due if a tick has passed. A pending
 * cancel ends the thread unless it takes cancels as errors. */
int ut_may_wait_slowly(void);
static inline int ut_may_wait_at_all(void)
{
    ut_need_stack_of_wait();
    return ut_must_attend() ? ut_may_wait_slowly() : UtErrorNone;
}

/* Like ut_may_wait_at_all, for a wait until a tick: also UtErrorTimedOut, if the tick is now or
 * past. */
int ut_may_wait_until(utTime until);
static inline int ut_may_wait(utTime until)
{
    return MOSTLY(until == UT_FOREVER) ? ut_may_wait_at_all() : ut_may_wait_until(until);
}

/* Ends a wait that its object has, by its deadline or a cancel: UtErrorTimedOut, UtErrorCancelled.
 * Its kind may let it go on: thread->status tells. */
void ut_abandon_wait(struct utWait *wait, int result);

/* Takes a wait out of its object without waking its thread. */
void ut_forget_wait(struct utWait *wait);

/* Gives a wait's deadline to the scheduler that its thread has got, and takes it from the scheduler
 * that its thread is about to lose. */
void ut_adopt_wait(struct utWait *wait);
void ut_orphan_wait(struct utWait *wait);

/* Gives a wait another deadline, or UT_FOREVER. */
void ut_set_deadline(struct utWait *wait, utTime deadline);

/* Returns the milliseconds from now until a time, at most as many as a word holds. */
DWORD ut_span(utTime now, utTime until);

/* Notes in the block a sleep that begins now. */
void ut_note_sleep(uThd here, utTime now, utTime until);

/* Records that a thread waits, and marks the wait so that its wake is recorded. */
void ut_trace_wait(struct utWait *wait);

/* Parks the running thread, which an exception has stopped, until ut_go_on. */
void ut_stop(void);
void ut_go_on(uThd uthread);

/* Takes the other places of a case's select out of their queues. Returns the select's wait, which
 * notes this place as the served one. (select.c) */
struct utWait *UT_REGISTERS ut_chosen_case(struct utWait *place);

/* ---------------------------------------------------------------- queues */

static inline bool queue_is_empty(const struct ut_queue *queue)
{
    return queue->next == (const void *)queue;
}

static inline void queue_init(struct ut_queue *queue)
{
    queue->next = queue->previous = (struct utWait *)(void *)queue;
}

/* Inserts a wait behind another one, or at the front: before is the queue itself. */
static inline void queue_insert(struct utWait *before, struct utWait *wait)
{
    struct utWait *next = before->next;
    wait->next = next;
    wait->previous = before;
    before->next = wait;
    next->previous = wait;
}

static inline void queue_append(struct ut_queue *queue, struct utWait *wait)
{
    struct utWait *last = queue->previous;
    wait->next = (struct utWait *)(void *)queue;
    wait->previous = last;
    last->next = wait;
    queue->previous = wait;
}

static inline void queue_remove(struct utWait *wait)
{
    struct utWait *next = wait->next, *previous = wait->previous;
    previous->next = next;
    next->previous = previous;
}

/* Takes the first wait out of a queue that is not empty. */
static inline struct utWait *queue_take(struct ut_queue *queue)
{
    struct utWait *first = queue->next, *next = first->next;
    queue->next = next;
    next->previous = (struct utWait *)(void *)queue;
    return first;
}

/* ---------------------------------------------------------------- objects */

/* The fields that every object begins with. */
struct ut_object {
    struct ut_queue waiters;
    DWORD magic;
    UT_HOME
};

#define MUTEX_MAGIC      0x78744D75 /* "uMtx" */
#define CONDITION_MAGIC  0x646E4375 /* "uCnd" */
#define SEMAPHORE_MAGIC  0x6D655375 /* "uSem" */
#define EVENT_MAGIC      0x74764575 /* "uEvt" */
#define TIMER_MAGIC      0x726D5475 /* "uTmr" */
#define CHANNEL_MAGIC    0x6E684375 /* "uChn" */
#define RW_LOCK_MAGIC    0x6B4C5275 /* "uRLk" */
#define BARRIER_MAGIC    0x72614275 /* "uBar" */
#define WAIT_GROUP_MAGIC 0x70724775 /* "uGrp" */

/* Makes a zeroed object of size bytes. NULL as ut_allocate. */
void *ut_object_create(size_t size, DWORD magic);

/* Destroys an object. UtErrorInvalid, UtErrorBusy (a thread waits). */
int ut_object_destroy(void *object, DWORD magic);

/* Whether a pointer is an object of a kind, by its magic number. */
static inline bool ut_object_is(const void *object, DWORD magic)
{
    const struct ut_object *it = object;
    bool is = it && it->magic == magic;
    if (is)
        ut_check_home(it);
    return is;
}

/* A whole wait as the last of a queue, from ut_may_wait to ut_result. */
int UT_FAST ut_wait_forever(struct ut_queue *queue, const struct ut_wait_kind *kind);
int UT_FAST ut_wait_until(struct ut_queue *queue, const struct ut_wait_kind *kind, utTime until);

/* Serves the first waiter of a queue that is not empty. Returns UtErrorNone. */
int UT_REGISTERS ut_serve_first(struct ut_queue *queue);
/* Serves all waiters of a queue. The caller has seen to the room on the stack. */
void UT_FAST ut_serve_all(struct ut_queue *queue);

/* Returns a wait's result to the program, after the object is done with the wait. UtErrorCancelled
 * ends the running thread unless it takes cancels as errors. Any other error becomes the last
 * error. */
int ut_wait_failed(int result);
static inline int ut_result(int result)
{
    return result == UtErrorNone ? result : ut_wait_failed(result);
}

#endif
