/* The one place where the kernel touches memory of programs: page_fault.c knows these labels. */

	.text

/* bool user_copy(void *to, const void *from, uint32_t size)
 *
 *	size, from, to		20(%esp), 16(%esp), 12(%esp)
 *	return address
 *	esi, edi		<- esp
 *
 * Returns false when a page fault ended the copy: it continues at user_copy_failed then.
 */
	.globl	user_copy, user_copy_moves, user_copy_moved, user_copy_failed
user_copy:
	pushl	%esi
	pushl	%edi
	movl	12(%esp), %edi
	movl	16(%esp), %esi
	movl	20(%esp), %ecx
	movl	%ecx, %edx
	shrl	$2, %ecx
	andl	$3, %edx
user_copy_moves:
	rep movsl
	movl	%edx, %ecx
	rep movsb
user_copy_moved:
	movl	$1, %eax
	popl	%edi
	popl	%esi
	ret
user_copy_failed:
	xorl	%eax, %eax
	popl	%edi
	popl	%esi
	ret
