/* Memory for the kernel's own records of one size, in frames of the direct map.
 *
 * A frame begins with a header and holds as many records as fit; it goes back when its last record
 * is free. All calls: ring 0, with the kernel's lock.
 */
#ifndef KERNEL_MEMORY_SLAB_H
#define KERNEL_MEMORY_SLAB_H

#include "lib/list.h"

#include <stddef.h>
#include <stdint.h>

#define SLAB_ALIGNMENT 16

struct slab {
    uint32_t size;     /* of a record, in bytes; a multiple of SLAB_ALIGNMENT */
    uint32_t zeroed;   /* bytes at a new record's start; the others keep what was there */
    struct link pages; /* the frames that have a free record */
};

/* The first value of a slab for records of this type, zeroed before this member, or whole. */
#define SLAB_UP(bytes) (((bytes) + SLAB_ALIGNMENT - 1) / SLAB_ALIGNMENT * SLAB_ALIGNMENT)
#define SLAB_ZEROED_TO(slab, type, member)                                                         \
    {                                                                                              \
        SLAB_UP(sizeof(type)), offsetof(type, member),                                             \
        {                                                                                          \
            &(slab).pages, &(slab).pages                                                           \
        }                                                                                          \
    }
#define SLAB_OF(slab, type)                                                                        \
    {                                                                                              \
        SLAB_UP(sizeof(type)), sizeof(type),                                                       \
        {                                                                                          \
            &(slab).pages, &(slab).pages                                                           \
        }                                                                                          \
    }

/* Returns a record, NULL when memory is exhausted. */
void *slab_alloc(struct slab *slab);

/* Gives a record back to the slab that it came from. */
void slab_free(struct slab *slab, void *record);

#endif
