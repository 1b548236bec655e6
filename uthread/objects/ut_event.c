/* Events: set, they let one waiter pass, or all. */
#include "uthread/objects/select.h"

struct utEventObject {
    struct ut_object object;
    bool manual;
    bool set; /* then no thread waits */
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
        return ut_set_error(UtErrorInvalid);
    if (event->set) {
        event->set = event->manual;
        return UtErrorNone;
    }
    return ut_wait_until(&event->object.waiters, &waits, until);
}

int utEventSet(utEvent event)
{
    ut_need_stack();
    if (!ut_object_is(event, EVENT_MAGIC))
        return ut_set_error(UtErrorInvalid);
    struct ut_queue *waiters = &event->object.waiters;
    event->set = event->manual || queue_is_empty(waiters);
    if (!queue_is_empty(waiters)) {
        do
            ut_serve_first(waiters);
        while (event->manual && !queue_is_empty(waiters));
    }
    return UtErrorNone;
}

int utEventReset(utEvent event)
{
    if (!ut_object_is(event, EVENT_MAGIC))
        return ut_set_error(UtErrorInvalid);
    event->set = false;
    return UtErrorNone;
}

/* ---------------------------------------------------------------- as a case */

static int UT_FAST event_case_ready(const utCase *it)
{
    if (!ut_object_is(it->event, EVENT_MAGIC))
        return UtErrorInvalid;
    return it->event->set ? UtErrorNone : WOULD_WAIT;
}

static int UT_FAST event_case_take(const utCase *it)
{
    it->event->set = it->event->manual;
    return UtErrorNone;
}

const struct ut_case_kind ut_event_case = {.ready = event_case_ready, .take = event_case_take};
