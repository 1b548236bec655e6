/* Alarms: functions that one thread calls at their times. All calls under the pools' lock. */
#ifndef WIN32_POOL_ALARM_H
#define WIN32_POOL_ALARM_H

#include "lib/list.h"

#include <stdbool.h>
#include <stdint.h>

struct alarm {
    struct link link; /* in the list of set alarms */
    bool set;
    uint64_t due; /* by the tick count */
    void (*ring)(
        struct alarm *alarm); /* called under the lock, when the alarm is not set any more */
};

/* For records that have an alarm. */
extern const struct claimed alarms_claimed;

/* Sets an alarm, or gives it another time. */
void alarm_set(struct alarm *alarm, uint64_t due);

/* The alarm does not ring any more. */
void alarm_cancel(struct alarm *alarm);

/* Sets a periodic alarm that has rung: rings that were missed are left out. */
void alarm_repeat(struct alarm *alarm, uint32_t period);

/* Wakes the thread, so that it looks whether it is needed. */
void alarms_wake(void);

#endif
