/* Events: signalled once set; a manual one stays so, an automatic one until a wait takes it. */
#include "kernel/objects/event.h"

#include "kernel/call/calls.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

struct event {
    struct object object;
};

static struct slab events = SLAB_OF(events, struct event);

static uint32_t signal(struct object *event)
{
    event_set(event);
    return STATUS_SUCCESS;
}

static const struct object_rights rights = {
    .read = STANDARD_RIGHTS_READ | EVENT_QUERY_STATE,
    .write = STANDARD_RIGHTS_WRITE | EVENT_MODIFY_STATE,
    .execute = STANDARD_RIGHTS_EXECUTE | SYNCHRONIZE,
    .all = EVENT_ALL_ACCESS,
};

const struct object_type event_type = {.name = "event",
                                       .kind = OBJECT_EVENT,
                                       .rights = &rights,
                                       .slab = &events,
                                       .signal = signal,
                                       .signal_access = EVENT_MODIFY_STATE};

struct object *event_make(bool manual)
{
    kernel_must_be_locked();
    struct object *event = object_make(&event_type);
    if (event)
        event->taken = !manual;
    return event;
}

uint32_t user_event_create(struct service_call *call)
{
    struct object *event = event_make(call->words[2]);
    if (event)
        event->signal = call->words[3] != 0;
    return object_publish(call, event, call->words[0], call->words[1]);
}

uint32_t user_event_change(struct service_call *call)
{
    uint32_t status;
    struct object *event = handle_find(call->words[0], &event_type, EVENT_MODIFY_STATE, &status);
    if (!event)
        return status;
    if (!user_answer(call, call->words[2], (uint32_t)event->signal))
        return STATUS_ACCESS_VIOLATION;
    if (call->words[1] == EVENT_SET)
        return signal(event);
    if (call->words[1] == EVENT_PULSE)
        signal(event);
    event->signal = 0;
    return STATUS_SUCCESS;
}
