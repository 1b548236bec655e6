/* Calls with exact registers; see exact.h. */
#include "tests/harness/exact.h"

#define EFLAGS 28
#define ESP    32
#define ES     36

	.text

/* bool exact_call(const void *function, unsigned count, ...)
 *
 *	arguments		36(%esp)
 *	count, function
 *	return address
 *	ebp, ebx, esi, edi
 *	eflags
 *	exact_base of an outer call	<- exact_base
 *	arguments again
 *	exact_return		<- esp when function starts
 */
	.globl	exact_call
exact_call:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushfl
	pushl	exact_base
	movl	%esp, exact_base
	movl	28(%esp), %eax
	movl	%eax, exact_function
	movl	32(%esp), %ecx
	leal	36(%esp), %esi
	movl	%esp, exact_before + ESP
1:	jecxz	2f
	pushl	-4(%esi, %ecx, 4)
	decl	%ecx
	jmp	1b
2:	pushl	exact_before + EFLAGS
	popfl
	movl	exact_before + 0, %eax
	movl	exact_before + 4, %ecx
	movl	exact_before + 8, %edx
	movl	exact_before + 12, %ebx
	movl	exact_before + 16, %esi
	movl	exact_before + 20, %edi
	movl	exact_before + 24, %ebp
	call	*exact_function
	.globl	exact_return
exact_return:
	movl	%esp, exact_after + ESP
	movw	%es, exact_after + ES
	movl	exact_base, %esp
	pushfl
	popl	exact_after + EFLAGS
	movl	%eax, exact_after + 0
	movl	%ecx, exact_after + 4
	movl	%edx, exact_after + 8
	movl	%ebx, exact_after + 12
	movl	%esi, exact_after + 16
	movl	%edi, exact_after + 20
	movl	%ebp, exact_after + 24
	movl	%ds, %eax
	movl	%eax, %es
	movl	$1, %eax
	jmp	1f

/* _Noreturn void exact_leave(void) */
	.globl	exact_leave
exact_leave:
	movl	exact_base, %esp
	xorl	%eax, %eax
1:	popl	exact_base
	popfl
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

	.globl	exact_ud2
exact_ud2:
	ud2
	ret

/* Above it on the stack lie EXACT_ROOM bytes of nobody's. */
	.globl	exact_ud2_roomy
exact_ud2_roomy:
	leal	-EXACT_ROOM(%esp), %esp	/* keeps the flags */
	ud2
	leal	EXACT_ROOM(%esp), %esp
	ret

/* The trap flag would fire behind the first instruction that completes; this one does not. */
	.globl	exact_ud2_traced, exact_ud2_traced_at
exact_ud2_traced:
	pushfl
	orl	$0x100, (%esp)
	popfl
exact_ud2_traced_at:
	ud2
	ret

/* A handler as bad as they come: continues behind a ud2, keeps no register that a function keeps,
 * and takes its arguments away, as a stdcall function does.
 *
 *	dispatcher, context, frame, record	4(%esp)
 *	return address
 */
#define CONTEXT_EIP 0xB8
	.globl	exact_careless_handler
exact_careless_handler:
	movl	12(%esp), %eax
	addl	$2, CONTEXT_EIP(%eax)
	movl	$-1, %ebx
	movl	$-1, %esi
	movl	$-1, %edi
	xorl	%eax, %eax
	ret	$16

/* void exact_prepare(void) */
	.globl	exact_prepare
exact_prepare:
	pushl	%esi
	pushl	%edi
	movl	$1f, %esi
	movl	$exact_before, %edi
	movl	$8, %ecx
	rep movsl
	popl	%edi
	popl	%esi
	ret

	.section .rodata
	.balign	4
1:	.long	0xA1A1A1A1, 0xC2C2C2C2, 0xD3D3D3D3, 0xB4B4B4B4
	.long	0x51515151, 0xD6D6D6D6, 0xE7E7E7E7, 0x00000202

	.bss
	.balign	4
exact_base:
	.long	0
exact_function:
	.long	0
	.globl	exact_before, exact_after
exact_before:
	.skip	40
exact_after:
	.skip	40
