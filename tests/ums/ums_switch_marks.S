/* A yield with every register that a call leaves alone set to something of its own. */
	.text

/* unsigned yield_with_marks(void *yield, unsigned mark)
 *
 *	mark			24(%esp) behind the pushes
 *	yield			20(%esp)
 *
 * Calls yield with DF set. Returns a bit for each register that has changed: ebx, esi, edi, ebp, DF,
 * esp, and 64 times yield's result otherwise than 1.
 */
	.globl	yield_with_marks
yield_with_marks:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	24(%esp), %ebx
	leal	1(%ebx), %esi
	leal	2(%ebx), %edi
	leal	3(%ebx), %ebp
	movl	20(%esp), %eax
	movl	%esp, saved_esp(,%ebx,4)
	pushl	$0x77
	std
	call	*%eax
	pushfl
	cld
	popl	%edx
	decl	%eax
	shll	$6, %eax
	testl	$0x400, %edx
	jnz	1f
	orl	$16, %eax
1:	cmpl	%esp, saved_esp(,%ebx,4)
	je	1f
	orl	$32, %eax
1:	cmpl	24(%esp), %ebx
	je	1f
	orl	$1, %eax
1:	leal	1(%ebx), %ecx
	cmpl	%ecx, %esi
	je	1f
	orl	$2, %eax
1:	leal	2(%ebx), %ecx
	cmpl	%ecx, %edi
	je	1f
	orl	$4, %eax
1:	leal	3(%ebx), %ecx
	cmpl	%ecx, %ebp
	je	1f
	orl	$8, %eax
1:	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

	.bss
	.balign	4
saved_esp:
	.skip	256
