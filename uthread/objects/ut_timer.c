/* Timers. Nothing runs when a timer rings: a call that looks at the timer computes the rings from
 * the tick count. A waiter sleeps until the next ring, or until its own time if that is earlier.
 * The first waiter to wake hands out the rings, to the first waiters of the queue. */
#include "uthread/objects/select.h"
#include "uthread/waits/block.h"

struct utTimerObject {
    struct ut_object object;
    utTime next; /* the first ring that is not counted yet, or UT_FOREVER */
    DWORD period;
    DWORD rings; /* counted rings that no wait has taken; 0 while a thread waits */
};

struct timer_wait {
    struct utWait wait;
    utTime until; /* the caller's; wait.deadline is never behind the next ring */
};

/* Counts the rings up to now. */
static void count(utTimer timer)
{
    utTime now = GetTickCount64();
    if (timer->next > now || timer->next == UT_FOREVER)
        return;
    utTime further = timer->period ? (now - timer->next) / timer->period : 0;
    utTime rings = timer->rings + 1 + further;
    timer->rings = rings < UT_COUNT_MOST ? (DWORD)rings : UT_COUNT_MOST;
    timer->next += further * timer->period;
    bool last = !timer->period || timer->next > UT_FOREVER - timer->period;
    timer->next = last ? UT_FOREVER : timer->next + timer->period;
}

static utTime alarm(utTimer timer, utTime until)
{
    return until < timer->next ? until : timer->next;
}

/* Counts the rings up to now and gives them to the first waiters. */
static void hand_out(utTimer timer)
{
    struct ut_queue *waiters = &timer->object.waiters;
    count(timer);
    for (; timer->rings && !queue_is_empty(waiters); timer->rings--)
        ut_serve_first(waiters);
}

/* Gives the waiters new deadlines after the next ring has changed. */
static void set_alarms(utTimer timer)
{
    struct ut_queue *waiters = &timer->object.waiters;
    for (struct utWait *wait = waiters->next; wait != (void *)waiters; wait = wait->next) {
        if (wait->flags & UT_CASE)
            ut_change_ring(wait);
        else
            ut_set_deadline(wait, alarm(timer, ((struct timer_wait *)wait)->until));
    }
}

static void timer_serve(utTimer timer)
{
    utTime before = timer->next;
    hand_out(timer);
    if (timer->next != before)
        set_alarms(timer);
}

static void end(struct utWait *wait, int result)
{
    if (result == UtErrorTimedOut) {
        timer_serve(ut_object_of(wait));
        bool served = !ut_is_waiting(wait->thread);
        if (served || ((struct timer_wait *)wait)->until > GetTickCount64())
            return;
    }
    queue_remove(wait);
    ut_wake(wait, result);
}

static const struct ut_wait_kind waits = {.text = "waits for a timer", .end = end};

utTimer utTimerCreate(void)
{
    utTimer timer = ut_object_create(sizeof *timer, TIMER_MAGIC);
    if (timer)
        timer->next = UT_FOREVER;
    return timer;
}

int utTimerDestroy(utTimer timer)
{
    return ut_object_destroy(timer, TIMER_MAGIC);
}

static void set(utTimer timer, utTime next, DWORD period)
{
    timer->next = next;
    timer->period = period;
    hand_out(timer);
    set_alarms(timer);
}

int utTimerStart(utTimer timer, utTime first, DWORD period)
{
    ut_need_stack();
    if (!ut_object_is(timer, TIMER_MAGIC))
        return ut_set_error(UtErrorInvalid);
    timer->rings = 0;
    set(timer, first, period);
    return UtErrorNone;
}

int utTimerStop(utTimer timer)
{
    ut_need_stack();
    if (!ut_object_is(timer, TIMER_MAGIC))
        return ut_set_error(UtErrorInvalid);
    timer_serve(timer);
    set(timer, UT_FOREVER, 0);
    return UtErrorNone;
}

int utTimerWait(utTimer timer, utTime until)
{
    ut_need_stack();
    if (!ut_object_is(timer, TIMER_MAGIC))
        return ut_set_error(UtErrorInvalid);
    timer_serve(timer);
    if (timer->rings) {
        timer->rings--;
        return UtErrorNone;
    }
    int refusal = ut_may_wait(until);
    if (refusal)
        return refusal;
    struct timer_wait it = {.until = until};
    if (timer->next <= GetTickCount64())
        ut_set_attention(TIB_ATTEND); /* no tick comes for a ring that has passed */
    return ut_result(ut_block_in(&timer->object.waiters, &it.wait, &waits, alarm(timer, until)));
}

/* ---------------------------------------------------------------- as a case */

static int UT_FAST timer_case_ready(const utCase *it)
{
    ut_need_stack();
    if (!ut_object_is(it->timer, TIMER_MAGIC))
        return UtErrorInvalid;
    timer_serve(it->timer);
    return it->timer->rings ? UtErrorNone : WOULD_WAIT;
}

static int UT_FAST timer_case_take(const utCase *it)
{
    it->timer->rings--;
    return UtErrorNone;
}

static utTime case_next_ring(const utCase *it)
{
    return it->timer->next;
}

static void case_ring(const utCase *it)
{
    timer_serve(it->timer);
}

const struct ut_case_kind ut_timer_case = {.ready = timer_case_ready,
                                           .take = timer_case_take,
                                           .next_ring = case_next_ring,
                                           .ring = case_ring};
