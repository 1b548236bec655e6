/* A mutex is owned by a thread, which may take it again. A mutex whose owner ended is abandoned,
 * and the next owner is told so. */
#include "kernel/objects/mutex.h"

#include "kernel/call/calls.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

/* Its signal is Windows' count: 1 while it is free, and one less for each time that the owner has
 * taken it. */
struct mutex {
    struct object object;
    struct thread *owner; /* or NULL */
    bool abandoned;
    struct link owned; /* in the owner's list */
};

static struct slab mutexes = SLAB_OF(mutexes, struct mutex);

static bool is_own(const struct object *object, const struct thread *thread)
{
    return ((const struct mutex *)object)->owner == thread;
}

static bool mutex_take(struct object *object, struct thread *thread)
{
    struct mutex *mutex = (struct mutex *)object;
    bool abandoned = mutex->abandoned;
    if (object->signal == 0) {
        mutex->owner = thread;
        list_append(&thread->mutexes, &mutex->owned);
    }
    mutex->abandoned = false;
    return abandoned;
}

static void leave(struct mutex *mutex)
{
    mutex->owner = NULL;
    mutex->object.signal = 1;
    list_remove(&mutex->owned);
}

static uint32_t release(struct object *object)
{
    struct mutex *mutex = (struct mutex *)object;
    if (mutex->owner != this_thread())
        return STATUS_MUTANT_NOT_OWNED;
    if (++object->signal == 1) {
        leave(mutex);
        wait_changed(object);
    }
    return STATUS_SUCCESS;
}

/* A mutex whose last handle goes while it is owned. */
static void mutex_end(struct object *object)
{
    if (((struct mutex *)object)->owner)
        leave((struct mutex *)object);
}

static void mutex_tell(const struct object *object, struct object_state *state)
{
    const struct mutex *mutex = (const struct mutex *)object;
    state->is_own = mutex->owner == this_thread();
    state->is_abandoned = mutex->abandoned;
}

static const struct object_rights rights = {
    .read = STANDARD_RIGHTS_READ | MUTANT_QUERY_STATE,
    .write = STANDARD_RIGHTS_WRITE,
    .execute = STANDARD_RIGHTS_EXECUTE | SYNCHRONIZE,
    .all = MUTANT_ALL_ACCESS,
};

const struct object_type mutex_type = {.name = "mutex",
                                       .kind = OBJECT_MUTEX,
                                       .rights = &rights,
                                       .slab = &mutexes,
                                       .is_free_for = is_own,
                                       .take = mutex_take,
                                       .signal = release,
                                       .end = mutex_end,
                                       .tell = mutex_tell};

const struct thread *mutex_owner(const struct object *object)
{
    kernel_must_be_locked();
    return ((const struct mutex *)object)->owner;
}

void mutex_abandon_all(struct thread *thread)
{
    kernel_must_be_locked();
    while (!list_is_empty(&thread->mutexes)) {
        struct mutex *mutex = list_record(struct mutex, owned, thread->mutexes.next);
        object_keep(&mutex->object); /* the last wait may hold the last reference */
        leave(mutex);
        mutex->abandoned = true;
        wait_changed(&mutex->object);
        object_release(&mutex->object);
    }
}

uint32_t user_mutex_create(struct service_call *call)
{
    struct object *mutex = object_make(&mutex_type);
    if (mutex) {
        mutex->signal = mutex->taken = 1;
        if (call->words[2])
            object_take(mutex, this_thread());
    }
    return object_publish(call, mutex, call->words[0], call->words[1]);
}

uint32_t user_mutex_release(struct service_call *call)
{
    uint32_t status;
    struct object *mutex = handle_find(call->words[0], &mutex_type, 0, &status);
    if (!mutex)
        return status;
    int32_t before = mutex->signal;
    if (call->words[1] && !user_may_write(call, call->words[1], sizeof before))
        return STATUS_ACCESS_VIOLATION;
    status = release(mutex);
    if (status == STATUS_SUCCESS && call->words[1])
        user_write(call, call->words[1], &before, sizeof before);
    return status;
}
