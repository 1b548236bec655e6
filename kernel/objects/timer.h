/* The kernel's timers; the services that change them are in timer.c. */
#ifndef KERNEL_OBJECTS_TIMER_H
#define KERNEL_OBJECTS_TIMER_H

#include "kernel/objects/object.h"

extern const struct object_type timer_type;

/* Stops all timers that call a thread, at its end. */
void timers_stop_all(struct thread *thread);

/* Whether a timer that is set could end a thread's wait, by its signal or by its call. */
bool timers_are_awaited(const struct thread *thread);

#endif
