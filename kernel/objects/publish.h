/* How a new object reaches the program: by a name, if it has one, and by a handle. With the
 * kernel's lock. */
#ifndef KERNEL_OBJECTS_PUBLISH_H
#define KERNEL_OBJECTS_PUBLISH_H

#include "kernel/objects/object.h"

struct service_call;

/* Writes a handle of the object to handle_at. If name_at is not 0 the object gets the name there.
 * If another object has the name already, the handle is the other object's, and the status is
 * STATUS_OBJECT_NAME_EXISTS; an object of another kind gives STATUS_OBJECT_TYPE_MISMATCH and no
 * handle. The object may be NULL, because memory was exhausted. The caller's reference to it is
 * given back in any case. */
uint32_t object_publish(const struct service_call *call, struct object *object, uint32_t handle_at,
                        uint32_t name_at);

/* Writes a new handle of the object, with these rights, to handle_at. The object has a reference
 * elsewhere. */
uint32_t object_give_handle(const struct service_call *call, struct object *object, uint32_t access,
                            uint32_t handle_at);

#endif
