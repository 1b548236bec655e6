/* Threads with known registers, and where they tell what they have become. */
#include "kernel/call/tib.h"

/* As struct registers has them. */
#define EDI    0
#define ESI    4
#define EBX    8
#define EDX    12
#define ECX    16
#define EAX    20
#define EBP    24
#define ESP    28
#define EFLAGS 32

	.text

/* void context_yields(void)
 *
 * A thread: fills what a function preserves with context_filled, yields, and goes on at context_tells.
 */
	.globl	context_yields, context_tells
context_yields:
	movl	%esp, kept_esp
	movl	context_filled+EBX, %ebx
	movl	context_filled+ESI, %esi
	movl	context_filled+EDI, %edi
	movl	context_filled+EBP, %ebp
	call	utYield

/* Not called: puts the registers into context_told, and ends the thread as if it had been called at the
 * thread's beginning. */
context_tells:
	movl	%edi, context_told+EDI
	movl	%esi, context_told+ESI
	movl	%ebx, context_told+EBX
	movl	%edx, context_told+EDX
	movl	%ecx, context_told+ECX
	movl	%eax, context_told+EAX
	movl	%ebp, context_told+EBP
	movl	%esp, context_told+ESP
	pushfl
	popl	context_told+EFLAGS
	cld
	fnstcw	context_told_x87
	fstps	context_told_st0		/* an x87 register, if there is one; a function leaves none */
	movl	kept_esp, %esp
	xorl	%ebp, %ebp
	ret

/* void context_spins(void)
 *
 * A thread: fills all registers with context_filled, and loops until a thread sends it elsewhere.
 */
	.globl	context_spins, context_spinning
context_spins:
	movl	%esp, kept_esp
	subl	$64, %esp
	fldpi
	pushl	context_filled+EFLAGS
	movl	context_filled+EDI, %edi
	movl	context_filled+ESI, %esi
	movl	context_filled+EBX, %ebx
	movl	context_filled+EDX, %edx
	movl	context_filled+ECX, %ecx
	movl	context_filled+EAX, %eax
	movl	context_filled+EBP, %ebp
	popfl
context_spinning:
	jmp	context_spinning

	.data
	.globl	context_filled, context_told, context_told_x87, context_told_st0
	.balign	4
context_filled:
	.long	0xD1D1D1D1, 0x51515151, 0xB1B1B1B1, 0xD2D2D2D2, 0xC1C1C1C1, 0xA1A1A1A1, 0xB2B2B2B2, 0, 0x246
context_told:
	.fill	9, 4, 0
context_told_st0:
	.long	0
kept_esp:
	.long	0
context_told_x87:
	.short	0
