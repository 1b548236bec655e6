/* Events. */
#include "uthread/wait.h"

struct utEventObject {
    struct ut_object object;
    bool manual;
    bool set; /* then nobody waits */
};

static const struct ut_wait_kind waits = {.text = "waits for an event"};

utEvent utEventCreate(BOOL manual, BOOL set)
{
    utEvent event = ut_object_create(sizeof *event, EVENT_MAGIC);
    if (event) {
        event->manual = manual;
        event->set = set;
    }
    return event;
}

int utEventDestroy(utEvent event)
{
    return ut_object_destroy(event, EVENT_MAGIC);
}

int utEventWait(utEvent event, utTime until)
{
    if (!ut_object_is(event, EVENT_MAGIC))
        return UtErrorInvalid;
    if (event->set) {
        event->set = event->manual;
        return UtErrorNone;
    }
    int refusal = ut_refuse_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait;
    return ut_result(ut_wait_in(event, &event->object.waiters, &wait, &waits, until));
}

int utEventSet(utEvent event)
{
    ut_need_stack();
    if (!ut_object_is(event, EVENT_MAGIC))
        return UtErrorInvalid;
    struct ut_queue *waiters = &event->object.waiters;
    event->set = event->manual || queue_is_empty(waiters);
    if (!queue_is_empty(waiters)) {
        do
            ut_wake(queue_take(waiters), UtErrorNone);
        while (event->manual && !queue_is_empty(waiters));
    }
    return UtErrorNone;
}

int utEventReset(utEvent event)
{
    if (!ut_object_is(event, EVENT_MAGIC))
        return UtErrorInvalid;
    event->set = false;
    return UtErrorNone;
}
