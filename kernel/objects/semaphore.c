/* Semaphores: a count that waits take from and releases add to. */
#include "kernel/objects/semaphore.h"

#include "kernel/call/calls.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

struct semaphore {
    struct object object;
    int32_t maximum;
};

static struct slab semaphores = SLAB_OF(semaphores, struct semaphore);

static uint32_t release(struct semaphore *semaphore, int32_t more)
{
    if (more > semaphore->maximum - semaphore->object.signal)
        return STATUS_SEMAPHORE_LIMIT_EXCEEDED;
    semaphore->object.signal += more;
    wait_changed(&semaphore->object);
    return STATUS_SUCCESS;
}

static uint32_t signal(struct object *object)
{
    return release((struct semaphore *)object, 1);
}

static void semaphore_tell(const struct object *object, struct object_state *state)
{
    state->maximum = ((const struct semaphore *)object)->maximum;
}

static const struct object_rights rights = {
    .read = STANDARD_RIGHTS_READ | SEMAPHORE_QUERY_STATE,
    .write = STANDARD_RIGHTS_WRITE | SEMAPHORE_MODIFY_STATE,
    .execute = STANDARD_RIGHTS_EXECUTE | SYNCHRONIZE,
    .all = SEMAPHORE_ALL_ACCESS,
};

const struct object_type semaphore_type = {.name = "semaphore",
                                           .kind = OBJECT_SEMAPHORE,
                                           .rights = &rights,
                                           .slab = &semaphores,
                                           .signal = signal,
                                           .signal_access = SEMAPHORE_MODIFY_STATE,
                                           .tell = semaphore_tell};

uint32_t user_semaphore_create(struct service_call *call)
{
    int32_t count = (int32_t)call->words[2], maximum = (int32_t)call->words[3];
    if (count < 0 || maximum <= 0 || count > maximum)
        return STATUS_INVALID_PARAMETER;
    struct semaphore *semaphore = object_make(&semaphore_type);
    if (semaphore) {
        semaphore->object.signal = count;
        semaphore->object.taken = 1;
        semaphore->maximum = maximum;
    }
    return object_publish(call, (struct object *)semaphore, call->words[0], call->words[1]);
}

uint32_t user_semaphore_release(struct service_call *call)
{
    uint32_t status;
    int32_t more = (int32_t)call->words[1];
    struct semaphore *semaphore =
        handle_find(call->words[0], &semaphore_type, SEMAPHORE_MODIFY_STATE, &status);
    if (!semaphore)
        return status;
    if (more <= 0)
        return STATUS_INVALID_PARAMETER;
    int32_t before = semaphore->object.signal;
    if (call->words[2] && !user_may_write(call, call->words[2], sizeof before))
        return STATUS_ACCESS_VIOLATION;
    status = release(semaphore, more);
    if (status == STATUS_SUCCESS && call->words[2])
        user_write(call, call->words[2], &before, sizeof before);
    return status;
}
