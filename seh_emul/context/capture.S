/* Stores the machine's registers in a CONTEXT. */
#include "seh_emul/context/lay_context.h"

	.text

/* void NTAPI RtlCaptureContext(CONTEXT *context)
 *
 * As on Windows, integer registers are stored as they are. Ebp, Eip and Esp are stored as they will be
 * when the calling function has returned; its frame pointer leads to them. The lower half of each
 * selector's word is stored. Changes nothing else.
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
 * none either. capture_new is for fresh memory: it clears the upper halves of the selectors' words,
 * which capture_caller leaves as they are. */
	.globl	capture_new
capture_new:
	CLEAR_SEGMENTS
capture_caller:
	CAPTURE_REGISTERS
	CAPTURE_RETURN
	CAPTURE_SEGMENTS
	movl	$CONTEXT_FULL_, (%ebx)
	pushfl
	popl	CONTEXT_EFLAGS(%ebx)
	ret
