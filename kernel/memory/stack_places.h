/* Places for small stacks: a range of whole slots holds sixteen of one size side by side, so that
 * rounding to slots loses no addresses.
 *
 *	place 15	a stack as stacks.h draws it: room, ..., guard, last page
 *	...
 *	place 0
 *	base		of the range, whose tag says how many pages a place has
 *
 * A place is in use while its uppermost page has memory; nothing else remembers that. No slot
 * without memory lies below a place: a stack pointer that jumps over guard and last page is in
 * the stack of the place below. All calls: ring 0, not from interrupts, with the kernel's lock.
 */
#ifndef KERNEL_MEMORY_STACK_PLACES_H
#define KERNEL_MEMORY_STACK_PLACES_H

#include "kernel/memory/space.h"

#include <stdbool.h>
#include <stdint.h>

#define PLACES           16u /* in a range: 16, so that places of n pages fill n slots */
#define PLACE_PAGES_MOST 13u

/* PLACES_TAG + n tags a range whose places have n pages. No protection and no tag of stacks.h has
 * these values. */
#define PLACES_TAG       0x900u

/* Takes a place of so many pages, from 1 on, none of which has memory. Returns NULL when addresses
 * are exhausted. */
char *place_take(uint32_t pages);

/* Takes back the memory of the place at base, and the range when no other place of it is in use.
 * Returns false when base is in no such range. */
bool place_give(char *base);

/* Finds the place in use that holds this address, as a range. Returns false when there is none. */
bool place_find(const void *address, struct range *place);

#endif
