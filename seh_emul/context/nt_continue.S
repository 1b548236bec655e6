/* NtContinue: goes on in a CONTEXT. */
#include "kernel/call/tib.h"
#include "seh_emul/context/lay_context.h"

	.text

/* NTSTATUS NTAPI NtContinue(CONTEXT *context, BOOLEAN test_alert)
 *
 * The usual context lies on the caller's stack and has the control, integer and segment groups. For
 * any other one the call's own state is laid down, and missing groups are taken from it.
 *
 *	test_alert		8(%esp)
 *	context			4(%esp)
 *	return address		<- esp
 */
	.globl	NtContinue
NtContinue:
	movl	4(%esp), %eax
	movl	%fs:TIB_STACK_BASE, %ecx
	subl	$CONTEXT_SIZE, %ecx
	cmpl	%ecx, %eax
	ja	1f
	cmpl	%fs:TIB_STACK_LIMIT, %eax
	jb	1f
	testb	$3, %al
	jnz	1f
	movl	(%eax), %ecx
	andl	$CONTEXT_FULL_, %ecx
	cmpl	$CONTEXT_FULL_, %ecx
	jne	1f
	pushl	%eax
	pushl	%eax
	call	sys_context_put		/* (registers, context) */
	addl	$8, %esp
	ret	$8
1:	LAY_CONTEXT(8)
	pushl	%ebx
	pushl	8(%ebp)
	call	context_continue	/* (context, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$8
