/* Keyed events: a wait and a release with the same key meet, whichever comes first. No object is
 * needed for each key. */
#include "kernel/devices/clock.h"
#include "kernel/services/service.h"
#include "kernel/threads/apc.h"
#include "kernel/threads/calls.h"
#include "kernel/threads/handles.h"
#include "kernel/threads/publish.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/wait.h"
#include "kernel/trap/user_memory.h"

enum side { WAITS, RELEASES };

struct keyed_event {
    struct object object;
    struct link threads[2]; /* those that wait, and those that release, for the other side */
};

static struct slab keyed_events = SLAB_OF(keyed_events, struct keyed_event);

static bool is_never_signalled(const struct object *object, const struct thread *thread)
{
    (void)object, (void)thread;
    return false;
}

static const struct object_type keyed_event_type = {
    .name = "keyed event",
    .slab = &keyed_events,
    .is_signalled = is_never_signalled,
    .waits_by_key = true,
};

static void init(struct keyed_event *event)
{
    list_init(&event->threads[WAITS]);
    list_init(&event->threads[RELEASES]);
}

/* Without handles, but it never goes. */
static void init_global(struct keyed_event *event)
{
    event->object.type = &keyed_event_type;
    event->object.references = 1;
    list_init(&event->object.waits);
    init(event);
}

uint32_t user_keyed_event_create(struct service_call *call)
{
    struct keyed_event *event = object_make(&keyed_event_type);
    if (event)
        init(event);
    return object_publish(call, (struct object *)event, call->words[0], call->words[1]);
}

/* NULL names the one that all programs have. */
static uint32_t find(uint32_t handle, struct keyed_event **event)
{
    static struct keyed_event global;
    if (handle)
        return handle_find(handle, &keyed_event_type, 0, (struct object **)event);
    if (!global.threads[WAITS].next)
        init_global(&global);
    *event = &global;
    return STATUS_SUCCESS;
}

static struct thread *find_thread(const struct link *list, uint32_t key)
{
    for (struct link *link = list->next; link != list; link = link->next) {
        struct thread *thread = list_record(struct thread, queue, link);
        if (thread->address == key)
            return thread;
    }
    return NULL;
}

static void time_out(struct deadline *deadline)
{
    wait_end(list_record(struct thread, deadline, deadline), STATUS_TIMEOUT);
}

static uint32_t meet(const struct service_call *call, enum side side)
{
    struct thread *thread = this_thread(), *other;
    struct keyed_event *event;
    uint32_t key = call->words[1];
    bool alertable = call->words[2] & WAIT_ALERTABLE;
    uint64_t deadline = call->words[3] | (uint64_t)call->words[4] << 32;
    uint32_t status = find(call->words[0], &event);
    if (status != STATUS_SUCCESS)
        return status;
    if (key & 1)
        return STATUS_INVALID_PARAMETER_1;
    other = find_thread(&event->threads[!side], key);
    if (other) {
        wait_end(other, STATUS_SUCCESS);
        return STATUS_SUCCESS;
    }
    if (alertable && apc_is_due(thread))
        return STATUS_USER_APC;
    if (deadline <= clock_now())
        return STATUS_TIMEOUT;
    thread->address = key;
    wait_keep(thread, &event->object);
    thread->waiting.alertable = alertable;
    if (deadline != WAIT_FOREVER)
        deadline_set(&thread->deadline, deadline, time_out);
    schedule_park(&event->threads[side]);
    return STATUS_PENDING;
}

uint32_t user_keyed_event_wait(struct service_call *call)
{
    return meet(call, WAITS);
}

uint32_t user_keyed_event_release(struct service_call *call)
{
    return meet(call, RELEASES);
}
