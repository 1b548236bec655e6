/* The lower half's addresses, handed out in slots of 64 KB as on Windows, with or without memory.
 *
 * space_reserve hands out a range; space_release takes it back, whole. The range's pages have
 * memory only where space_commit gave it. All calls: ring 0, not from interrupts, with the kernel's
 * lock.
 */
#ifndef KERNEL_MEMORY_SPACE_H
#define KERNEL_MEMORY_SPACE_H

#include "kernel/call/numbers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return a free range of at least size bytes (> 0), aligned to 64 KB, without memory; NULL when
 * there is none. The first is a service. space_reserve_high takes the highest one. In checking
 * builds the slots beside the range stay unused, so that an overrun faults. */
void *space_reserve(size_t size);
void *space_reserve_high(size_t size);

/* Takes these very addresses: base a multiple of 64 KB, size > 0. Returns false, with nothing
 * changed, when some of the slots are in use or outside of the lower half. */
bool space_reserve_at(void *base, size_t size);

/* Makes two ranges of the one that starts at base; the first gets the size, a multiple of 64 KB and
 * less than the whole. The second one has the tag 0, and its memory stays. */
void space_split(void *base, size_t size);

struct range {
    char *base;
    size_t size;  /* as it was asked for, rounded up to pages */
    uint16_t tag; /* 12 bits that space_set_tag put there, at first 0 */
};

/* The tag of a range that is the kernel's: no call of a program changes what has memory there. */
#define KERNEL_TAG 0x802u

/* Finds the range whose slots hold this address. Returns false when there is none, and for an
 * address behind the range's last page. */
bool space_find(const void *address, struct range *range);

/* Returns the lowest address above this one at which a range starts, PROGRAMS_END when there is
 * none. */
char *space_next(const void *address);

/* Returns the tag of the range whose slots hold this address, 0 where there is none. */
uint16_t space_tag(const void *address);

/* Sets the tag of the range that starts at base. */
void space_set_tag(void *base, uint16_t tag);

/* Tells whether there is memory for all of these whole pages that have none. An interrupt that a
 * service lets in may take some of it later, for a stack that grows. */
bool space_fits(const void *address, size_t size);

/* Gives zeroed memory with these rights (PAGING_*) to whole pages of a reserved range that have
 * none yet. Returns false, with nothing changed, when memory does not suffice. */
bool space_commit(void *address, size_t size, unsigned rights);

/* Takes the memory of whole pages back. Pages without memory stay as they are. The other CPUs are
 * asked once to forget the pages. */
void space_decommit(void *address, size_t size);

/* Between these two calls pages lose their memory at once, but the CPUs are asked to forget it only
 * once, at the end. Until then none of it is given away, and space_decommit does not pause. */
void space_begin_together(void);
void space_end_together(void);

/* Tells whether a range starts at base. */
bool space_is_range(const void *base);

/* Takes the range and its memory back. Panics when no range starts at base. A service; a call from
 * ring 3 changes nothing then. */
void space_release(void *base);

/* Returns a range with all of its pages committed, readable and writable in every ring; NULL when
 * memory or addresses are exhausted. A service. */
void *space_alloc(size_t size);

#endif
