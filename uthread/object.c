/* Making and destroying objects. */
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
        return ut_set_error(UtErrorInvalid);
    struct ut_object *it = object;
    if (!queue_is_empty(&it->waiters))
        return ut_set_error(UtErrorBusy);
    it->magic = 0;
    free(it);
    return UtErrorNone;
}
