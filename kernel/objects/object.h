/* Objects that threads wait for. Each begins with a struct object; its type says how it differs.
 *
 * An object lives while it has references: one for each handle, for each wait, and for the thread
 * that runs. All calls: with the kernel's lock.
 */
#ifndef KERNEL_OBJECTS_OBJECT_H
#define KERNEL_OBJECTS_OBJECT_H

#include "kernel/call/calls.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/slab.h"
#include "lib/list.h"

#include <stdbool.h>
#include <stdint.h>

struct object;
struct object_state;
struct thread;

/* Meanings of the generic rights for a type, and all rights that it has. */
struct object_rights {
    uint32_t read, write, execute, all;
};

struct object_type {
    const char *name;
    enum object_kind kind;
    const struct object_rights *rights; /* NULL: no call asks for rights of it */
    struct slab *slab;                  /* where its records come from and go to */

    /* Tells whether this thread need not wait though the object is not signalled. NULL: each
     * must. */
    bool (*is_free_for)(const struct object *object, const struct thread *thread);

    /* Does what the end of the thread's wait changes beside signal. Returns whether the object was
     * abandoned. NULL: nothing. */
    bool (*take)(struct object *object, struct thread *thread);

    /* Signals it as SignalObjectAndWait does, for which a handle needs these rights. NULL: it
     * cannot be signalled so. */
    uint32_t (*signal)(struct object *object);
    uint32_t signal_access;

    /* Called before its memory goes, or NULL. */
    void (*end)(struct object *object);

    /* Adds the rights that come with others, or NULL. */
    uint32_t (*complete)(uint32_t access);

    /* Adds what the type knows to a state of all zeros but the parts of each object (calls.h), or
     * NULL. */
    void (*tell)(const struct object *object, struct object_state *state);

    bool waits_by_key; /* a wait's key is the thread's address */
};

struct object {
    const struct object_type *type;
    uint32_t references, handles; /* the handles are among the references */
    struct link waits;            /* of struct wait, in the order in which they began */
    struct object_name *name;     /* or NULL: names.h */
    int32_t signal;               /* above 0: signalled. A semaphore's count, for instance */
    int32_t taken;                /* how much the end of each wait takes from it */
};

/* Returns a zeroed object of this type with one reference, the caller's; NULL when memory is
 * exhausted. */
void *object_make(const struct object_type *type);

static inline void object_keep(struct object *object)
{
    kernel_must_be_locked();
    object->references++;
}

/* object_release gives a reference back. object_end: where it was the last. */
void object_end(struct object *object);

static inline void object_release(struct object *object)
{
    kernel_must_be_locked();
    if (--object->references == 0)
        object_end(object);
}

/* Tells whether the thread need not wait for it. */
static inline bool object_is_signalled(const struct object *object, const struct thread *thread)
{
    kernel_must_be_locked();
    return object->signal > 0 ||
           (object->type->is_free_for && object->type->is_free_for(object, thread));
}

/* Changes a signalled object as the end of the thread's wait does. Returns whether it was
 * abandoned. */
static inline bool object_take(struct object *object, struct thread *thread)
{
    kernel_must_be_locked();
    object->signal -= object->taken;
    return object->type->take && object->type->take(object, thread);
}

#endif
