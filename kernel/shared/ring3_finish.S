/* The end of a piece of a program in ring 3, in the piece's ring. */

	.text

/* void ring3_finish(void)
 *
 * Not called: the function of a piece returns here, with its result in eax and esp at the argument.
 *
 *   void sys_ring3_end(NTSTATUS status, DWORD value)
 */
	.globl	ring3_finish
ring3_finish:
	pushl	%eax
	pushl	$0			/* STATUS_SUCCESS */
	call	sys_ring3_end
	ud2				/* reached only when no piece is running */

/* NTSTATUS ring3_call(ring3_function *function, void *argument, DWORD *value)
 */
	.globl	ring3_call
ring3_call:
	jmp	sys_ring3_run
