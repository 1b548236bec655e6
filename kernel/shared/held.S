/* Where threads stand that a schedule of several CPUs holds (kernel/threads/given_holds.c): a place
 * for each instruction that it names. No code leads here. The jump goes to itself, until its word in
 * the shared page has another address. It changes no register, no flag and no stack.
 */
#include "kernel/call/numbers.h"

#define WORDS	(0x7FFE0000 + SHARED_HELD)	/* SHARED_PAGE of boot/layout.h */

	.text

	.globl	held_places
	.type	held_places, @function
held_places:
	.set	number, 0
	.rept	HOLDS_MOST
	.balign	HELD_SIZE, 0xCC
	jmp	*WORDS + 8 * number
	.set	number, number + 1
	.endr
	.size	held_places, . - held_places
