/* Asynchronous procedure calls: functions that wait in a thread's queue until it waits alertably.
 *
 * The kernel keeps them, and ends the wait with STATUS_USER_APC. Then the thread takes them out and
 * calls them by itself, in its own ring (apc_take). All calls: with the kernel's lock.
 */
#ifndef KERNEL_THREADS_APC_H
#define KERNEL_THREADS_APC_H

#include "kernel/cpu/contracts.h"
#include "kernel/threads/thread.h"

#include <stdbool.h>
#include <stdint.h>

#define APC_ARGUMENTS 3

struct apc {
    struct link link;
    struct thread *thread;            /* whose queue it goes to */
    uint32_t routine;                 /* of the program */
    uint32_t argument[APC_ARGUMENTS]; /* of the routine */
    bool queued;
    bool own; /* a record for this one call */
};

/* Puts the call at the end of its thread's queue, and ends an alertable wait. A call that is in the
 * queue already stays at its place. */
void apc_queue(struct apc *apc);

/* Takes the call out of the queue, if it is there. */
void apc_forget(struct apc *apc);

/* Empties the queue of a thread that ends. */
void apc_forget_all(struct thread *thread);

/* Tells whether a call is in the thread's queue. */
static inline bool apc_is_due(const struct thread *thread)
{
    kernel_must_be_locked();
    return !list_is_empty(&thread->apcs);
}

#endif
