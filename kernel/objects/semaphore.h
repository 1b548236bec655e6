/* The kernel's semaphores; the services that change them are in semaphore.c. */
#ifndef KERNEL_OBJECTS_SEMAPHORE_H
#define KERNEL_OBJECTS_SEMAPHORE_H

#include "kernel/objects/object.h"

extern const struct object_type semaphore_type;

#endif
