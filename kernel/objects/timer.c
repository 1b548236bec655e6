/* Waitable timers: signalled when their time comes, once or in a period. A manual one stays
 * signalled until it is set again. */
#include "kernel/objects/timer.h"

#include "kernel/call/calls.h"
#include "kernel/cpu/contracts.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/threads/apc.h"
#include "kernel/threads/deadlines.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

struct timer {
    struct object object;
    struct deadline deadline;
    uint32_t period; /* in ticks; 0: once */
    struct apc apc;  /* what it queues to the thread that has set it; routine 0: nothing */
    struct link set; /* in that thread's list, while it may queue something */
};

static struct slab timers = SLAB_OF(timers, struct timer);

static void timer_stop(struct timer *timer)
{
    deadline_cancel(&timer->deadline);
    apc_forget(&timer->apc);
    if (timer->apc.routine)
        list_remove(&timer->set);
    timer->apc.routine = 0;
}

static void timer_end(struct object *object)
{
    timer_stop((struct timer *)object);
}

static void timer_tell(const struct object *object, struct object_state *state)
{
    const struct deadline *deadline = &((const struct timer *)object)->deadline;
    state->due = deadline->set ? deadline->due : WAIT_FOREVER;
}

static const struct object_rights rights = {
    .read = STANDARD_RIGHTS_READ | TIMER_QUERY_STATE,
    .write = STANDARD_RIGHTS_WRITE | TIMER_MODIFY_STATE,
    .execute = STANDARD_RIGHTS_EXECUTE | SYNCHRONIZE,
    .all = TIMER_ALL_ACCESS,
};

const struct object_type timer_type = {.name = "timer",
                                       .kind = OBJECT_TIMER,
                                       .rights = &rights,
                                       .slab = &timers,
                                       .end = timer_end,
                                       .tell = timer_tell};

static void comes(struct deadline *deadline)
{
    struct timer *timer = list_record(struct timer, deadline, deadline);
    if (timer->period)
        deadline_set(deadline, deadline->due + timer->period, comes);
    timer->object.signal = 1;
    object_keep(&timer->object); /* the last wait may hold the last reference otherwise */
    wait_changed(&timer->object);
    if (timer->apc.routine && timer->object.references > 1)
        apc_queue(&timer->apc); /* now, because it ends no wait that the timer itself ends */
    object_release(&timer->object);
}

void timers_stop_all(struct thread *thread)
{
    kernel_must_be_locked();
    while (!list_is_empty(&thread->timers))
        timer_stop(list_record(struct timer, set, thread->timers.next));
}

bool timers_are_awaited(const struct thread *thread)
{
    kernel_must_be_locked();
    const struct waiting *waiting = &thread->waiting;
    for (unsigned i = 0; i < waiting->count; i++) {
        const struct object *object = waiting->waits[i].object;
        if (object->type == &timer_type && ((const struct timer *)object)->deadline.set)
            return true;
    }
    const struct link *all = &thread->timers;
    for (struct link *link = all->next; waiting->how & WAIT_ALERTABLE && link != all;
         link = link->next)
        if (list_record(struct timer, set, link)->deadline.set)
            return true;
    return false;
}

uint32_t user_timer_create(struct service_call *call)
{
    struct object *timer = object_make(&timer_type);
    if (timer)
        timer->taken = !call->words[2];
    return object_publish(call, timer, call->words[0], call->words[1]);
}

static struct timer *timer_find(uint32_t handle, uint32_t *status)
{
    return handle_find(handle, &timer_type, TIMER_MODIFY_STATE, status);
}

uint32_t user_timer_set(struct service_call *call)
{
    uint32_t status;
    uint64_t due = service_long(&call->words[1]), now = clock_now();
    struct timer *timer = timer_find(call->words[0], &status);
    if (!timer)
        return status;
    if ((int32_t)call->words[3] < 0)
        return STATUS_INVALID_PARAMETER;
    timer_stop(timer);
    timer->object.signal = 0;
    timer->period = call->words[3];
    timer->apc.routine = call->words[4];
    timer->apc.argument[0] = call->words[5];
    timer->apc.thread = this_thread();
    if (timer->apc.routine)
        list_append(&timer->apc.thread->timers, &timer->set);
    if (due < now)
        due = now; /* a period begins now, too: the turns that are over do not come late */
    deadline_set(&timer->deadline, due, comes);
    if (due == now) {
        deadline_cancel(&timer->deadline);
        comes(&timer->deadline);
    }
    return STATUS_SUCCESS;
}

uint32_t user_timer_cancel(struct service_call *call)
{
    uint32_t status;
    struct timer *timer = timer_find(call->words[0], &status);
    if (!timer)
        return status;
    timer_stop(timer);
    return STATUS_SUCCESS;
}
