/* The kernel's events; the services that change them are in event.c. */
#ifndef KERNEL_OBJECTS_EVENT_H
#define KERNEL_OBJECTS_EVENT_H

#include "kernel/objects/object.h"
#include "kernel/objects/wait.h"

extern const struct object_type event_type;

/* Makes an event that is not set, with the caller's reference. Returns NULL when memory is
 * exhausted. With the kernel's lock. */
struct object *event_make(bool manual);

/* Sets an event. With the kernel's lock. */
static inline void event_set(struct object *event)
{
    if (event->signal)
        return;
    event->signal = 1;
    wait_changed(event);
}

#endif
