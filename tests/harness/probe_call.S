/* The call that a probe comes back from, by a return or by an exception. */

	.text

/* void probe_call(const void *code)
 *
 * Calls code with known registers. A handler may send the machine to probe_return with the esp and
 * ebp that are kept here; everything the caller expects to be preserved is.
 *
 *	code			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi	<- probe_return_esp
 */
	.globl	probe_call
probe_call:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, probe_return_esp
	movl	%ebp, probe_return_ebp
	movl	20(%esp), %ebp
	movl	$0x11111111, %eax
	movl	$0x22222222, %ecx
	movl	$0x33333333, %edx
	xorl	%ebx, %ebx
	xorl	%esi, %esi
	xorl	%edi, %edi
	call	*%ebp
	.globl	probe_return
probe_return:
	cld
	movl	probe_return_esp, %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

	.bss
	.globl	probe_return_esp, probe_return_ebp
probe_return_esp:
	.long	0
probe_return_ebp:
	.long	0
