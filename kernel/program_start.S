/* The step from the boot stack to the program's. */

	.text

/* _Noreturn void program_start(void *top, int count, char **words)
 *
 * Continues in
 *
 *   _Noreturn void program_main(int count, char **words)
 *
 * with interrupts on and an empty stack below top. The two zeros look like the frame
 * of a function without a caller, where backtraces end:
 *
 *	0	top - 4		return address
 *	0	top - 8		<- ebp
 */
	.globl	program_start
program_start:
	movl	8(%esp), %eax
	movl	12(%esp), %ecx
	movl	4(%esp), %esp
	pushl	$0
	pushl	$0
	movl	%esp, %ebp
	sti
	pushl	%ecx
	pushl	%eax
	call	program_main
