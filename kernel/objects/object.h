/* Objects that threads wait for. Each begins with a struct object; its type says how it differs.
 *
 * An object lives while it has references: one for each handle, for each wait, and for the thread
 * that runs. All calls: in traps.
 */
#ifndef KERNEL_OBJECTS_OBJECT_H
#define KERNEL_OBJECTS_OBJECT_H

#include "kernel/memory/slab.h"
#include "kernel/threads/list.h"

#include <stdbool.h>
#include <stdint.h>

struct object;
struct thread;

struct object_type {
    const char *name;
    struct slab *slab; /* where its records come from and go to */

    /* Tells whether the thread need not wait for it. */
    bool (*is_signalled)(const struct object *object, const struct thread *thread);

    /* Changes it as the end of the thread's wait does; is_signalled was true. Returns whether the
     * object was abandoned. NULL: nothing changes. */
    bool (*take)(struct object *object, struct thread *thread);

    /* Signals it as SignalObjectAndWait does, for which a handle needs these rights. NULL: it
     * cannot be signalled so. */
    uint32_t (*signal)(struct object *object);
    uint32_t signal_access;

    /* Called before its memory goes, or NULL. */
    void (*end)(struct object *object);

    bool waits_by_key; /* a wait's key is the thread's address */
};

struct object {
    const struct object_type *type;
    uint32_t references, handles; /* the handles are among the references */
    struct link waits;            /* of struct wait, in the order in which they began */
    struct object_name *name;     /* or NULL: names.h */
};

/* Returns a zeroed object of this type with one reference, the caller's; NULL when memory is
 * exhausted. */
void *object_make(const struct object_type *type);

static inline void object_keep(struct object *object)
{
    object->references++;
}

/* Gives a reference back. */
void object_release(struct object *object);

#endif
