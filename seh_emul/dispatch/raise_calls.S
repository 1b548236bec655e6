/* The calls that raise an exception at their caller; the rest of the work is in raise.c. */
#include "seh_emul/context/lay_context.h"

	.text

/* void NTAPI RtlRaiseException(EXCEPTION_RECORD *record)
 *
 * Sets the record's address to the call's return address and asks the handlers. When one continues, the
 * context leads back to the caller.
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
 * Raises status at the caller, with the caller's registers, because a vectored handler may continue
 * there.
 */
	.globl	RtlRaiseStatus
RtlRaiseStatus:
	LAY_CONTEXT(4)
	pushl	%ebx
	pushl	8(%ebp)
	call	raise_status_in		/* (status, context); does not return */

/* NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance)
 *
 * Returns only the status of a failure. The call's own state is laid down, and groups that the context
 * lacks are taken from it.
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
