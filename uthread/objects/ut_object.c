/* Making and destroying objects, and their memory. */
#include "boot/layout.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "uthread/waits/ut_wait.h"

#include <memoryapi.h>
#include <stdlib.h>

/* Returns the reason for which the heap had no memory. The heap does not say it, so this tries to
 * reserve addresses. */
static int why_not(size_t size)
{
    uint32_t base = 0, bytes = (uint32_t)size + SPACE_SLOT, all = 0;
    uint32_t refusal = STATUS_NO_MEMORY;
    if (size < PROGRAMS_END)
        refusal = sys_region_allocate(&base, &bytes, MEM_RESERVE, PAGE_READWRITE);
    if (!refusal)
        sys_region_free(&base, &all, MEM_RELEASE);
    return ut_error_of(refusal);
}

void *ut_allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        ut_set_error(why_not(size));
    return memory;
}

void *ut_object_create(size_t size, DWORD magic)
{
    struct ut_object *object = ut_allocate(size);
    if (!object)
        return NULL;
    queue_init(&object->waiters);
    object->magic = magic;
    ut_set_home(object);
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
