/* Where a thread of the machine begins. */

	.text

/* void thread_begin(void)
 *
 * Not called. A new thread has its function in eax and the parameter in ebx, as Windows' threads do;
 * another thread may have changed them, and esp, while this one was suspended. Goes on in
 *
 *   _Noreturn void thread_run(LPTHREAD_START_ROUTINE function, LPVOID parameter)
 */
	.globl	thread_begin
thread_begin:
	pushl	%ebx
	pushl	%eax
	pushl	$0			/* the return address, where backtraces end */
	jmp	thread_run
