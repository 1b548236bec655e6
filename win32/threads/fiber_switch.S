/* The switch between fibers. */
#include "kernel/call/tib.h"
#include "win32/threads/fiber.h"

	.text

/* void fiber_switch(struct fiber *from, struct fiber *to), in eax and edx
 *
 * Leaves the registers that a call leaves alone in from, and returns where a switch left to. There is room below both
 * stack pointers, so nothing here makes a stack grow, and no word of the TEB changes on the way.
 *
 *	return address			<- esp
 */
	.globl	fiber_switch
fiber_switch:
	popl	FIBER_EIP(%eax)
	movl	%esp, FIBER_ESP(%eax)
	movl	%ebp, FIBER_EBP(%eax)
	movl	%ebx, FIBER_EBX(%eax)
	movl	%esi, FIBER_ESI(%eax)
	movl	%edi, FIBER_EDI(%eax)
	.irp	word, CHAIN, STACK_BASE, STACK_LIMIT
	movl	%fs:TIB_\word, %ecx
	movl	%ecx, FIBER_\word(%eax)
	.endr
	.irp	word, CHAIN, STACK_BASE, STACK_LIMIT
	movl	FIBER_\word(%edx), %ecx
	movl	%ecx, %fs:TIB_\word
	.endr
	movl	FIBER_ESP(%edx), %esp
	movl	FIBER_EBP(%edx), %ebp
	movl	FIBER_EBX(%edx), %ebx
	movl	FIBER_ESI(%edx), %esi
	movl	FIBER_EDI(%edx), %edi
	jmp	*FIBER_EIP(%edx)

/* Not called: the first switch to a fiber goes here. ebp is 0, so backtraces end.
 *
 *	0				return address of nobody	<- esp
 *
 * _Noreturn void fiber_main(void)
 */
	.globl	fiber_start
fiber_start:
	call	fiber_main
