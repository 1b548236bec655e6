/* The kernel's events; the services that change them are in event.c. */
#ifndef KERNEL_OBJECTS_EVENT_H
#define KERNEL_OBJECTS_EVENT_H

#include "kernel/objects/object.h"

extern const struct object_type event_type;

#endif
