/* The services that wait for objects by their handles. */
#include "kernel/objects/handles.h"
#include "kernel/objects/wait.h"
#include "kernel/services/service.h"
#include "kernel/threads/calls.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/user_memory.h"

#include <nt_objects.h>

static uint32_t find_all(const uint32_t *handles, uint32_t count, bool all, struct object **objects)
{
    uint32_t status;
    for (uint32_t i = 0; i < count; i++) {
        if (count > 1 && handles[i] >= HANDLE_THIS_THREAD)
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
    return wait_for(objects, count, how, service_long(&call->words[3]));
}

uint32_t user_wait_for_one(struct service_call *call)
{
    uint32_t status;
    struct object *object = handle_find(call->words[0], NULL, SYNCHRONIZE, &status);
    return object ? wait_for_one(object, call->words[1], service_long(&call->words[2])) : status;
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
    return status == STATUS_SUCCESS
               ? wait_for_one(object, call->words[2], service_long(&call->words[3]))
               : status;
}
