/* The objects' calls, as far as nothing is against a short way: everything else is the C function's that
 * each one goes on with, which begins anew. Channels: rendezvous.S. */
#include "uthread/brief.inc"

	sse_places ut_sse_places_fast

/* int UT_FAST ut_park(struct utWait *wait) */
	.globl	ut_park
ut_park:
	leave_or_jump 1f
	pushl	%ebp
	movl	%esp, %ebp		/* so that a backtrace finds the caller */
	pushl	%ecx
	movl	%ebp, UT_EBP(%eax)
	movl	%edi, UT_EDI(%eax)
	movl	%esi, UT_ESI(%eax)
	movl	UT_NEXT(%eax), %edx
	movl	%edx, UT_NEXT(%ebx)
	movl	%ebx, UT_PREVIOUS(%edx)
	movl	UT_SCHEDULER(%eax), %ecx
	movzbl	UT_PRIORITY(%eax), %ebx
	movl	%edx, SCH_READY(%ecx,%ebx,4)
	movl	$0, UT_NEXT(%eax)
	call	switch_saved
	popl	%ecx
	movl	WAIT_RESULT(%ecx), %eax
	popl	%ebp
	ret
1:	movl	UT_EBX(%eax), %ebx
	jmp	ut_park_slowly

/* int UT_FAST utSemaphoreTake(utSemaphore semaphore)
 *
 * A count that is above 0 is all there is to it.
 */
	.globl	utSemaphoreTake
utSemaphoreTake:
	jecxz	1f
	cmpl	$SEMAPHORE_MAGIC, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	cmpl	$0, UT_SEMAPHORE_COUNT(%ecx)
	jle	2f
	decl	UT_SEMAPHORE_COUNT(%ecx)
	xorl	%eax, %eax
	ret
3:	movl	UT_EBX(%eax), %ebx
1:	jmp	ut_semaphore_take_slowly
2:	leave_or_jump 3b
	cmpb	$0, UT_PRIORITY(%eax)
	jne	3b
	begin_brief_wait ut_takes, 0
	decl	UT_SEMAPHORE_COUNT(%ecx)
	leave_lowest_ring
	end_brief_wait ut_take_served, ut_take_failed, WAIT_VALUE

/* int UT_FAST utSemaphoreGive(utSemaphore semaphore)
 *
 * As unsigned numbers, counts below 0, of one with waiters, are above most. Of one that has none but
 * is full, the semaphore itself is where the first waiter would be: its brief is 0.
 */
	.globl	utSemaphoreGive
utSemaphoreGive:
	jecxz	1f
	cmpl	$SEMAPHORE_MAGIC, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	movl	UT_SEMAPHORE_COUNT(%ecx), %eax
	cmpl	UT_SEMAPHORE_MOST(%ecx), %eax
	jae	2f
	incl	UT_SEMAPHORE_COUNT(%ecx)
	xorl	%eax, %eax
	ret
3:	movl	WAIT_PREVIOUS(%eax), %ecx
1:	jmp	ut_semaphore_give_slowly
2:	movl	UT_WAITERS_FIRST(%ecx), %eax
	brief_or_jump 3b
	movl	WAIT_PREVIOUS(%eax), %ecx
	incl	UT_SEMAPHORE_COUNT(%ecx)
	serve_brief_wait
	xorl	%eax, %eax
	ret

/* int UT_FAST utMutexLock(utMutex mutex)
 *
 * That it is free says that it is a mutex, too.
 */
	.globl	utMutexLock
utMutexLock:
	jecxz	1f
	cmpl	$MUTEX_FREE, UT_MUTEX_OWNER(%ecx)
	jne	1f
	movl	%fs:TIB_STACK_BASE, %eax
	movl	%eax, UT_MUTEX_OWNER(%ecx)
	xorl	%eax, %eax
	ret
1:	jmp	ut_mutex_lock_slowly

/* int UT_FAST utMutexUnlock(utMutex mutex)
 *
 * One that is wanted, or held again, differs from the caller's block by the lowest bits.
 */
	.globl	utMutexUnlock
utMutexUnlock:
	jecxz	1f
	movl	%fs:TIB_STACK_BASE, %eax
	cmpl	%eax, UT_MUTEX_OWNER(%ecx)
	jne	1f
	movl	$MUTEX_FREE, UT_MUTEX_OWNER(%ecx)
	xorl	%eax, %eax
	ret
1:	jmp	ut_mutex_unlock_slowly

	.section .rodata
	.long	0
	.balign	4
	.globl	ut_brief_ends
ut_brief_ends:
	.long	ut_take_served, ut_take_failed, WAIT_VALUE
	.long	ut_send_served, ut_send_failed, WAIT_RESULT
	.long	ut_receive_served, ut_receive_failed, WAIT_RESULT
	.long	0
