/* Stepping; and a function with __try blocks, as compilers for Windows lay them out. */

	.text

/* void interrupted_steps(void (*work)(void))
 *
 * Calls work with the trap flag set.
 */
	.globl	interrupted_steps
interrupted_steps:
	movl	4(%esp), %eax
	pushfl
	orl	$0x100, (%esp)
	popfl
	call	*%eax
	pushfl
	andl	$~0x100, (%esp)
	popfl
	ret

/* int interrupted_blocks(void)
 *
 *	__try {
 *		__try { ud2 } __finally { interrupted_note('f'); }
 *	} __except (interrupted_note('F'), 1) {
 *		interrupted_note('E');
 *	}
 */
	.globl	interrupted_blocks
interrupted_blocks:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	$-1
	pushl	$table
	pushl	$_except_handler3
	pushl	%fs:0
	subl	$8, %esp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, -0x18(%ebp)
	leal	-0x10(%ebp), %eax
	movl	%eax, %fs:0
	movl	$1, -4(%ebp)
	ud2
except:	movl	-0x18(%ebp), %esp
	movl	$-1, -4(%ebp)
	pushl	$'E'
	call	interrupted_note
	addl	$4, %esp
	movl	-0x10(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret
filter:	pushl	$'F'
	call	interrupted_note
	addl	$4, %esp
	movl	$1, %eax
	ret
finally:
	pushl	$'f'
	call	interrupted_note
	addl	$4, %esp
	ret

	.section .rodata
	.balign	4
table:	.long	-1, filter, except
	.long	0, 0, finally
