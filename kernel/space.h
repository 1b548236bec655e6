/* The lower half's addresses, handed out in slots of 64 KB as on Windows, with or without memory.
 *
 * A range is what space_reserve hands out and space_release takes back, whole. Its pages have
 * memory only where space_commit gave it. All calls: ring 0, not from interrupts, one CPU.
 */
#ifndef KERNEL_SPACE_H
#define KERNEL_SPACE_H

#include <stdbool.h>
#include <stddef.h>

#define SPACE_SLOT 0x10000u

/* A free range of at least size bytes (> 0), aligned to 64 KB, without memory. NULL when there is
 * none. In checking builds the next slot stays unused, so that an overrun faults. */
void *space_reserve(size_t size);

/* Gives zeroed memory with these rights (PAGE_*) to whole pages of a reserved range that have none
 * yet. False, and nothing changed, when memory is exhausted. */
bool space_commit(void *address, size_t size, unsigned rights);

/* Takes the range and its memory back. Panics when base is not the start of one. */
void space_release(void *base);

/* A range with all of its pages committed, readable and writable in every ring; NULL when memory or
 * addresses are exhausted. */
void *space_alloc(size_t size);

/* A stack of *size bytes, which is rounded up to slots: its lowest page has no memory, the rest
 * has. Returns the range's base, for space_release; NULL when memory or addresses are exhausted. */
void *space_alloc_stack(size_t *size);

#endif
