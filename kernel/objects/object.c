/* The life of an object. */
#include "kernel/objects/object.h"

#include "kernel/cpu/contracts.h"
#include "kernel/objects/names.h"

void *object_make(const struct object_type *type)
{
    kernel_must_be_locked();
    struct object *object = slab_alloc(type->slab);
    if (!object)
        return NULL;
    object->type = type;
    object->references = 1;
    list_init(&object->waits);
    return object;
}

void object_end(struct object *object)
{
    kernel_must_be_locked();
    if (object->name)
        name_forget(object);
    if (object->type->end)
        object->type->end(object);
    slab_free(object->type->slab, object);
}
