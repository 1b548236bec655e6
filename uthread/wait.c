/* What the objects to wait on do alike. */
#include "uthread/wait.h"

#include <stdlib.h>

void *ut_object_create(size_t size, DWORD magic)
{
    struct ut_object *object = calloc(1, size);
    if (!object) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    queue_init(&object->waiters);
    object->magic = magic;
    return object;
}

int ut_object_destroy(void *object, DWORD magic)
{
    ut_need_stack();
    if (!ut_object_is(object, magic))
        return UtErrorInvalid;
    struct ut_object *it = object;
    if (!queue_is_empty(&it->waiters))
        return ut_set_error(UtErrorBusy);
    it->magic = 0;
    free(it);
    return UtErrorNone;
}

int ut_refuse_wait(utTime until)
{
    ut_need_stack();
    if (until != UT_FOREVER && until <= GetTickCount64())
        return ut_set_error(UtErrorTimedOut);
    uThd here = utCurrent();
    if (!here)
        return ut_set_error(UtErrorOutside);
    if (ut_cancel_pending(here))
        ut_wait_failed(UtErrorCancelled);
    return UtErrorNone;
}

int ut_wait_in(void *object, struct ut_queue *queue, struct utWait *wait,
               const struct ut_wait_kind *kind, utTime until)
{
    wait->thread = ut_block_here();
    wait->kind = kind;
    wait->object = object;
    queue_append(queue, wait);
    return ut_block(wait, until);
}

int UT_FAST ut_wait_ended(int result)
{
    return ut_wait_failed(result);
}
