/* Makes stacks (kernel/call/stack.h) and finds them.
 *
 * A touch of the guard becomes STATUS_STACK_OVERFLOW when the next guard would leave less than the
 * reserve. Then all of the stack but its last page gets memory, and the handlers run on the
 * reserve. The running stack is the one that esp points into. How it grows: stack_growth.h. All
 * calls: ring 0, with the kernel's lock.
 */
#ifndef KERNEL_MEMORY_STACKS_H
#define KERNEL_MEMORY_STACKS_H

#include "kernel/call/stack.h"
#include "kernel/memory/space.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tags of ranges: a stack, and the slot below one. No protection has these values. */
#define STACK_TAG       0x800u
#define STACK_TAG_BELOW 0x801u

/* Makes a stack of size bytes, rounded up: a small one to pages, others to slots. Returns
 * STATUS_NO_MEMORY (no addresses), STATUS_COMMITMENT_LIMIT (no memory), or STATUS_SUCCESS.
 * stack_free takes the stack's base. Not from interrupts; services. */
uint32_t stack_alloc(size_t size, struct stack *stack);
void stack_free(void *base);

/* Finds the addresses of the stack that holds this one. Returns false when there is none. */
bool stack_find(const void *address, struct range *range);

/* Tells whether a stack that stack_alloc has made starts here. */
bool stack_is_whole(const void *base);

/* Returns the number of frames that a stack has now. */
uint32_t stack_frames(const struct stack *stack);

/* Sets the guard of the stack that esp points into again, right below esp's page, and takes back
 * the memory below it. Returns false when that leaves no room for the reserve, and when esp is in
 * no such stack. A service. */
bool stack_reset(uint32_t esp);

#endif
