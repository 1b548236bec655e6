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
 */
#ifndef KERNEL_CALL_STACK_H
#define KERNEL_CALL_STACK_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that an overflow leaves to its handlers at least, beside those of SetThreadStackGuarantee.
 * Windows leaves one page; here it is more, because interrupts and traps need room on the same
 * stack. A small stack leaves only the rest of its last guard's page. */
#define STACK_RESERVE            0x2000u

/* Bytes of the least stack, and of the largest one that counts as small. */
#define STACK_LEAST              0x4000u
#define STACK_SMALL_MOST         0xD000u

/* Pages with memory at the start of a stack of so many pages: enough for a thread that does little,
 * so that most stacks never grow. The least stack could not grow with more. */
#define STACK_FIRST_PAGES(pages) ((pages) > STACK_LEAST / 0x1000u ? 2u : 1u)

/* Bytes above a stack's top that belong to it, zeroed: the thread library's block. */
#define STACK_ROOM               128u

struct stack {
    char *base, *limit, *top;
};

#endif
