/* Every error of the objects to wait on: each call says it twice, and nothing has changed.
 *
 * run: name=plain memory=8M
 * run: name=checked memory=8M checked=1
 */
#include "tests/uthread_scene.h"

#include <stdlib.h>

static utMutex mutex, held, wanted, gone_mutex;
static utCondition condition, waited, gone_condition;
static utSemaphore semaphore, full, wanted_semaphore, gone_semaphore;
static utEvent event, wanted_event, gone_event;
static utTimer timer, wanted_timer, gone_timer;
static utChannel channel, closed, wanted_channel, gone_channel;
static int value, chosen;
static utCase cases[2], bad_cases[2];

struct misuse {
    const char *what;
    int (*call)(void);
    int error;
};

/* A call whose result is the error; and one that returns a handle, or -1. */
#define CALL(name, call)                                                                           \
    static int name(void)                                                                          \
    {                                                                                              \
        return call;                                                                               \
    }
#define MAKES(name, call)                                                                          \
    static int name(void)                                                                          \
    {                                                                                              \
        return (call) ? -1 : utLastError();                                                        \
    }
#define COUNTS(name, call)                                                                         \
    static int name(void)                                                                          \
    {                                                                                              \
        return (call) == -1 ? utLastError() : -1;                                                  \
    }

CALL(mutex_destroy_null, utMutexDestroy(NULL))
CALL(mutex_destroy_gone, utMutexDestroy(gone_mutex))
CALL(mutex_destroy_other, utMutexDestroy((utMutex)(void *)semaphore))
CALL(mutex_lock_null, utMutexLock(NULL))
CALL(mutex_lock_gone, utMutexLock(gone_mutex))
CALL(mutex_lock_other, utMutexLock((utMutex)(void *)semaphore))
CALL(mutex_lock_until_null, utMutexLockUntil(NULL, UT_NOW))
CALL(mutex_lock_until_gone, utMutexLockUntil(gone_mutex, UT_NOW))
CALL(mutex_lock_until_other, utMutexLockUntil((utMutex)(void *)semaphore, UT_NOW))
CALL(mutex_unlock_null, utMutexUnlock(NULL))
CALL(mutex_unlock_gone, utMutexUnlock(gone_mutex))
CALL(mutex_unlock_other, utMutexUnlock((utMutex)(void *)semaphore))
CALL(condition_destroy_null, utConditionDestroy(NULL))
CALL(condition_destroy_gone, utConditionDestroy(gone_condition))
CALL(condition_destroy_other, utConditionDestroy((utCondition)(void *)event))
CALL(condition_wait_null, utConditionWait(NULL, mutex, UT_NOW))
CALL(condition_wait_gone, utConditionWait(gone_condition, mutex, UT_NOW))
CALL(condition_wait_other, utConditionWait((utCondition)(void *)event, mutex, UT_NOW))
CALL(condition_signal_null, utConditionSignal(NULL))
CALL(condition_signal_gone, utConditionSignal(gone_condition))
CALL(condition_signal_other, utConditionSignal((utCondition)(void *)event))
CALL(condition_broadcast_null, utConditionBroadcast(NULL))
CALL(condition_broadcast_gone, utConditionBroadcast(gone_condition))
CALL(condition_broadcast_other, utConditionBroadcast((utCondition)(void *)event))
CALL(semaphore_destroy_null, utSemaphoreDestroy(NULL))
CALL(semaphore_destroy_gone, utSemaphoreDestroy(gone_semaphore))
CALL(semaphore_destroy_other, utSemaphoreDestroy((utSemaphore)(void *)mutex))
CALL(semaphore_take_null, utSemaphoreTake(NULL))
CALL(semaphore_take_gone, utSemaphoreTake(gone_semaphore))
CALL(semaphore_take_other, utSemaphoreTake((utSemaphore)(void *)mutex))
CALL(semaphore_take_until_null, utSemaphoreTakeUntil(NULL, UT_NOW))
CALL(semaphore_take_until_gone, utSemaphoreTakeUntil(gone_semaphore, UT_NOW))
CALL(semaphore_take_until_other, utSemaphoreTakeUntil((utSemaphore)(void *)mutex, UT_NOW))
CALL(semaphore_give_null, utSemaphoreGive(NULL))
CALL(semaphore_give_gone, utSemaphoreGive(gone_semaphore))
CALL(semaphore_give_other, utSemaphoreGive((utSemaphore)(void *)mutex))
CALL(event_destroy_null, utEventDestroy(NULL))
CALL(event_destroy_gone, utEventDestroy(gone_event))
CALL(event_destroy_other, utEventDestroy((utEvent)(void *)timer))
CALL(event_wait_null, utEventWait(NULL, UT_NOW))
CALL(event_wait_gone, utEventWait(gone_event, UT_NOW))
CALL(event_wait_other, utEventWait((utEvent)(void *)timer, UT_NOW))
CALL(event_set_null, utEventSet(NULL))
CALL(event_set_gone, utEventSet(gone_event))
CALL(event_set_other, utEventSet((utEvent)(void *)timer))
CALL(event_reset_null, utEventReset(NULL))
CALL(event_reset_gone, utEventReset(gone_event))
CALL(event_reset_other, utEventReset((utEvent)(void *)timer))
CALL(timer_destroy_null, utTimerDestroy(NULL))
CALL(timer_destroy_gone, utTimerDestroy(gone_timer))
CALL(timer_destroy_other, utTimerDestroy((utTimer)(void *)channel))
CALL(timer_start_null, utTimerStart(NULL, 0, 0))
CALL(timer_start_gone, utTimerStart(gone_timer, 0, 0))
CALL(timer_start_other, utTimerStart((utTimer)(void *)channel, 0, 0))
CALL(timer_stop_null, utTimerStop(NULL))
CALL(timer_stop_gone, utTimerStop(gone_timer))
CALL(timer_stop_other, utTimerStop((utTimer)(void *)channel))
CALL(timer_wait_null, utTimerWait(NULL, UT_NOW))
CALL(timer_wait_gone, utTimerWait(gone_timer, UT_NOW))
CALL(timer_wait_other, utTimerWait((utTimer)(void *)channel, UT_NOW))
CALL(channel_destroy_null, utChannelDestroy(NULL))
CALL(channel_destroy_gone, utChannelDestroy(gone_channel))
CALL(channel_destroy_other, utChannelDestroy((utChannel)(void *)condition))
CALL(channel_send_null, utChannelSend(NULL, &value, UT_NOW))
CALL(channel_send_gone, utChannelSend(gone_channel, &value, UT_NOW))
CALL(channel_send_other, utChannelSend((utChannel)(void *)condition, &value, UT_NOW))
CALL(channel_receive_null, utChannelReceive(NULL, &value, UT_NOW))
CALL(channel_receive_gone, utChannelReceive(gone_channel, &value, UT_NOW))
CALL(channel_receive_other, utChannelReceive((utChannel)(void *)condition, &value, UT_NOW))
CALL(channel_close_null, utChannelClose(NULL))
CALL(channel_close_gone, utChannelClose(gone_channel))
CALL(channel_close_other, utChannelClose((utChannel)(void *)condition))
MAKES(owner_null, utMutexOwner(NULL))
CALL(condition_wait_mutex_null, utConditionWait(condition, NULL, UT_NOW))
MAKES(owner_gone, utMutexOwner(gone_mutex))
CALL(condition_wait_mutex_gone, utConditionWait(condition, gone_mutex, UT_NOW))
COUNTS(count_null, utSemaphoreCount(NULL))
COUNTS(count_gone, utSemaphoreCount(gone_semaphore))
COUNTS(inside_null, utChannelCount(NULL))
COUNTS(inside_gone, utChannelCount(gone_channel))
CALL(send_nothing, utChannelSend(channel, NULL, UT_NOW))
CALL(receive_nothing, utChannelReceive(channel, NULL, UT_NOW))
CALL(select_nothing, utSelect(NULL, 1, &chosen, UT_NOW))
CALL(select_unknown, utSelect(cases, 2, NULL, UT_NOW))
CALL(select_none, utSelect(cases, 0, &chosen, UT_NOW))
CALL(select_negative, utSelect(cases, -1, &chosen, UT_NOW))
CALL(select_many, utSelect(cases, UT_CASES_MOST + 1, &chosen, UT_NOW))
CALL(select_gone, (bad_cases[1].channel = gone_channel, utSelect(bad_cases, 2, &chosen, UT_NOW)))
CALL(select_no_value, (bad_cases[1].channel = channel, utSelect(bad_cases, 2, &chosen, UT_NOW)))
MAKES(semaphore_negative, utSemaphoreCreate(-1, 1))
MAKES(semaphore_none, utSemaphoreCreate(0, 0))
MAKES(semaphore_above, utSemaphoreCreate(2, 1))
MAKES(channel_nothing, utChannelCreate(0, 1))
MAKES(channel_large, utChannelCreate(65536, 1))
MAKES(channel_many, utChannelCreate(4, 0x20000000))
MAKES(channel_most, utChannelCreate(65535, 2000))
CALL(give_full, utSemaphoreGive(full))
CALL(destroy_held, utMutexDestroy(held))
CALL(destroy_expected, utMutexDestroy(mutex))
CALL(destroy_waited, utConditionDestroy(waited))
CALL(destroy_wanted_semaphore, utSemaphoreDestroy(wanted_semaphore))
CALL(destroy_wanted_event, utEventDestroy(wanted_event))
CALL(destroy_wanted_timer, utTimerDestroy(wanted_timer))
CALL(destroy_wanted_channel, utChannelDestroy(wanted_channel))
CALL(unlock_held, utMutexUnlock(held))
CALL(unlock_free, utMutexUnlock(mutex))
CALL(wait_unheld, utConditionWait(condition, mutex, UT_FOREVER))
CALL(wait_held, utConditionWait(condition, held, UT_FOREVER))
CALL(send_closed, utChannelSend(closed, &value, UT_FOREVER))
CALL(receive_closed, utChannelReceive(closed, &value, UT_FOREVER))
CALL(close_closed, utChannelClose(closed))
CALL(lock_now, utMutexLockUntil(held, UT_NOW))
CALL(take_now, utSemaphoreTakeUntil(semaphore, UT_NOW))
CALL(pass_now, utEventWait(event, UT_NOW))
CALL(ring_now, utTimerWait(timer, UT_NOW))
CALL(send_now, utChannelSend(channel, &value, UT_NOW))
CALL(receive_now, utChannelReceive(channel, &value, UT_NOW))
CALL(select_now, utSelect(cases, 2, &chosen, UT_NOW))
CALL(take_passed, utSemaphoreTakeUntil(semaphore, GetTickCount64()))
CALL(take_outside, utSemaphoreTake(semaphore))
CALL(take_later_outside, utSemaphoreTakeUntil(semaphore, utAfter(5)))
CALL(pass_outside, utEventWait(event, UT_FOREVER))
CALL(ring_outside, utTimerWait(timer, UT_FOREVER))
CALL(send_outside, utChannelSend(channel, &value, UT_FOREVER))
CALL(receive_outside, utChannelReceive(channel, &value, UT_FOREVER))
CALL(select_outside, utSelect(cases, 2, &chosen, UT_FOREVER))

static int wait_outside(void)
{
    utMutexLock(mutex);
    int error = utConditionWait(condition, mutex, UT_FOREVER);
    utMutexUnlock(mutex);
    return error;
}

static int lock_twice(void)
{
    utMutexLock(mutex);
    int error = utMutexLock(mutex);
    utMutexUnlock(mutex);
    return error;
}

static const struct misuse anywhere[] = {
    {"destroying the mutex NULL", mutex_destroy_null, UtErrorInvalid},
    {"destroying a destroyed mutex", mutex_destroy_gone, UtErrorInvalid},
    {"destroying a semaphore as a mutex", mutex_destroy_other, UtErrorInvalid},
    {"locking the mutex NULL", mutex_lock_null, UtErrorInvalid},
    {"locking a destroyed mutex", mutex_lock_gone, UtErrorInvalid},
    {"locking a semaphore as a mutex", mutex_lock_other, UtErrorInvalid},
    {"locking in time the mutex NULL", mutex_lock_until_null, UtErrorInvalid},
    {"locking in time a destroyed mutex", mutex_lock_until_gone, UtErrorInvalid},
    {"locking in time a semaphore as a mutex", mutex_lock_until_other, UtErrorInvalid},
    {"unlocking the mutex NULL", mutex_unlock_null, UtErrorInvalid},
    {"unlocking a destroyed mutex", mutex_unlock_gone, UtErrorInvalid},
    {"unlocking a semaphore as a mutex", mutex_unlock_other, UtErrorInvalid},
    {"destroying the condition NULL", condition_destroy_null, UtErrorInvalid},
    {"destroying a destroyed condition", condition_destroy_gone, UtErrorInvalid},
    {"destroying an event as a condition", condition_destroy_other, UtErrorInvalid},
    {"waiting for the condition NULL", condition_wait_null, UtErrorInvalid},
    {"waiting for a destroyed condition", condition_wait_gone, UtErrorInvalid},
    {"waiting for an event as a condition", condition_wait_other, UtErrorInvalid},
    {"signalling the condition NULL", condition_signal_null, UtErrorInvalid},
    {"signalling a destroyed condition", condition_signal_gone, UtErrorInvalid},
    {"signalling an event as a condition", condition_signal_other, UtErrorInvalid},
    {"broadcasting to the condition NULL", condition_broadcast_null, UtErrorInvalid},
    {"broadcasting to a destroyed condition", condition_broadcast_gone, UtErrorInvalid},
    {"broadcasting to an event as a condition", condition_broadcast_other, UtErrorInvalid},
    {"destroying the semaphore NULL", semaphore_destroy_null, UtErrorInvalid},
    {"destroying a destroyed semaphore", semaphore_destroy_gone, UtErrorInvalid},
    {"destroying a mutex as a semaphore", semaphore_destroy_other, UtErrorInvalid},
    {"taking the semaphore NULL", semaphore_take_null, UtErrorInvalid},
    {"taking a destroyed semaphore", semaphore_take_gone, UtErrorInvalid},
    {"taking a mutex as a semaphore", semaphore_take_other, UtErrorInvalid},
    {"taking in time the semaphore NULL", semaphore_take_until_null, UtErrorInvalid},
    {"taking in time a destroyed semaphore", semaphore_take_until_gone, UtErrorInvalid},
    {"taking in time a mutex as a semaphore", semaphore_take_until_other, UtErrorInvalid},
    {"giving the semaphore NULL", semaphore_give_null, UtErrorInvalid},
    {"giving a destroyed semaphore", semaphore_give_gone, UtErrorInvalid},
    {"giving a mutex as a semaphore", semaphore_give_other, UtErrorInvalid},
    {"destroying the event NULL", event_destroy_null, UtErrorInvalid},
    {"destroying a destroyed event", event_destroy_gone, UtErrorInvalid},
    {"destroying a timer as a event", event_destroy_other, UtErrorInvalid},
    {"waiting for the event NULL", event_wait_null, UtErrorInvalid},
    {"waiting for a destroyed event", event_wait_gone, UtErrorInvalid},
    {"waiting for a timer as a event", event_wait_other, UtErrorInvalid},
    {"setting the event NULL", event_set_null, UtErrorInvalid},
    {"setting a destroyed event", event_set_gone, UtErrorInvalid},
    {"setting a timer as a event", event_set_other, UtErrorInvalid},
    {"resetting the event NULL", event_reset_null, UtErrorInvalid},
    {"resetting a destroyed event", event_reset_gone, UtErrorInvalid},
    {"resetting a timer as a event", event_reset_other, UtErrorInvalid},
    {"destroying the timer NULL", timer_destroy_null, UtErrorInvalid},
    {"destroying a destroyed timer", timer_destroy_gone, UtErrorInvalid},
    {"destroying a channel as a timer", timer_destroy_other, UtErrorInvalid},
    {"starting the timer NULL", timer_start_null, UtErrorInvalid},
    {"starting a destroyed timer", timer_start_gone, UtErrorInvalid},
    {"starting a channel as a timer", timer_start_other, UtErrorInvalid},
    {"stopping the timer NULL", timer_stop_null, UtErrorInvalid},
    {"stopping a destroyed timer", timer_stop_gone, UtErrorInvalid},
    {"stopping a channel as a timer", timer_stop_other, UtErrorInvalid},
    {"waiting for the timer NULL", timer_wait_null, UtErrorInvalid},
    {"waiting for a destroyed timer", timer_wait_gone, UtErrorInvalid},
    {"waiting for a channel as a timer", timer_wait_other, UtErrorInvalid},
    {"destroying the channel NULL", channel_destroy_null, UtErrorInvalid},
    {"destroying a destroyed channel", channel_destroy_gone, UtErrorInvalid},
    {"destroying a condition as a channel", channel_destroy_other, UtErrorInvalid},
    {"sending to the channel NULL", channel_send_null, UtErrorInvalid},
    {"sending to a destroyed channel", channel_send_gone, UtErrorInvalid},
    {"sending to a condition as a channel", channel_send_other, UtErrorInvalid},
    {"receiving from the channel NULL", channel_receive_null, UtErrorInvalid},
    {"receiving from a destroyed channel", channel_receive_gone, UtErrorInvalid},
    {"receiving from a condition as a channel", channel_receive_other, UtErrorInvalid},
    {"closing the channel NULL", channel_close_null, UtErrorInvalid},
    {"closing a destroyed channel", channel_close_gone, UtErrorInvalid},
    {"closing a condition as a channel", channel_close_other, UtErrorInvalid},
    {"the owner of NULL", owner_null, UtErrorInvalid},
    {"waiting for a condition with NULL", condition_wait_mutex_null, UtErrorInvalid},
    {"the owner of a destroyed mutex", owner_gone, UtErrorInvalid},
    {"waiting for a condition with a destroyed mutex", condition_wait_mutex_gone, UtErrorInvalid},
    {"the count of NULL", count_null, UtErrorInvalid},
    {"the count of a destroyed semaphore", count_gone, UtErrorInvalid},
    {"the values in NULL", inside_null, UtErrorInvalid},
    {"the values in a destroyed channel", inside_gone, UtErrorInvalid},
    {"sending from NULL", send_nothing, UtErrorInvalid},
    {"receiving to NULL", receive_nothing, UtErrorInvalid},
    {"selecting without cases", select_nothing, UtErrorInvalid},
    {"selecting without a result", select_unknown, UtErrorInvalid},
    {"selecting of no cases", select_none, UtErrorRange},
    {"selecting of fewer", select_negative, UtErrorRange},
    {"selecting of too many", select_many, UtErrorRange},
    {"selecting of a destroyed channel", select_gone, UtErrorInvalid},
    {"selecting without a value", select_no_value, UtErrorInvalid},
    {"a semaphore below 0", semaphore_negative, UtErrorRange},
    {"a semaphore that cannot be given", semaphore_none, UtErrorRange},
    {"a semaphore above its most", semaphore_above, UtErrorRange},
    {"a channel of nothing", channel_nothing, UtErrorRange},
    {"a channel of too large values", channel_large, UtErrorRange},
    {"a channel of too many values", channel_many, UtErrorRange},
    {"a channel without memory for its values", channel_most, UtErrorNoMemory},
    {"giving above the most", give_full, UtErrorRange},
    {"destroying a mutex that is held", destroy_held, UtErrorBusy},
    {"destroying one that a wait for a condition will lock", destroy_expected, UtErrorBusy},
    {"destroying a condition with waiters", destroy_waited, UtErrorBusy},
    {"destroying a semaphore with waiters", destroy_wanted_semaphore, UtErrorBusy},
    {"destroying an event with waiters", destroy_wanted_event, UtErrorBusy},
    {"destroying a timer with waiters", destroy_wanted_timer, UtErrorBusy},
    {"destroying a channel with waiters", destroy_wanted_channel, UtErrorBusy},
    {"unlocking what another thread holds", unlock_held, UtErrorNotOwner},
    {"unlocking what nobody holds", unlock_free, UtErrorNotOwner},
    {"waiting for a condition without the mutex", wait_unheld, UtErrorNotOwner},
    {"waiting for a condition with another's mutex", wait_held, UtErrorNotOwner},
    {"sending to a closed channel", send_closed, UtErrorClosed},
    {"receiving from a closed channel", receive_closed, UtErrorClosed},
    {"closing twice", close_closed, UtErrorClosed},
    {"locking now", lock_now, UtErrorTimedOut},
    {"taking now", take_now, UtErrorTimedOut},
    {"passing now", pass_now, UtErrorTimedOut},
    {"waiting for a ring now", ring_now, UtErrorTimedOut},
    {"sending now", send_now, UtErrorTimedOut},
    {"receiving now", receive_now, UtErrorTimedOut},
    {"selecting now", select_now, UtErrorTimedOut},
    {"taking by now", take_passed, UtErrorTimedOut},
    {"locking twice", lock_twice, UtErrorSelf},
};

static const struct misuse outside[] = {
    {"waiting for a semaphore", take_outside, UtErrorOutside},
    {"waiting a while", take_later_outside, UtErrorOutside},
    {"waiting for an event", pass_outside, UtErrorOutside},
    {"waiting for a timer", ring_outside, UtErrorOutside},
    {"waiting to send", send_outside, UtErrorOutside},
    {"waiting to receive", receive_outside, UtErrorOutside},
    {"waiting for one of several", select_outside, UtErrorOutside},
    {"waiting for a condition", wait_outside, UtErrorOutside},
};

static void commit(const struct misuse *rows, unsigned count, const char *where)
{
    struct heap_usage heap = heap_usage();
    for (const struct misuse *row = rows; row < rows + count; row++) {
        error_small();
        int error = row->call();
        ok(error == row->error && utLastError() == row->error && heap_usage().blocks == heap.blocks,
           "%s, %s: %s", where, row->what, utErrorText(row->error));
    }
}

#define COMMIT(rows, where) commit(rows, sizeof(rows) / sizeof((rows)[0]), where)

/* ---------------------------------------------------------------- around them */

static void misuses(void)
{
    COMMIT(anywhere, "in a thread");
}

static void holds(void)
{
    utMutexLock(held);
    utMutexLock(wanted);
    utSemaphoreTakeUntil(wanted_semaphore, utAfter(50));
    utMutexUnlock(wanted);
    utMutexUnlock(held);
}

static void waits(void)
{
    utMutexLock(mutex);
    utConditionWait(waited, mutex, utAfter(50));
    utMutexUnlock(mutex);
    utMutexLock(wanted);
    utMutexUnlock(wanted);
}

static void passes(void)
{
    utEventWait(wanted_event, utAfter(50));
}

static void rings(void)
{
    utTimerWait(wanted_timer, utAfter(50));
}

static void sends(void)
{
    int number = 1;
    utChannelSend(wanted_channel, &number, utAfter(50));
}

static void make(void)
{
    mutex = utMutexCreate(false);
    held = utMutexCreate(false);
    wanted = utMutexCreate(true);
    condition = utConditionCreate();
    waited = utConditionCreate();
    semaphore = utSemaphoreCreate(0, 1);
    full = utSemaphoreCreate(1, 1);
    wanted_semaphore = utSemaphoreCreate(0, 1);
    event = utEventCreate(false, false);
    wanted_event = utEventCreate(true, false);
    timer = utTimerCreate();
    wanted_timer = utTimerCreate();
    channel = utChannelCreate(sizeof value, 0);
    closed = utChannelCreate(sizeof value, 1);
    wanted_channel = utChannelCreate(sizeof value, 0);
    utChannelClose(closed);
    gone_mutex = utMutexCreate(false);
    gone_condition = utConditionCreate();
    gone_semaphore = utSemaphoreCreate(1, 1);
    gone_event = utEventCreate(true, true);
    gone_timer = utTimerCreate();
    gone_channel = utChannelCreate(sizeof value, 1);
    cases[0] = bad_cases[0] = (utCase){.channel = channel, .value = &value};
    cases[1].send = true;
}

/* Freed memory may become another block's; nothing is allocated between. */
static int destroy_gone(void)
{
    return utMutexDestroy(gone_mutex) | utConditionDestroy(gone_condition) |
           utSemaphoreDestroy(gone_semaphore) | utEventDestroy(gone_event) |
           utTimerDestroy(gone_timer) | utChannelDestroy(gone_channel);
}

static int destroy(void)
{
    return utMutexDestroy(mutex) | utMutexDestroy(held) | utMutexDestroy(wanted) |
           utConditionDestroy(condition) | utConditionDestroy(waited) |
           utSemaphoreDestroy(semaphore) | utSemaphoreDestroy(full) |
           utSemaphoreDestroy(wanted_semaphore) | utEventDestroy(event) |
           utEventDestroy(wanted_event) | utTimerDestroy(timer) | utTimerDestroy(wanted_timer) |
           utChannelDestroy(channel) | utChannelDestroy(closed) | utChannelDestroy(wanted_channel);
}

static void check_calls(void)
{
    struct heap_usage heap = heap_usage();
    clock_set(1000);
    make();
    utSch sch = utSchedulerCreate();
    static const struct {
        const char *name;
        function func;
    } threads[] = {{"misuses", misuses}, {"sends", sends}, {"rings", rings},
                   {"passes", passes},   {"waits", waits}, {"holds", holds}};
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++)
        add(sch, threads[i].name, threads[i].func);
    is_dec((DWORD)destroy_gone(), UtErrorNone, "what nobody needs is destroyed");
    clock_run(sch);
    utSchedulerDestory(sch);
    is_dec((DWORD)destroy(), UtErrorNone, "afterwards everything is as it was, and is destroyed");
    is_dec(heap_usage().blocks, heap.blocks, "nothing is left");

    make();
    destroy_gone();
    COMMIT(outside, "outside");
    is_dec((DWORD)destroy(), UtErrorNone, "outside, too, everything is as it was");
}

/* ---------------------------------------------------------------- no memory */

static void *make_mutex(void)
{
    return utMutexCreate(true);
}

static void *make_condition(void)
{
    return utConditionCreate();
}

static void *make_semaphore(void)
{
    return utSemaphoreCreate(1, 1);
}

static void *make_event(void)
{
    return utEventCreate(true, true);
}

static void *make_timer(void)
{
    return utTimerCreate();
}

static void *make_channel(void)
{
    return utChannelCreate(1, 1);
}

static void check_exhaustion(void)
{
    static const struct {
        const char *what;
        void *(*make)(void);
    } rows[] = {{"mutex", make_mutex}, {"condition", make_condition}, {"semaphore", make_semaphore},
                {"event", make_event}, {"timer", make_timer},         {"channel", make_channel}};
    void **blocks = NULL;
    for (size_t size = 65536; size >= 4; size /= 2)
        for (void **block; (block = malloc(size)); blocks = block)
            *block = blocks;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        error_small();
        void *made = rows[i].make();
        ok(!made && utLastError() == UtErrorNoMemory, "without memory there is no %s",
           rows[i].what);
    }
    while (blocks) {
        void **next = *blocks;
        free(blocks);
        blocks = next;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *made = rows[i].make();
        ok(made != NULL, "with memory there is a %s again", rows[i].what);
        free(made);
    }
}

int main(void)
{
    check_calls();
    check_exhaustion();
    return tap_done();
}
