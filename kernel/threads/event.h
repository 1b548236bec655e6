/* The kernel's events; the services that change them are in event.c. */
#ifndef KERNEL_THREADS_EVENT_H
#define KERNEL_THREADS_EVENT_H

#include "kernel/threads/object.h"

extern const struct object_type event_type;

#endif
