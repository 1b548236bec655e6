/* The calls that raise an exception at their caller; the rest of the work is in raise.c. */
#include "seh_emul/context/lay_context.h"

	.text

/* Makes room for an exception right below the stack pointer ebp + above, as a trap does, and stores all
 * of its context but ebp, eip and the groups of FPU and debug registers. Begins right behind the making
 * of a frame. Leaves ebx at the context, and esp and edx at the exception. Once the FPU is stored, the
 * context's end may have overwritten the frame.
 *
 *	ebp + above ->	...
 *	CONTEXT			<- ebx
 *	EXCEPTION_RECORD
 *	EXCEPTION_POINTERS	<- esp, edx
 */
#define LAY_EXCEPTION(above) \
	pushfl; \
	pushl	%ebx; \
	leal	above-CONTEXT_SIZE-CONTEXT_REMAINDER(%ebp), %ebx; \
	andl	$-CONTEXT_ALIGNMENT, %ebx; \
	addl	$CONTEXT_REMAINDER, %ebx; \
	leal	-LAID_CONTEXT(%ebx), %esp; \
	CAPTURE_REGISTERS; \
	CLEAR_SEGMENTS; \
	CAPTURE_SEGMENTS; \
	movl	-8(%ebp), %eax; \
	movl	%eax, CONTEXT_EBX(%ebx); \
	movl	-4(%ebp), %eax; \
	movl	%eax, CONTEXT_EFLAGS(%ebx); \
	leal	above(%ebp), %eax; \
	movl	%eax, CONTEXT_ESP(%ebx); \
	movl	%esp, %edx

/* void WINAPI RaiseException(DWORD code, DWORD flags, DWORD count, const ULONG_PTR *arguments)
 *
 * On Windows this calls RtlRaiseException with a record of its own. So the context goes on in this
 * function, in front of its return.
 */
	.globl	RaiseException
RaiseException:
	pushl	%ebp
	movl	%esp, %ebp
	LAY_EXCEPTION(0)
	movl	%ebp, CONTEXT_EBP(%ebx)
	movl	$1f, CONTEXT_EIP(%ebx)
	leal	8(%ebp), %eax
	pushl	$1f			/* as if called from there, for backtraces */
	jmp	raise_arguments		/* (arguments, laid) in eax and edx; does not return */
1:	popl	%ebp
	ret	$16

	.section .rodata
	.balign	4
	.globl	raise_exception_address
raise_exception_address:
	.long	1b
	.text

/* void NTAPI RtlRaiseException(EXCEPTION_RECORD *record)
 *
 * Sets the record's address to the call's return address. Handlers get a copy of the record. When one
 * continues, the context leads back to the caller.
 */
	.globl	RtlRaiseException
RtlRaiseException:
	pushl	%ebp
	movl	%esp, %ebp
	LAY_EXCEPTION(12)
	CAPTURE_RETURN
	movl	8(%ebp), %eax
	movl	4(%ebp), %ecx
	movl	%ecx, RECORD_ADDRESS(%eax)
	movl	(%ebp), %ebp
	pushl	%ecx			/* as if the caller had called the rest, for backtraces */
	jmp	raise_record		/* (record, laid) in eax and edx; does not return */

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
