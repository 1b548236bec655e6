/* Timer queues. A queue goes when its last timer does, and a timer when its last callback has
 * returned. */
#include "win32/pool/alarm.h"
#include "win32/pool/legacy.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>

#define QUEUE_MAGIC 0x5155455Au

struct timer_queue {
    DWORD magic;
    uint32_t references; /* the program's, and one for each timer's record */
    struct link timers;
    HANDLE event; /* to set at its end, or NULL */
};

struct queue_timer {
    struct callback callback;
    struct alarm alarm;
    struct timer_queue *queue;
    struct link link; /* in the queue, until it is deleted */
    DWORD period;
    bool over; /* it came once, and has come */
    HANDLE event;
};

static struct timer_queue usual = {QUEUE_MAGIC, 1, {&usual.timers, &usual.timers}, NULL};

static struct queue_timer *timer_of(struct callback *callback)
{
    return (struct queue_timer *)(void *)callback;
}

/* Under the lock. */
static void release_queue(struct timer_queue *queue)
{
    if (--queue->references)
        return;
    if (queue->event)
        SetEvent(queue->event);
    free(queue);
}

/* ---------------------------------------------------------------- timers */

static void call(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    (void)instance;
    ((WAITORTIMERCALLBACK)(void *)callback->function)(callback->context, TRUE);
}

static void stop(struct callback *callback)
{
    struct queue_timer *timer = timer_of(callback);
    alarm_cancel(&timer->alarm);
    if (timer->link.next)
        list_remove(&timer->link);
    timer->link.next = NULL;
}

static void end(struct callback *callback)
{
    struct queue_timer *timer = timer_of(callback);
    if (timer->event)
        SetEvent(timer->event);
    release_queue(timer->queue);
}

static const struct callback_kind kind = {&alarms_claimed, call, stop, end};

static void ring(struct alarm *alarm)
{
    struct queue_timer *timer = list_record(struct queue_timer, alarm, alarm);
    callback_submit(&timer->callback);
    if (timer->period)
        alarm_repeat(alarm, timer->period);
    else
        timer->over = true;
}

/* Under the lock. INFINITE: never. */
static void set(struct queue_timer *timer, DWORD due, DWORD period)
{
    timer->period = period;
    if (due == INFINITE)
        alarm_cancel(&timer->alarm);
    else
        alarm_set(&timer->alarm, GetTickCount64() + due);
}

static struct timer_queue *queue_of(HANDLE handle)
{
    struct timer_queue *queue = handle ? handle : &usual;
    return queue != INVALID_HANDLE_VALUE && queue->magic == QUEUE_MAGIC ? queue : NULL;
}

static BOOL refuse(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

BOOL WINAPI CreateTimerQueueTimer(PHANDLE handle, HANDLE queue_handle, WAITORTIMERCALLBACK function,
                                  PVOID context, DWORD due, DWORD period, ULONG flags)
{
    struct timer_queue *queue = queue_of(queue_handle);
    TP_CALLBACK_ENVIRON environment;
    if (!queue)
        return refuse(ERROR_INVALID_HANDLE);
    legacy_environment(&environment, flags);
    struct queue_timer *timer =
        callback_make(sizeof *timer, &kind, (void *)function, context, &environment);
    if (!timer)
        return FALSE;
    timer->alarm.ring = ring;
    timer->queue = queue;
    pool_enter();
    *handle = timer;
    queue->references++;
    list_append(&queue->timers, &timer->link);
    set(timer, due, flags & WT_EXECUTEONLYONCE ? 0 : period);
    pool_leave();
    return TRUE;
}

/* Whether the queue has this timer. */
static bool is_of(HANDLE queue, const struct queue_timer *timer)
{
    return timer && timer != INVALID_HANDLE_VALUE && timer->queue == queue_of(queue);
}

BOOL WINAPI ChangeTimerQueueTimer(HANDLE queue, HANDLE handle, ULONG due, ULONG period)
{
    struct queue_timer *timer = handle;
    if (!is_of(queue, timer))
        return refuse(ERROR_INVALID_PARAMETER);
    pool_enter();
    if (!timer->over)
        set(timer, due, period);
    pool_leave();
    return TRUE;
}

BOOL WINAPI DeleteTimerQueueTimer(HANDLE queue, HANDLE handle, HANDLE event)
{
    struct queue_timer *timer = handle;
    if (!is_of(queue, timer))
        return refuse(ERROR_INVALID_PARAMETER);
    return legacy_delete(&timer->callback, &timer->event, event);
}

/* ---------------------------------------------------------------- queues */

HANDLE WINAPI CreateTimerQueue(void)
{
    struct timer_queue *queue = malloc(sizeof *queue);
    if (!queue) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    *queue = (struct timer_queue){.magic = QUEUE_MAGIC, .references = 1};
    list_init(&queue->timers);
    return queue;
}

/* Under the lock: deletes the queue's first timer. Returns whether its callbacks are settled. */
static bool delete_first(const struct timer_queue *queue, bool waits)
{
    struct callback *callback =
        &list_record(struct queue_timer, link, queue->timers.next)->callback;
    stop(callback);
    if (waits)
        callback_settle(callback);
    bool settled = callback_is_settled(callback);
    callback_release(callback);
    return settled;
}

BOOL WINAPI DeleteTimerQueueEx(HANDLE handle, HANDLE event)
{
    struct timer_queue *queue = queue_of(handle);
    bool settled = true, waits = event == INVALID_HANDLE_VALUE;
    if (!handle || !queue)
        return refuse(ERROR_INVALID_HANDLE);
    pool_enter();
    while (!list_is_empty(&queue->timers))
        settled &= delete_first(queue, waits);
    queue->magic = 0;
    queue->event = waits ? NULL : event;
    release_queue(queue);
    pool_leave();
    return settled ? TRUE : refuse(ERROR_IO_PENDING);
}

BOOL WINAPI DeleteTimerQueue(HANDLE queue)
{
    return DeleteTimerQueueEx(queue, NULL);
}
