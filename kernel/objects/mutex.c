/* Mutexes: owned by a thread, which may take one again. One whose owner ended is abandoned, and the
 * next owner is told so. */
#include "kernel/objects/mutex.h"

#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/services/service.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/user_memory.h"

struct mutex {
    struct object object;
    struct thread *owner; /* or NULL */
    uint32_t count;       /* how often the owner has taken it */
    bool abandoned;
    struct link owned; /* in the owner's list */
};

static struct slab mutexes = SLAB_OF(mutexes, struct mutex);

static bool is_free_for(const struct object *object, const struct thread *thread)
{
    const struct mutex *mutex = (const struct mutex *)object;
    return !mutex->owner || mutex->owner == thread;
}

static bool take(struct object *object, struct thread *thread)
{
    struct mutex *mutex = (struct mutex *)object;
    bool abandoned = mutex->abandoned;
    if (mutex->count++ == 0) {
        mutex->owner = thread;
        list_append(&thread->mutexes, &mutex->owned);
    }
    mutex->abandoned = false;
    return abandoned;
}

static void leave(struct mutex *mutex)
{
    mutex->owner = NULL;
    mutex->count = 0;
    list_remove(&mutex->owned);
}

static uint32_t release(struct object *object)
{
    struct mutex *mutex = (struct mutex *)object;
    if (mutex->owner != this_thread())
        return STATUS_MUTANT_NOT_OWNED;
    if (--mutex->count == 0) {
        leave(mutex);
        wait_changed(object);
    }
    return STATUS_SUCCESS;
}

/* A mutex whose last handle goes while it is owned. */
static void end(struct object *object)
{
    if (((struct mutex *)object)->owner)
        leave((struct mutex *)object);
}

const struct object_type mutex_type = {.name = "mutex",
                                       .slab = &mutexes,
                                       .is_signalled = is_free_for,
                                       .take = take,
                                       .signal = release,
                                       .end = end};

const struct thread *mutex_owner(const struct object *object)
{
    return ((const struct mutex *)object)->owner;
}

void mutex_abandon_all(struct thread *thread)
{
    while (!list_is_empty(&thread->mutexes)) {
        struct mutex *mutex = list_record(struct mutex, owned, thread->mutexes.next);
        leave(mutex);
        mutex->abandoned = true;
        wait_changed(&mutex->object);
    }
}

uint32_t user_mutex_create(struct service_call *call)
{
    struct mutex *mutex = object_make(&mutex_type);
    if (mutex && call->words[2])
        take(&mutex->object, this_thread());
    return object_publish(call, (struct object *)mutex, call->words[0], call->words[1]);
}

uint32_t user_mutex_release(struct service_call *call)
{
    struct mutex *mutex;
    uint32_t status = handle_find(call->words[0], &mutex_type, 0, (struct object **)&mutex);
    if (status != STATUS_SUCCESS)
        return status;
    /* As Windows counts: 1 is free, 0 owned once. */
    int32_t before = 1 - (int32_t)mutex->count;
    if (call->words[1] && !user_may_write(call, call->words[1], sizeof before))
        return STATUS_ACCESS_VIOLATION;
    status = release(&mutex->object);
    if (status == STATUS_SUCCESS && call->words[1])
        user_write(call, call->words[1], &before, sizeof before);
    return status;
}
