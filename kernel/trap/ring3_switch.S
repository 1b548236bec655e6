/* Changes rings without a trap: enters ring 3, and leaves the stack of a trap from there. */
#include "kernel/cpu/selectors.h"

#define FLAGS_OF_RING3 0x202		/* interrupts on, and the bit that is always set */

	.text

/* void ring3_enter_piece(uint32_t *esp0, uint32_t esp, ring3_function *eip)
 *
 * Enters ring 3 at eip with this stack, and stores its own stack pointer in *esp0. Returns when
 * ring3_leave is called with that pointer:
 *
 *	eip, esp, esp0		32(%esp), 28(%esp), 24(%esp)
 *	return address
 *	ebp, ebx, esi, edi
 *	eflags			<- *esp0
 */
	.globl	ring3_enter_piece
ring3_enter_piece:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushfl
	movl	24(%esp), %eax
	movl	%esp, (%eax)
	pushl	32(%esp)
	pushl	32(%esp)		/* esp: the push before moved it */
	call	ring3_enter

/* _Noreturn void ring3_leave(uint32_t esp0)
 *
 * In a trap from ring 3: leaves the trap's stack and returns from ring3_enter_piece.
 */
	.globl	ring3_leave
ring3_leave:
	movl	4(%esp), %esp
	popfl
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* _Noreturn void ring3_enter(uint32_t esp, void (*eip)(void))
 *
 * Clears the registers, because ring 3 must not see ring 0's values. iret pops:
 *
 *	ss, esp, eflags, cs, eip	<- esp
 */
	.globl	ring3_enter
ring3_enter:
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	cli				/* ring 0 takes no interrupt with ring 3's selectors */
	pushl	$SELECTOR_DATA3
	pushl	%eax
	pushl	$FLAGS_OF_RING3
	pushl	$SELECTOR_CODE3
	pushl	%ecx
	movl	$SELECTOR_DATA3, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	$SELECTOR_TIB3, %eax
	movl	%eax, %fs
	xorl	%eax, %eax
	movl	%eax, %gs
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	xorl	%ebx, %ebx
	xorl	%esi, %esi
	xorl	%edi, %edi
	xorl	%ebp, %ebp
	iret
