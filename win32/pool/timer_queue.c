/* Timer queues. A queue goes when its last timer does, and a timer when its last callback has
 * returned. */
#include "win32/pool/alarm.h"
#include "win32/pool/legacy.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>

struct timer_queue {
    struct link link;    /* in the list of queues, until it is deleted */
    uint32_t references; /* the program's, and one for each timer's record */
    struct link timers;
    HANDLE event; /* to set at its end, or NULL */
};

struct queue_timer {
    struct legacy legacy;
    struct alarm alarm;
    struct timer_queue *queue; /* or NULL */
    DWORD period;
    bool over; /* it came once, and has come */
};

static struct timer_queue usual = {.references = 1, .timers = {&usual.timers, &usual.timers}};
static struct link queues = {&queues, &queues}; /* that the program made */

static struct queue_timer *timer_of(struct callback *callback)
{
    return (struct queue_timer *)(void *)callback;
}

/* Under the lock, as all up to the calls. */
static void release_queue(struct timer_queue *queue)
{
    if (--queue->references)
        return;
    if (queue->event)
        SetEvent(queue->event);
    free(queue);
}

/* Returns the queue that a handle names, or NULL. A handle is compared before anything behind it is
 * read, because the program may have deleted it. */
static struct timer_queue *find_queue(HANDLE handle)
{
    if (!handle)
        return &usual;
    for (struct link *link = queues.next; link != &queues; link = link->next)
        if (list_record(struct timer_queue, link, link) == handle)
            return handle;
    return NULL;
}

/* Returns the timer that a handle names, or NULL. As on Windows it is found whatever queue the
 * caller names. */
static struct queue_timer *find_timer(HANDLE handle)
{
    struct legacy *timer = legacy_find(&usual.timers, handle);
    for (struct link *link = queues.next; !timer && link != &queues; link = link->next)
        timer = legacy_find(&list_record(struct timer_queue, link, link)->timers, handle);
    return (struct queue_timer *)(void *)timer;
}

/* ---------------------------------------------------------------- timers */

static void timer_queue_call(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    (void)instance;
    ((WAITORTIMERCALLBACK)(void *)callback->function)(callback->context, TRUE);
}

static void timer_queue_stop(struct callback *callback)
{
    alarm_cancel(&timer_of(callback)->alarm);
}

static void timer_queue_end(struct callback *callback)
{
    const struct queue_timer *timer = timer_of(callback);
    legacy_end(&timer->legacy);
    if (timer->queue)
        release_queue(timer->queue);
}

static const struct callback_kind kind = {&alarms_claimed, timer_queue_call, timer_queue_stop,
                                          timer_queue_end};

static void ring(struct alarm *alarm)
{
    struct queue_timer *timer = list_record(struct queue_timer, alarm, alarm);
    callback_submit(&timer->legacy.callback);
    if (timer->period)
        alarm_repeat(alarm, timer->period);
    else
        timer->over = true;
}

/* INFINITE: never. */
static void timer_queue_set(struct queue_timer *timer, DWORD due, DWORD period)
{
    timer->period = period;
    if (due == INFINITE)
        alarm_cancel(&timer->alarm);
    else
        alarm_set(&timer->alarm, wait_deadline(due));
}

/* Puts a new timer into the queue. Returns false if there is no such queue. */
static bool join(struct queue_timer *timer, HANDLE queue_handle)
{
    struct timer_queue *queue = find_queue(queue_handle);
    if (!queue)
        return false;
    timer->queue = queue;
    queue->references++;
    list_append(&queue->timers, &timer->legacy.link);
    return true;
}

BOOL WINAPI CreateTimerQueueTimer(PHANDLE handle, HANDLE queue, WAITORTIMERCALLBACK function,
                                  PVOID context, DWORD due, DWORD period, ULONG flags)
{
    TP_CALLBACK_ENVIRON environment;
    legacy_environment(&environment, flags);
    struct queue_timer *timer =
        callback_make(sizeof *timer, &kind, (void *)function, context, &environment);
    if (!timer)
        return FALSE;
    timer->alarm.ring = ring;
    pool_enter();
    bool joined = join(timer, queue);
    if (joined) {
        *handle = timer;
        timer_queue_set(timer, due, flags & WT_EXECUTEONLYONCE ? 0 : period);
    } else {
        callback_release(&timer->legacy.callback);
    }
    pool_leave();
    return legacy_result(joined ? ERROR_SUCCESS : ERROR_INVALID_HANDLE);
}

BOOL WINAPI ChangeTimerQueueTimer(HANDLE queue, HANDLE handle, ULONG due, ULONG period)
{
    (void)queue;
    pool_enter();
    struct queue_timer *timer = find_timer(handle);
    if (timer && !timer->over)
        timer_queue_set(timer, due, period);
    pool_leave();
    return legacy_result(timer ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER);
}

BOOL WINAPI DeleteTimerQueueTimer(HANDLE queue, HANDLE handle, HANDLE event)
{
    (void)queue;
    pool_enter();
    struct queue_timer *timer = find_timer(handle);
    DWORD error = timer ? legacy_delete(&timer->legacy, event) : ERROR_INVALID_PARAMETER;
    pool_leave();
    return legacy_result(error);
}

/* ---------------------------------------------------------------- queues */

HANDLE WINAPI CreateTimerQueue(void)
{
    struct timer_queue *queue = malloc(sizeof *queue);
    if (!queue) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    *queue = (struct timer_queue){.references = 1};
    list_init(&queue->timers);
    pool_enter();
    list_append(&queues, &queue->link);
    pool_leave();
    return queue;
}

/* Returns ERROR_IO_PENDING if callbacks of its timers are left. */
static DWORD delete_queue(struct timer_queue *queue, HANDLE event)
{
    DWORD error = ERROR_SUCCESS;
    bool waits = event == INVALID_HANDLE_VALUE;
    list_remove(&queue->link);
    while (!list_is_empty(&queue->timers))
        if (legacy_delete(list_record(struct legacy, link, queue->timers.next),
                          waits ? INVALID_HANDLE_VALUE : NULL) != ERROR_SUCCESS)
            error = ERROR_IO_PENDING;
    queue->event = waits ? NULL : event;
    release_queue(queue);
    return error;
}

BOOL WINAPI DeleteTimerQueueEx(HANDLE handle, HANDLE event)
{
    pool_enter();
    struct timer_queue *queue = handle ? find_queue(handle) : NULL;
    DWORD error = queue ? delete_queue(queue, event) : ERROR_INVALID_HANDLE;
    pool_leave();
    return legacy_result(error);
}

BOOL WINAPI DeleteTimerQueue(HANDLE queue)
{
    return DeleteTimerQueueEx(queue, NULL);
}
