/* A call on another stack, for a thread that has no stack left. */
	.text

/* void ut_call_on(void *top, void (*function)(uThd uthread), uThd uthread)
 *
 * The TIB goes on describing the thread's own stack: function must not fault, nor switch. The other
 * stack gets
 *
 *	top
 *	uthread
 *	return address		<- esp when function begins
 */
	.globl	ut_call_on
ut_call_on:
	pushl	%ebp
	movl	%esp, %ebp
	movl	8(%ebp), %esp
	pushl	16(%ebp)
	call	*12(%ebp)
	leave
	ret
