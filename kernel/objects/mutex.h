/* The kernel's mutexes; the services that change them are in mutex.c. */
#ifndef KERNEL_OBJECTS_MUTEX_H
#define KERNEL_OBJECTS_MUTEX_H

#include "kernel/objects/object.h"

extern const struct object_type mutex_type;

/* Returns the thread that owns it, or NULL. */
const struct thread *mutex_owner(const struct object *object);

/* Abandons all mutexes that a thread owns, at its end. */
void mutex_abandon_all(struct thread *thread);

#endif
