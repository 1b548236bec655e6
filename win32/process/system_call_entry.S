/* Where the calls of Windows' system calls come that code of a program makes. */

	.text

/* void system_call_entry(void)
 *
 * Not called: an `int 2Eh` goes on here, as it found the registers, but with the place behind it in ecx. eax is the number, and
 * edx points to the arguments, the number of which is in the call's row. All registers but eax, ecx and edx stay as they are,
 * and so do the flags.
 *
 *	return address
 *	flags
 *	caller's ebp		<- ebp
 *	esi, edi
 *	the arguments		<- esp for the function, which finds ebx, esi and edi as the caller left them
 */
	.globl	system_call_entry
system_call_entry:
	pushl	%ecx
	pushfl
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%esi
	pushl	%edi
	cld
	movl	%edx, %esi
	pushl	%edx
	pushl	%eax
	call	system_call_find	/* (number, arguments) */
	movzwl	4(%eax), %ecx
	leal	-8(%ebp), %esp
	leal	(, %ecx, 4), %edx
	subl	%edx, %esp
	movl	%esp, %edi
	rep movsl
	movl	-4(%ebp), %esi
	movl	-8(%ebp), %edi
	call	*(%eax)
	movl	%ebp, %esp
	popl	%ebp
	popfl
	ret
