/* Waits: what a thread waits in, and queues of them. block.h has the two primitives.
 *
 * A thread that waits has a struct utWait on its own stack, in the queue of an object. What an
 * object gives goes to the first waiter directly, so that no thread can come in between. Priorities
 * do not matter in a queue.
 *
 * A call that may wait asks in this order: is the handle good; is there what it wants; may the
 * caller wait (ut_may_wait). Then it waits.
 */
#ifndef UTHREAD_WAIT_H
#define UTHREAD_WAIT_H

#include "uthread/attention.h"

/* A place among an object's waiters, and one among the sleepers. Of a case of a select, only the
 * fields down to flags are there, and its queue is the select's wait. */
struct utWait {
    struct utWait *next, *previous; /* in the object's queue */
    void *queue;                    /* of the object, or what kind says */
    void *value;                    /* for the object's use */
    DWORD flags;
    uThd thread;
    const struct ut_wait_kind *kind;
    int result;                            /* what ut_block returns */
    DWORD order;                           /* counts up, decides among equal deadlines */
    utTime deadline;                       /* of a timed one */
    struct utWait *child, *sibling, *back; /* of a timed one: sleepers.c */
};

/* utWait.flags: what there is beyond the queue. Nothing, of most waits. */
enum {
    UT_TIMED = 1,  /* it has a deadline; if its thread has a scheduler, it is among the sleepers */
    UT_CASE = 2,   /* it is the place of a select's case */
    UT_TRACED = 4, /* events are recorded */
};

/* What kinds of waits there are; each object has its own. */
struct ut_wait_kind {
    const char *text; /* "waits for a mutex" */
    size_t queue;     /* where in the object its queue is */
    bool sleeps;      /* UtStatusSleep, not UtStatusWait */
    bool plain_sleep; /* it ends by being woken, with nothing to forget */
    bool unlinked;    /* it is in none: queue is the object itself */
    /* Its deadline has come (UtErrorTimedOut), or a cancel; NULL: it is forgotten and woken. The
     * wait may go on. */
    void (*end)(struct utWait *wait, int result);
    /* Takes it out of the object's hands; NULL: it just leaves its queue. */
    void (*forget)(struct utWait *wait);
    /* The thread that could end it, if that is one thread; or NULL. */
    uThd (*holder)(const void *object);
};

static inline void *ut_object_of(const struct utWait *wait)
{
    return (char *)wait->queue - wait->kind->queue;
}

/* ---------------------------------------------------------------- wait.c */

/* Why the running thread may not wait: UtErrorOutside, UtErrorCancelled, or UtErrorNone. Looks at
 * the sleepers. */
int ut_refusal(void);

/* Whether the running thread may wait. Looks at the sleepers if a tick has passed. Returns
 * UtErrorNone, UtErrorOutside or UtErrorCancelled, as the last error, too; ends the thread if a
 * cancel is pending that it does not take as an error. */
int ut_may_wait_slowly(void);
static inline int ut_may_wait_at_all(void)
{
    ut_need_stack_of_wait();
    return ut_must_attend() ? ut_may_wait_slowly() : UtErrorNone;
}

/* The same until then: UtErrorTimedOut if that is now or past. */
int ut_may_wait_until(utTime until);
static inline int ut_may_wait(utTime until)
{
    return __builtin_expect(until == UT_FOREVER, 1) ? ut_may_wait_at_all()
                                                    : ut_may_wait_until(until);
}

/* Ends a wait that is still in its object's hands, for its deadline or a cancel (UtErrorTimedOut,
 * UtErrorCancelled). Its kind may let it wait on: thread->status tells. */
void ut_abandon_wait(struct utWait *wait, int result);

/* Takes a wait out of its object's hands without waking its thread. */
void ut_forget_wait(struct utWait *wait);

/* A thread that waits has got a scheduler, or is about to lose it: its deadline counts, or no
 * longer. */
void ut_adopt_wait(struct utWait *wait);
void ut_orphan_wait(struct utWait *wait);

/* Gives a wait another deadline. */
void ut_set_deadline(struct utWait *wait, utTime deadline);

/* Milliseconds from now until a time, as many as a word holds. */
DWORD ut_span(utTime now, utTime until);

/* Has the block tell of a sleep that begins now. */
void ut_note_sleep(uThd here, utTime now, utTime until);

/* Records that a thread waits, and that its wake is to be recorded. */
void ut_trace_wait(struct utWait *wait);

/* Parks the running thread, which an exception has stopped, until ut_go_on. */
void ut_stop(void);
void ut_go_on(uThd uthread);

/* ---------------------------------------------------------------- select.c */

/* Takes the other places of a case's select out of their queues. Returns the select's wait, which
 * knows then that this place has been served. */
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

/* Behind another one, or the queue itself. */
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

/* ---------------------------------------------------------------- objects */

/* What every object begins with. */
struct ut_object {
    struct ut_queue waiters;
    DWORD magic;
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

/* A zeroed object of size bytes; NULL as ut_allocate. */
void *ut_object_create(size_t size, DWORD magic);

/* For every Destroy. UtErrorInvalid, UtErrorBusy if a thread waits. */
int ut_object_destroy(void *object, DWORD magic);

/* Whether it is one, by its magic number. */
static inline bool ut_object_is(const void *object, DWORD magic)
{
    return __builtin_expect(object && ((const struct ut_object *)object)->magic == magic, 1);
}

/* A whole wait as the last one in a queue, from the question whether it may be to its result. */
int UT_FAST ut_wait_forever(struct ut_queue *queue, const struct ut_wait_kind *kind);
int UT_FAST ut_wait_until(struct ut_queue *queue, const struct ut_wait_kind *kind, utTime until);

/* Gives the first waiter of a queue that is not empty what it waits for. Returns UtErrorNone. */
int UT_REGISTERS ut_serve_first(struct ut_queue *queue);

/* Gives it to all waiters of a queue. The caller has seen to the room on the stack. */
void UT_FAST ut_serve_all(struct ut_queue *queue);

/* For a wait's result, when its object is done with it: UtErrorCancelled ends the running thread
 * unless it takes that as an error; any other becomes the last error. Returns it. */
int ut_wait_failed(int result);
static inline int ut_result(int result)
{
    return __builtin_expect(result == UtErrorNone, 1) ? result : ut_wait_failed(result);
}

#endif
