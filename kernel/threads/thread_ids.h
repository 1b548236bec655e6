/* The numbers of threads, and threads by their numbers or handles. With the kernel's
 * lock. */
#ifndef KERNEL_THREADS_THREAD_IDS_H
#define KERNEL_THREADS_THREAD_IDS_H

#include "kernel/objects/handles.h"
#include "kernel/threads/thread.h"

#include <stdint.h>

/* Gives a new thread its number. It can be opened by that as long as its record lives, as on
 * Windows: also when it has ended, while there is a handle. */
void thread_ids_add(struct thread *thread);

/* Returns the thread with this number, or NULL. It lives until the end of the trap; it may have
 * ended. */
struct thread *thread_by_id(uint32_t id);

/* Returns the thread that a handle with this access is for, which may have ended. NULL: *status
 * says why. */
static inline struct thread *thread_by_handle(uint32_t handle, uint32_t access, uint32_t *status)
{
    return handle_find(handle, &thread_type, access, status);
}

/* Forgets the number of a thread whose record goes. */
void thread_ids_forget(struct object *thread);

#endif
