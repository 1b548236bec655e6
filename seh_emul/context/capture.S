/* Stores the machine's registers in a CONTEXT. */
#include "seh_emul/context/offsets.h"

	.text

/* void NTAPI RtlCaptureContext(CONTEXT *context)
 *
 * As on Windows, integer registers are stored as they are. Ebp, Eip and Esp are stored as they will be
 * when the calling function has returned; its frame pointer leads to them. Changes nothing else.
 *
 *	caller's caller's ebp	<- ebp
 *	context			4(%esp)
 *	return address		<- esp
 */
	.globl	RtlCaptureContext
RtlCaptureContext:
	pushl	%ebx
	movl	8(%esp), %ebx
	call	capture_caller
	popl	CONTEXT_EBX(%ebx)
	pushl	CONTEXT_EBX(%ebx)
	leal	8(%ebp), %eax
	movl	%eax, CONTEXT_ESP(%ebx)
	movl	CONTEXT_EAX(%ebx), %eax
	popl	%ebx
	ret	$4

/* Fills the context at ebx with the state of the function that called the one with this frame,
 * except Ebx and Esp. Changes eax, but no flag before it stores the flags, and its callers change
 * none either. */
	.globl	capture_caller
capture_caller:
	movl	%eax, CONTEXT_EAX(%ebx)
	movl	%ecx, CONTEXT_ECX(%ebx)
	movl	%edx, CONTEXT_EDX(%ebx)
	movl	%esi, CONTEXT_ESI(%ebx)
	movl	%edi, CONTEXT_EDI(%ebx)
	movl	(%ebp), %eax
	movl	%eax, CONTEXT_EBP(%ebx)
	movl	4(%ebp), %eax
	movl	%eax, CONTEXT_EIP(%ebx)
	movl	$CONTEXT_FULL_, (%ebx)
	movl	$0, %eax
	movw	%gs, %ax
	movl	%eax, CONTEXT_SEG_GS(%ebx)
	movw	%fs, %ax
	movl	%eax, CONTEXT_SEG_FS(%ebx)
	movw	%es, %ax
	movl	%eax, CONTEXT_SEG_ES(%ebx)
	movw	%ds, %ax
	movl	%eax, CONTEXT_SEG_DS(%ebx)
	movw	%cs, %ax
	movl	%eax, CONTEXT_SEG_CS(%ebx)
	movw	%ss, %ax
	movl	%eax, CONTEXT_SEG_SS(%ebx)
	pushfl
	popl	CONTEXT_EFLAGS(%ebx)
	ret
