/* RtlUnwind for callers that keep their registers: C code. */

	.text

/* void _global_unwind2(EXCEPTION_REGISTRATION_RECORD *frame)
 *
 * RtlUnwind(frame, behind, NULL, 0) with ebx, esi, edi and ebp preserved; RtlUnwind does not
 * preserve them.
 *
 *	frame			8(%ebp)
 *	return address
 *	caller's ebp		<- ebp
 *	ebx, esi, edi
 */
	.globl	_global_unwind2
_global_unwind2:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	$0
	pushl	$0
	pushl	$1f
	pushl	8(%ebp)
	call	RtlUnwind
1:	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret
