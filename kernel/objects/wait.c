/* A thread that waits is in no list of ready threads; its waits, its deadline and its result are
 * all there is of the wait. */
#include "kernel/objects/wait.h"

#include "kernel/cpu/contracts.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/object.h"
#include "kernel/threads/apc.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"
#include "lib/inlining.h"

#include <nt_objects.h>

/* The waits of more than WAITS_INSIDE objects. */
struct many_waits {
    struct wait waits[WAIT_OBJECTS_MOST];
};
static struct slab many = SLAB_OF(many, struct many_waits);

/* ---------------------------------------------------------------- at once */

static inline uint32_t take_any(struct object *const *objects, uint32_t count,
                                struct thread *thread)
{
    for (uint32_t i = 0; i < count; i++)
        if (object_is_signalled(objects[i], thread))
            return (object_take(objects[i], thread) ? STATUS_ABANDONED_WAIT_0 : 0) + i;
    return STATUS_PENDING;
}

static uint32_t take_all(struct object *const *objects, uint32_t count, struct thread *thread)
{
    bool abandoned = false;
    for (uint32_t i = 0; i < count; i++)
        if (!object_is_signalled(objects[i], thread))
            return STATUS_PENDING;
    for (uint32_t i = 0; i < count; i++)
        abandoned |= object_take(objects[i], thread);
    return abandoned ? STATUS_ABANDONED_WAIT_0 : STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- the wait */

static void time_out(struct deadline *deadline)
{
    wait_end(list_record(struct thread, deadline, deadline), STATUS_TIMEOUT);
}

static inline void set_deadline(uint64_t deadline)
{
    if (deadline != WAIT_FOREVER)
        deadline_set(&this_thread()->deadline, deadline, time_out);
}

uint32_t wait_until(uint64_t deadline)
{
    kernel_must_be_locked();
    set_deadline(deadline);
    schedule_park();
    return STATUS_PENDING;
}

uint32_t wait_in(struct link *list, uint32_t address, uint64_t deadline)
{
    kernel_must_be_locked();
    set_deadline(deadline);
    schedule_park_in(list, "a change at", address);
    return STATUS_PENDING;
}

static inline uint32_t wait_begin(struct thread *thread, struct object *const *objects,
                                  uint32_t count, uint32_t how, uint64_t deadline)
{
    struct waiting *waiting = &thread->waiting;
    struct wait *waits = waiting->inside;
    if (count > WAITS_INSIDE) {
        struct many_waits *more = slab_alloc(&many);
        if (!more)
            return STATUS_NO_MEMORY;
        waits = more->waits;
    }
    waiting->waits = waits;
    waiting->count = (uint8_t)count;
    waiting->how = (uint8_t)how;
    for (uint32_t i = 0; i < count; i++) {
        waits[i].object = objects[i];
        waits[i].thread = thread;
        object_keep(objects[i]);
        list_append(&objects[i]->waits, &waits[i].link);
    }
    return wait_until(deadline);
}

uint32_t wait_at(struct object *object, uint32_t how, uint64_t deadline)
{
    kernel_must_be_locked();
    return wait_begin(this_thread(), &object, 1, how | WAIT_BY_KEY, deadline);
}

/* Lets the running thread wait until the objects are signalled, or the deadline (in ticks) is
 * reached. Returns the result at once where it need not wait: the index of the object that was
 * taken, STATUS_ABANDONED_WAIT_0 + index, STATUS_TIMEOUT, STATUS_USER_APC, STATUS_NO_MEMORY. Else
 * the result is STATUS_PENDING, and the real one reaches the thread when the wait ends. count: 0 to
 * WAIT_OBJECTS_MOST. how: WAIT_ALL for all of them; else for any; WAIT_ALERTABLE. Compiled more
 * than once, because most waits are for one object. */
static HOT uint32_t wait(struct object *const *objects, uint32_t count, uint32_t how,
                         uint64_t deadline)
{
    struct thread *thread = this_thread();
    if (how & WAIT_ALERTABLE && apc_is_due(thread))
        return STATUS_USER_APC;
    uint32_t result =
        how & WAIT_ALL ? take_all(objects, count, thread) : take_any(objects, count, thread);
    if (result != STATUS_PENDING)
        return result;
    if (deadline != WAIT_FOREVER && deadline <= clock_now())
        return STATUS_TIMEOUT;
    return wait_begin(thread, objects, count, how, deadline);
}

/* Leaves the queues of none, or of several objects. */
static OWN_STACK void forget_many(struct thread *thread)
{
    struct wait *waits = thread->waiting.waits;
    uint32_t count = thread->waiting.count;
    if (count == 0)
        schedule_leave_list(thread);
    for (uint32_t i = 0; i < count; i++) {
        list_remove(&waits[i].link);
        object_release(waits[i].object);
    }
    if (count > WAITS_INSIDE)
        slab_free(&many, waits);
}

/* Most waits are for one object. */
static inline void forget(struct thread *thread)
{
    deadline_cancel(&thread->deadline);
    if (thread->waiting.count == 1) {
        struct wait *wait = thread->waiting.inside;
        list_remove(&wait->link);
        object_release(wait->object);
    } else {
        forget_many(thread);
    }
    thread->waiting.count = thread->waiting.how = 0;
}

void wait_forget(struct thread *thread)
{
    kernel_must_be_locked();
    forget(thread);
}

static inline void end(struct thread *thread, uint32_t result)
{
    thread->result = result;
    thread->has_result = true;
    forget(thread);
    schedule_ready(thread);
}

void wait_end(struct thread *thread, uint32_t result)
{
    kernel_must_be_locked();
    end(thread, result);
}

/* Takes all that the thread waits for, if all is there. */
static OWN_STACK uint32_t take_all_of(const struct waiting *waiting)
{
    struct object *objects[WAIT_OBJECTS_MOST];
    for (uint32_t i = 0; i < waiting->count; i++)
        objects[i] = waiting->waits[i].object;
    return take_all(objects, waiting->count, waiting->waits->thread);
}

/* Takes what the thread waits for, if it is all there; this object is. */
static inline uint32_t wait_take(struct object *object, struct thread *thread,
                                 const struct wait *wait)
{
    const struct waiting *waiting = &thread->waiting;
    if (waiting->how & WAIT_ALL)
        return take_all_of(waiting);
    return (object_take(object, thread) ? STATUS_ABANDONED_WAIT_0 : 0) +
           (uint32_t)(wait - waiting->waits);
}

/* A wait that cannot end stays before the next one. It belongs to no thread whose wait ends here,
 * because a thread that waits for all of some objects names each once. */
IN_REGISTERS void waits_end(struct object *object)
{
    kernel_must_be_locked();
    struct link *before = &object->waits, *link;
    while ((link = before->next) != &object->waits) {
        struct wait *wait = list_record(struct wait, link, link);
        struct thread *thread = wait->thread;
        if (!object_is_signalled(object, thread))
            break; /* nor for any other that waits */
        uint32_t result = wait_take(object, thread, wait);
        if (result == STATUS_PENDING)
            before = link;
        else
            end(thread, result);
    }
}

/* ---------------------------------------------------------------- the services, by handles */

static uint32_t find_all(const uint32_t *handles, uint32_t count, bool all, struct object **objects)
{
    uint32_t status;
    for (uint32_t i = 0; i < count; i++) {
        if (handles[i] >= HANDLE_THIS_THREAD) /* those are for waits for one */
            return STATUS_INVALID_HANDLE;
        objects[i] = handle_find(handles[i], NULL, SYNCHRONIZE, &status);
        if (!objects[i])
            return status;
        for (uint32_t other = 0; all && other < i; other++)
            if (objects[other] == objects[i])
                return STATUS_INVALID_PARAMETER_MIX;
    }
    return STATUS_SUCCESS;
}

/* The direct service's way from ring 3: a thread there may not halt the CPU by itself. */
uint32_t user_clock_wait_until(struct service_call *call)
{
    uint64_t deadline = service_long(&call->words[0]);
    return clock_now() >= deadline ? STATUS_TIMEOUT : wait_until(deadline);
}

uint32_t user_wait_for(struct service_call *call)
{
    uint32_t handles[WAIT_OBJECTS_MOST], count = call->words[1], how = call->words[2];
    struct object *objects[WAIT_OBJECTS_MOST];
    if (count > WAIT_OBJECTS_MOST)
        return STATUS_INVALID_PARAMETER;
    if (!user_read_words(call, handles, call->words[0], count))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status = find_all(handles, count, how & WAIT_ALL, objects);
    if (status != STATUS_SUCCESS)
        return status;
    if (count == 0)
        how &= ~WAIT_ALL; /* for all of none: that is a sleep */
    return wait(objects, count, how & (WAIT_ALL | WAIT_ALERTABLE), service_long(&call->words[3]));
}

static HOT uint32_t wait_for_one(struct object *object, uint32_t how, const uint32_t *deadline)
{
    return wait(&object, 1, how & WAIT_ALERTABLE, service_long(deadline));
}

uint32_t user_wait_for_one(struct service_call *call)
{
    uint32_t status;
    struct object *object = handle_find(call->words[0], NULL, SYNCHRONIZE, &status);
    return object ? wait_for_one(object, call->words[1], &call->words[2]) : status;
}

uint32_t user_wait_signal_and(struct service_call *call)
{
    uint32_t status;
    struct object *object, *signal = handle_find(call->words[0], NULL, 0, &status);
    if (!signal || !(object = handle_find(call->words[1], NULL, SYNCHRONIZE, &status)))
        return status;
    if (!signal->type->signal)
        return STATUS_OBJECT_TYPE_MISMATCH;
    if (!handle_find(call->words[0], signal->type, signal->type->signal_access, &status))
        return status;
    status = signal->type->signal(signal);
    return status == STATUS_SUCCESS ? wait_for_one(object, call->words[2], &call->words[3])
                                    : status;
}
