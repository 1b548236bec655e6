/* Not called: the timer's gate leads here while bench/uthread.c has it so. Three instructions behind the stamp
 * do not belong to the way of the interrupt.
 */
	.text
	.globl	stamping_tick
stamping_tick:
	pushl	%eax
	pushl	%edx
	rdtsc
	movl	%eax, stamp_before
	popl	%edx
	popl	%eax
	jmp	*tick_gate

	.bss
	.balign	4
	.globl	tick_gate
tick_gate:
	.long	0
