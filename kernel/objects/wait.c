/* A thread that waits is in no list of ready threads; its waits, its deadline and its result are
 * all there is of the wait. */
#include "kernel/objects/wait.h"

#include "kernel/devices/clock.h"
#include "kernel/objects/object.h"
#include "kernel/threads/apc.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"

/* The waits of more than WAITS_INSIDE objects. */
struct many_waits {
    struct wait waits[WAIT_OBJECTS_MOST];
};
static struct slab many = SLAB_OF(many, struct many_waits);

static bool is_signalled(const struct object *object, const struct thread *thread)
{
    return object->type->is_signalled(object, thread);
}

/* Returns whether it was abandoned. */
static bool take(struct object *object, struct thread *thread)
{
    return object->type->take && object->type->take(object, thread);
}

/* ---------------------------------------------------------------- at once */

static uint32_t take_any(struct object *const *objects, uint32_t count, struct thread *thread)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_signalled(objects[i], thread))
            return (take(objects[i], thread) ? STATUS_ABANDONED_WAIT_0 : 0) + i;
    return STATUS_PENDING;
}

static uint32_t take_all(struct object *const *objects, uint32_t count, struct thread *thread)
{
    bool abandoned = false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_signalled(objects[i], thread))
            return STATUS_PENDING;
    for (uint32_t i = 0; i < count; i++)
        abandoned |= take(objects[i], thread);
    return abandoned ? STATUS_ABANDONED_WAIT_0 : STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- the wait */

static void time_out(struct deadline *deadline)
{
    wait_end(list_record(struct thread, deadline, deadline), STATUS_TIMEOUT);
}

uint32_t wait_in(struct link *list, uint64_t deadline)
{
    if (deadline != WAIT_FOREVER)
        deadline_set(&this_thread()->deadline, deadline, time_out);
    schedule_park(list);
    return STATUS_PENDING;
}

static uint32_t begin(struct thread *thread, struct object *const *objects, uint32_t count,
                      uint64_t deadline)
{
    struct waiting *waiting = &thread->waiting;
    struct many_waits *more = NULL;
    if (count > WAITS_INSIDE && !(more = slab_alloc(&many)))
        return STATUS_NO_MEMORY;
    waiting->waits = more ? more->waits : waiting->inside;
    waiting->count = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++) {
        waiting->waits[i].object = objects[i];
        waiting->waits[i].thread = thread;
        object_keep(objects[i]);
        list_append(&objects[i]->waits, &waiting->waits[i].link);
    }
    return wait_in(NULL, deadline);
}

uint32_t wait_at(struct object *object, bool alertable, uint64_t deadline)
{
    struct thread *thread = this_thread();
    thread->waiting.all = false;
    thread->waiting.alertable = alertable;
    thread->waiting.by_key = true;
    return begin(thread, &object, 1, deadline);
}

uint32_t wait_for(struct object *const *objects, uint32_t count, bool all, bool alertable,
                  uint64_t deadline)
{
    struct thread *thread = this_thread();
    if (alertable && apc_is_due(thread))
        return STATUS_USER_APC;
    uint32_t result =
        all && count ? take_all(objects, count, thread) : take_any(objects, count, thread);
    if (result != STATUS_PENDING)
        return result;
    if (deadline <= clock_now())
        return STATUS_TIMEOUT;
    thread->waiting.all = all;
    thread->waiting.alertable = alertable;
    return begin(thread, objects, count, deadline);
}

void wait_forget(struct thread *thread)
{
    struct waiting *waiting = &thread->waiting;
    deadline_cancel(&thread->deadline);
    schedule_forget(thread);
    waiting->alertable = waiting->by_key = false;
    for (uint32_t i = 0; i < waiting->count; i++) {
        list_remove(&waiting->waits[i].link);
        object_release(waiting->waits[i].object);
    }
    if (waiting->waits != waiting->inside && waiting->count)
        slab_free(&many, waiting->waits);
    waiting->count = 0;
}

void wait_end(struct thread *thread, uint32_t result)
{
    wait_forget(thread);
    thread->result = (uint32_t)result;
    thread->has_result = true;
    schedule_ready(thread);
}

/* Takes what the thread waits for, if all is there. */
static uint32_t take_what_is_there(const struct waiting *waiting, const struct wait *wait)
{
    struct object *objects[WAIT_OBJECTS_MOST];
    if (!waiting->all) {
        uint32_t index = wait - waiting->waits;
        return index + (take(wait->object, wait->thread) ? STATUS_ABANDONED_WAIT_0 : 0);
    }
    for (uint32_t i = 0; i < waiting->count; i++)
        objects[i] = waiting->waits[i].object;
    return take_all(objects, waiting->count, wait->thread);
}

void wait_changed(struct object *object)
{
    struct link *link = object->waits.next;
    object_keep(object); /* the last wait may hold the last reference */
    while (link != &object->waits) {
        struct wait *wait = list_record(struct wait, link, link);
        struct thread *thread = wait->thread;
        do /* a thread may wait for one object twice, and both waits end */
            link = link->next;
        while (link != &object->waits && list_record(struct wait, link, link)->thread == thread);
        if (!is_signalled(object, thread))
            break; /* nor for any other that waits */
        uint32_t result = take_what_is_there(&thread->waiting, wait);
        if (result != STATUS_PENDING)
            wait_end(thread, result);
    }
    object_release(object);
}
