/* The alarms are in the order of their times. The thread waits for the first one; it begins with
 * the first record that has an alarm, and ends with the last. */
#include "win32/pool/alarm.h"

#include "win32/pool/helpers.h"
#include "win32/pool/pool.h"

static struct link alarms = {&alarms, &alarms};
static CONDITION_VARIABLE changed;
static uint32_t records;
static bool has_thread;

static struct alarm *first(void)
{
    return list_record(struct alarm, link, alarms.next);
}

/* Rings what is due. An alarm is off before it rings, so it may be set again by that. */
static void ring_due(uint64_t now)
{
    while (!list_is_empty(&alarms) && first()->due <= now) {
        struct alarm *alarm = first();
        alarm_cancel(alarm);
        alarm->ring(alarm);
    }
}

/* The thread. It gives the lock free while it waits. */
static void keep_time(void *none)
{
    (void)none;
    for (;;) {
        ring_due(GetTickCount64());
        if (list_is_empty(&alarms) && (helpers_end || !records))
            break;
        pool_wait(&changed, list_is_empty(&alarms) ? WAIT_WITHOUT_END : first()->due);
    }
    has_thread = false;
}

static bool alarm_claim(void)
{
    if (!has_thread)
        has_thread = helper_start(keep_time, NULL, 0);
    records += has_thread;
    return has_thread;
}

static void alarm_give_back(void)
{
    if (--records == 0)
        alarms_wake();
}

const struct claimed alarms_claimed = {alarm_claim, alarm_give_back};

void alarm_cancel(struct alarm *alarm)
{
    if (alarm->set)
        list_remove(&alarm->link);
    alarm->set = false;
}

void alarm_set(struct alarm *alarm, uint64_t due)
{
    alarm_cancel(alarm);
    struct link *before = alarms.next;
    while (before != &alarms && list_record(struct alarm, link, before)->due <= due)
        before = before->next;
    alarm->due = due;
    alarm->set = true;
    list_append(before, &alarm->link);
    if (first() == alarm)
        WakeConditionVariable(&changed);
}

void alarm_repeat(struct alarm *alarm, uint32_t period)
{
    uint64_t now = GetTickCount64(), due = alarm->due + period;
    alarm_set(alarm, due > now ? due : now + period);
}

void alarms_wake(void)
{
    WakeConditionVariable(&changed);
}
