/* The objects' calls, as far as nothing is against a short way: everything else is the C function's that
 * each one goes on with, which begins anew. */
#include "uthread/switch.inc"
#include "uthread/wait.h"

	sse_places ut_sse_places_fast

/* The running thread, into eax, and who is next, into edx, if the one may go on with the other at once:
 * as in utYield, and there is another one that is ready in the same ring of the same scheduler. */
	.macro	next_or_jump otherwise
	movl	%fs:TIB_STACK_BASE, %eax
	store_mxcsr
	fnstcw	UT_X87_CONTROL(%eax)
	movl	UT_MXCSR(%eax), %edx
	cmpl	%fs:TIB_ATTENTION, %edx
	jne	\otherwise
	cmpw	$X87_CW_THREADS, UT_X87_CONTROL(%eax)
	jne	\otherwise
	cmpl	$0, UT_SCHEDULER(%eax)
	je	\otherwise
	movl	UT_NEXT(%eax), %edx
	cmpl	%eax, %edx
	je	\otherwise
	.endm

/* Takes eax out of its ring, which begins with edx now, and goes on with that one. Returns when eax
 * has been woken. ebx and ecx are used: the four registers are in the block already. */
	.macro	leave_for_next
	movl	UT_PREVIOUS(%eax), %ebx
	movl	%edx, UT_NEXT(%ebx)
	movl	%ebx, UT_PREVIOUS(%edx)
	movl	UT_SCHEDULER(%eax), %ecx
	movzbl	UT_PRIORITY(%eax), %ebx
	movl	%edx, SCH_READY(%ecx,%ebx,4)
	movl	$0, UT_NEXT(%eax)
	call	switch_saved
	.endm

	.macro	save_registers
	movl	%ebp, UT_EBP(%eax)
	movl	%ebx, UT_EBX(%eax)
	movl	%edi, UT_EDI(%eax)
	movl	%esi, UT_ESI(%eax)
	.endm

/* int UT_FAST ut_park(struct utWait *wait) */
	.globl	ut_park
ut_park:
	next_or_jump 1f
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ecx
	save_registers
	leave_for_next
	popl	%ecx
	movl	WAIT_RESULT(%ecx), %eax
	popl	%ebp
	ret
1:	jmp	ut_park_slowly

/* int UT_FAST utSemaphoreTake(utSemaphore semaphore)
 *
 * A count that was above 0 is all there is to it. Else the thread becomes the last waiter, by
 *
 *	return address
 *	caller's ebp			<- ebp, so that a backtrace finds the caller
 *	struct utWait, up to value	<- esp
 *
 * whose result is UtErrorNone if nobody says otherwise.
 */
	.globl	utSemaphoreTake
utSemaphoreTake:
	jecxz	1f
	cmpl	$SEMAPHORE_MAGIC, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	decl	UT_SEMAPHORE_COUNT(%ecx)
	js	2f
	xorl	%eax, %eax
	ret
3:	incl	UT_SEMAPHORE_COUNT(%ecx)
1:	jmp	ut_semaphore_take_slowly
2:	next_or_jump 3b
	testb	$UT_CANCELLED, UT_FLAGS(%eax)
	jnz	3b
	pushl	%ebp
	movl	%esp, %ebp
	save_registers
	movl	UT_WAITERS_LAST(%ecx), %ebx
	pushl	$-1			/* deadline: UT_FOREVER */
	pushl	$-1
	pushl	$0			/* order */
	pushl	$0			/* timed */
	pushl	$0			/* result */
	pushl	%ecx			/* object */
	pushl	$ut_takes		/* kind */
	pushl	%eax			/* thread */
	pushl	%ebx			/* previous */
	pushl	%ecx			/* next: the waiters themselves */
	movl	%esp, WAIT_NEXT(%ebx)
	movl	%esp, UT_WAITERS_LAST(%ecx)
	movl	%esp, UT_WAIT(%eax)
	movl	$UT_WAITS, UT_STATUS(%eax)
	leave_for_next
	movl	WAIT_RESULT(%esp), %eax
	leave
	testl	%eax, %eax
	jnz	4f
	ret
4:	movl	%eax, %ecx		/* int UT_FAST ut_wait_ended(int result) */
	jmp	ut_wait_ended

/* int UT_FAST utSemaphoreGive(utSemaphore semaphore)
 *
 * As unsigned numbers, counts below 0, of one with waiters, are above most. The first waiter becomes
 * ready, behind all others, if nothing but its ring, the lowest one, is concerned.
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
1:	jmp	ut_semaphore_give_slowly
2:	testl	%eax, %eax
	jns	1b
	movl	UT_WAITERS_FIRST(%ecx), %eax
	cmpl	$0, WAIT_TIMED(%eax)
	jne	1b
	movl	WAIT_THREAD(%eax), %eax
	movl	UT_SCHEDULER(%eax), %edx
	testl	%edx, %edx
	jz	1b
	cmpl	$1, SCH_LEVELS(%edx)
	jne	1b
	cmpb	$0, UT_PRIORITY(%eax)
	jne	1b
	cmpl	$TIB_ATTEND, %fs:TIB_ATTENTION	/* events are recorded, maybe */
	je	1b
	incl	UT_SEMAPHORE_COUNT(%ecx)
	movl	UT_WAITERS_FIRST(%ecx), %edx
	movl	WAIT_NEXT(%edx), %edx
	movl	%edx, UT_WAITERS_FIRST(%ecx)
	movl	%ecx, WAIT_PREVIOUS(%edx)
	movl	UT_SCHEDULER(%eax), %edx
	movl	SCH_READY(%edx), %edx
	movl	UT_PREVIOUS(%edx), %ecx
	movl	%edx, UT_NEXT(%eax)
	movl	%ecx, UT_PREVIOUS(%eax)
	movl	%eax, UT_NEXT(%ecx)
	movl	%eax, UT_PREVIOUS(%edx)
	movl	$UT_NORMAL, UT_STATUS(%eax)
	movl	$0, UT_WAIT(%eax)
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
