/* The calls that raise an exception in their caller's name; the rest of the work is in raise.c. */
#include "seh_emul/context/lay_context.h"

	.text

/* void NTAPI RtlRaiseException(EXCEPTION_RECORD *record)
 *
 * Sets the record's address to behind the call and asks the handlers. Comes back through the context
 * when one continues.
 */
	.globl	RtlRaiseException
RtlRaiseException:
	LAY_CONTEXT(4)
	movl	8(%ebp), %esi
	movl	4(%ebp), %eax
	movl	%eax, RECORD_ADDRESS(%esi)
	pushl	%ebx
	pushl	%esi
	call	RtlDispatchException	/* (record, context) */
	testb	%al, %al
	jz	1f
	pushl	$0
	pushl	%ebx
	call	NtContinue		/* (context, FALSE) */
	pushl	%eax
	call	RtlRaiseStatus		/* (status) */
1:	pushl	%ebx
	pushl	%esi
	call	seh_end_unhandled	/* (record, context) */

/* void NTAPI RtlRaiseStatus(NTSTATUS status)
 *
 * Raised in the caller's name, with the registers that the caller has: a vectored handler may
 * continue there.
 */
	.globl	RtlRaiseStatus
RtlRaiseStatus:
	LAY_CONTEXT(4)
	pushl	%ebx
	pushl	8(%ebp)
	call	raise_status_in		/* (status, context); does not return */

/* NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance)
 *
 * Returns only STATUS_* of a failure. The call's own state is laid down, to take from what the context
 * lacks.
 */
	.globl	NtRaiseException
NtRaiseException:
	LAY_CONTEXT(12)
	pushl	%ebx
	pushl	16(%ebp)
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	raise_exception		/* (record, context, first_chance, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$12
