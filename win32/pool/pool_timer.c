/* Timers of the pool. */
#include "win32/objects/due_time.h"
#include "win32/pool/alarm.h"
#include "win32/pool/callback.h"

struct timer {
    struct callback callback;
    struct alarm alarm;
    DWORD period; /* or 0 */
    bool set;     /* as the program has said it last */
};

static void pool_timer_call(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    ((PTP_TIMER_CALLBACK)(void *)callback->function)(instance, callback->context,
                                                     (PTP_TIMER)(void *)callback);
}

static void pool_timer_stop(struct callback *callback)
{
    alarm_cancel(&((struct timer *)(void *)callback)->alarm);
}

static const struct callback_kind kind = {
    .claims = &alarms_claimed, .call = pool_timer_call, .stop = pool_timer_stop};

static void ring(struct alarm *alarm)
{
    struct timer *timer = list_record(struct timer, alarm, alarm);
    callback_submit(&timer->callback);
    if (timer->period)
        alarm_repeat(alarm, timer->period);
}

PTP_TIMER WINAPI CreateThreadpoolTimer(PTP_TIMER_CALLBACK function, PVOID context,
                                       PTP_CALLBACK_ENVIRON environment)
{
    struct timer *timer =
        callback_make(sizeof *timer, &kind, (void *)function, context, environment);
    if (timer)
        timer->alarm.ring = ring;
    return (PTP_TIMER)timer;
}

/* A callback may set a timer that is closed: nothing comes of that. */
VOID WINAPI SetThreadpoolTimer(PTP_TIMER object, PFILETIME due, DWORD period, DWORD window)
{
    struct timer *timer = (struct timer *)(void *)object;
    (void)window;
    pool_enter();
    timer->set = due != NULL;
    timer->period = period;
    if (due && !timer->callback.closed)
        alarm_set(&timer->alarm, due_time((const LARGE_INTEGER *)(const void *)due));
    else
        alarm_cancel(&timer->alarm);
    pool_leave();
}

BOOL WINAPI IsThreadpoolTimerSet(PTP_TIMER object)
{
    pool_enter();
    bool set = ((struct timer *)(void *)object)->set;
    pool_leave();
    return set;
}

VOID WINAPI WaitForThreadpoolTimerCallbacks(PTP_TIMER object, BOOL cancel)
{
    callback_await((struct callback *)object, cancel);
}

VOID WINAPI CloseThreadpoolTimer(PTP_TIMER object)
{
    callback_close((struct callback *)object);
}
