/* Events: signalled once set; a manual one stays so, an automatic one until a wait takes it. */
#include "kernel/objects/event.h"

#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/services/service.h"
#include "kernel/threads/calls.h"
#include "kernel/trap/user_memory.h"

#include <nt_objects.h>

struct event {
    struct object object;
    bool manual, set;
};

static struct slab events = SLAB_OF(events, struct event);

static bool is_set(const struct object *object, const struct thread *thread)
{
    (void)thread;
    return ((const struct event *)object)->set;
}

static bool take(struct object *object, struct thread *thread)
{
    struct event *event = (struct event *)object;
    (void)thread;
    event->set = event->manual;
    return false;
}

static uint32_t signal(struct object *object)
{
    struct event *event = (struct event *)object;
    if (!event->set) {
        event->set = true;
        wait_changed(object);
    }
    return STATUS_SUCCESS;
}

const struct object_type event_type = {.name = "event",
                                       .slab = &events,
                                       .is_signalled = is_set,
                                       .take = take,
                                       .signal = signal,
                                       .signal_access = EVENT_MODIFY_STATE};

uint32_t user_event_create(struct service_call *call)
{
    struct event *event = object_make(&event_type);
    if (event) {
        event->manual = call->words[2];
        event->set = call->words[3];
    }
    return object_publish(call, (struct object *)event, call->words[0], call->words[1]);
}

uint32_t user_event_change(struct service_call *call)
{
    struct event *event;
    uint32_t status =
        handle_find(call->words[0], &event_type, EVENT_MODIFY_STATE, (struct object **)&event);
    if (status != STATUS_SUCCESS)
        return status;
    uint32_t before = event->set;
    if (call->words[2] && !user_write(call, call->words[2], &before, sizeof before))
        return STATUS_ACCESS_VIOLATION;
    if (call->words[1] != EVENT_RESET)
        signal(&event->object);
    if (call->words[1] != EVENT_SET)
        event->set = false;
    return STATUS_SUCCESS;
}
