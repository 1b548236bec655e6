/* The kernel's semaphores; the services that change them are in semaphore.c. */
#ifndef KERNEL_THREADS_SEMAPHORE_H
#define KERNEL_THREADS_SEMAPHORE_H

#include "kernel/threads/object.h"

extern const struct object_type semaphore_type;

#endif
