/* Waiting for objects: one way for all kinds, for any of several and for all of them.
 *
 * The waiting thread stands in the queue of each object, through a struct wait of its own. The
 * change that ends the wait, made by another thread or by a deadline, takes the objects for it,
 * leaves the result and makes it ready. All calls: with the kernel's lock.
 */
#ifndef KERNEL_OBJECTS_WAIT_H
#define KERNEL_OBJECTS_WAIT_H

#include "kernel/call/calls.h"
#include "kernel/call/in_registers.h"
#include "kernel/cpu/contracts.h"
#include "kernel/objects/object.h"
#include "lib/list.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

struct thread;

#define WAIT_OBJECTS_MOST 64 /* Windows' MAXIMUM_WAIT_OBJECTS */
#define WAITS_INSIDE      3  /* that need no memory beside the thread's */

struct wait {
    struct link link; /* in the object's queue */
    struct object *object;
    struct thread *thread;
};

/* The objects that a thread waits for. */
struct waiting {
    struct wait inside[WAITS_INSIDE];
    struct wait *waits; /* inside, or memory of its own */
    uint8_t count, how; /* how: WAIT_ALL, WAIT_ALERTABLE (kernel/call/calls.h), WAIT_BY_KEY */
};

#define WAIT_BY_KEY 4u /* the object's type ends the wait: wait_at */

/* Lets the running thread wait for no object until the deadline is reached, and be it with the next
 * tick, or until wait_end is called for it. Returns STATUS_PENDING. */
uint32_t wait_until(uint64_t deadline);

/* Like wait_until, but in a list, for a change of the word at an address. */
uint32_t wait_in(struct link *list, uint32_t address, uint64_t deadline);

/* Lets the running thread stand in the object's queue, by its key (address), until then, in any
 * state of the object. Returns STATUS_PENDING. */
uint32_t wait_at(struct object *object, uint32_t how, uint64_t deadline);

/* Ends those waits for the object that its new state allows. The caller has a reference to it. */
IN_REGISTERS void waits_end(struct object *object);

/* Does what waits_end does. It is called after every change that may signal the object. */
static inline void wait_changed(struct object *object)
{
    kernel_must_be_locked();
    if (!list_is_empty(&object->waits))
        waits_end(object);
}

/* Ends the thread's wait with this result. */
void wait_end(struct thread *thread, uint32_t result);

/* Takes a thread that ends out of its wait. */
void wait_forget(struct thread *thread);

#endif
