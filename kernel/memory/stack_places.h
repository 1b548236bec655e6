/* Places for small stacks: a range of whole slots holds sixteen of one size side by side, so that
 * none of its addresses is lost to rounding.
 *
 *	place 15	a stack as stacks.h draws it: room, ..., guard, last page
 *	...
 *	place 0
 *	base		of the range, whose tag says how many pages a place has
 *
 * A place is in use while its uppermost page has memory; nothing else remembers that. No slot
 * without memory lies below a place: a stack pointer that jumps over guard and last page is in
 * the stack of the place below. All calls: ring 0, not from interrupts, one CPU.
 */
#ifndef KERNEL_MEMORY_STACK_PLACES_H
#define KERNEL_MEMORY_STACK_PLACES_H

#include "kernel/memory/space.h"

#include <stdbool.h>
#include <stdint.h>

#define PLACES           16u /* in a range; pages in a slot, so that places of n pages fill n slots */
#define PLACE_PAGES_MOST 13u

/* The tag of a range whose places have 0 pages; n more for n pages. No protection has these values,
 * nor a tag of stacks.h. */
#define PLACES_TAG       0x900u

/* A place of so many pages, from 1 on, of which none has memory. NULL when addresses are
 * exhausted. */
char *place_take(uint32_t pages);

/* Takes back the memory of the place at base, and the range when no other place of it is in use.
 * False when base is in no such range. */
bool place_give(char *base);

/* The place in use that holds this address, as a range. Any context. */
bool place_find(const void *address, struct range *place);

#endif
