/* Keyed events: a wait and a release with the same key meet, whichever comes first. No object is
 * needed for each key. Both sides stand in the event's one queue of waits. */
#include "kernel/call/calls.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/threads/apc.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

enum side { WAITS, RELEASES };

struct keyed_event {
    struct object object;
};

static struct slab keyed_events = SLAB_OF(keyed_events, struct keyed_event);

static const struct object_type keyed_event_type = {
    .name = "keyed event", .kind = OBJECT_OTHER, .slab = &keyed_events, .waits_by_key = true};

uint32_t user_keyed_event_create(struct service_call *call)
{
    return object_publish(call, object_make(&keyed_event_type), call->words[0], call->words[1]);
}

/* NULL names the one that all programs have. */
static struct object *keyed_event_find(uint32_t handle, uint32_t *status)
{
    static struct keyed_event global = {
        .object = {.type = &keyed_event_type,
                   .references = 1,
                   .waits = {&global.object.waits, &global.object.waits}}};
    if (handle)
        return handle_find(handle, &keyed_event_type, 0, status);
    return &global.object;
}

/* Keys are even, so the lowest bit of the address that a thread waits for tells its side. */
static uint32_t address_of(uint32_t key, enum side side)
{
    return key | side;
}

static struct thread *find_thread(const struct object *event, uint32_t address)
{
    for (struct link *link = event->waits.next; link != &event->waits; link = link->next) {
        struct thread *thread = list_record(struct wait, link, link)->thread;
        if (thread->waiting.how & WAIT_BY_KEY && thread->address == address)
            return thread;
    }
    return NULL;
}

static uint32_t meet(const struct service_call *call, enum side side)
{
    struct thread *thread = this_thread(), *other;
    uint32_t key = call->words[1], how = call->words[2] & WAIT_ALERTABLE, status;
    uint64_t deadline = service_long(&call->words[3]);
    struct object *event = keyed_event_find(call->words[0], &status);
    if (!event)
        return status;
    if (key & 1)
        return STATUS_INVALID_PARAMETER_1;
    other = find_thread(event, address_of(key, !side));
    if (other) {
        wait_end(other, STATUS_SUCCESS);
        return STATUS_SUCCESS;
    }
    if (how && apc_is_due(thread))
        return STATUS_USER_APC;
    if (deadline <= clock_now())
        return STATUS_TIMEOUT;
    thread->address = address_of(key, side);
    return wait_at(event, how, deadline);
}

uint32_t user_keyed_event_wait(struct service_call *call)
{
    return meet(call, WAITS);
}

uint32_t user_keyed_event_release(struct service_call *call)
{
    return meet(call, RELEASES);
}
