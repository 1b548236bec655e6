/* Stacks that grow as Windows' do: reserved whole, with memory at the top, a guard page below that,
 * and the guard moving down as it is touched.
 *
 *	room		the thread library's block
 *	top		StackBase
 *	committed
 *			StackLimit
 *	guard		one page
 *	reserved
 *	last page	never given
 *	base		DeallocationStack
 *	nothing		a slot of 64 KB that no other range gets
 *
 * Small stacks have no slot below: they lie side by side (stack_places.h).
 *
 * A touch of the guard becomes STATUS_STACK_OVERFLOW when the next guard would leave less than the
 * reserve. Then all of the stack but its last page gets memory, and the handlers run on the
 * reserve. The running stack is the one that esp points into. How it grows: stack_growth.h. All
 * calls: ring 0, with the kernel's lock.
 */
#ifndef KERNEL_MEMORY_STACKS_H
#define KERNEL_MEMORY_STACKS_H

#include "kernel/memory/space.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that an overflow leaves to its handlers at least, beside those of SetThreadStackGuarantee.
 * Windows leaves one page; here it is more, because interrupts and traps need room on the same
 * stack. A small stack leaves only the rest of its last guard's page. */
#define STACK_RESERVE            0x2000u

/* Bytes of the least stack, and of the largest one that counts as small. */
#define STACK_LEAST              0x4000u
#define STACK_SMALL_MOST         0xD000u

/* Tags of ranges: a stack, and the slot below one. No protection has these values. */
#define STACK_TAG                0x800u
#define STACK_TAG_BELOW          0x801u

/* Pages with memory at the start of a stack of so many pages: enough for a thread that does little,
 * so that most stacks never grow. The least stack could not grow with more. */
#define STACK_FIRST_PAGES(pages) ((pages) > STACK_LEAST / 0x1000u ? 2u : 1u)

/* Bytes above a stack's top that belong to it, zeroed: the thread library's block. */
#define STACK_ROOM               128u

struct stack {
    char *base, *limit, *top;
};

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
