/* The lower half's addresses, handed out in slots of 64 KB as on Windows, with or without memory.
 *
 * A range is what space_reserve hands out and space_release takes back, whole. Its pages have
 * memory only where space_commit gave it. All calls: ring 0, not from interrupts, one CPU.
 */
#ifndef KERNEL_MEMORY_SPACE_H
#define KERNEL_MEMORY_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPACE_SLOT 0x10000u

/* A free range of at least size bytes (> 0), aligned to 64 KB, without memory; the second call
 * takes the highest one there is. NULL when there is none. In checking builds the slots beside it
 * are left unused, so that an overrun faults. */
void *space_reserve(size_t size);
void *space_reserve_high(size_t size);

/* Takes these very addresses: base a multiple of 64 KB, size > 0. False, and nothing changed, when
 * some of its slots are in use or outside of the lower half. */
bool space_reserve_at(void *base, size_t size);

struct range {
    char *base;
    size_t size;  /* as it was asked for, rounded up to pages */
    uint16_t tag; /* 12 bits that space_set_tag put there, at first 0 */
};

/* The range whose slots hold this address; the rest of its last slot counts as not in any. */
bool space_find(const void *address, struct range *range);

/* The first address above this one, and not above PROGRAMS_END, at which a range starts; else
 * PROGRAMS_END. */
char *space_next(const void *address);

/* A remark of whoever reserved the range that starts at base. */
void space_set_tag(void *base, uint16_t tag);

/* Gives zeroed memory with these rights (PAGING_*) to whole pages of a reserved range that have
 * none yet. False, and nothing changed, when memory is exhausted. */
bool space_commit(void *address, size_t size, unsigned rights);

/* Takes the memory of whole pages back; those without have none to give. */
void space_decommit(void *address, size_t size);

/* Whether base is the start of a range, which space_release takes. */
bool space_is_range(const void *base);

/* Takes the range and its memory back. Panics when base is not the start of one. */
void space_release(void *base);

/* A range with all of its pages committed, readable and writable in every ring; NULL when memory or
 * addresses are exhausted. */
void *space_alloc(size_t size);

#endif
