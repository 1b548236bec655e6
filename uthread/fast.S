/* The objects' calls, as far as they need not wait: everything else is the C function's that each one
 * goes on with, which begins anew. None of them uses a stack but for the return address, so that the
 * caller's frame is what a backtrace of the one that waits begins with. */
#include "uthread/wait.h"

	.text

/* int UT_FAST utSemaphoreTake(utSemaphore semaphore)
 *
 * A count that was 0 or below is put back.
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
2:	incl	UT_SEMAPHORE_COUNT(%ecx)
1:	jmp	ut_semaphore_take_slowly

/* int UT_FAST utSemaphoreGive(utSemaphore semaphore)
 *
 * As unsigned numbers, counts below 0, of one with waiters, are above most.
 */
	.globl	utSemaphoreGive
utSemaphoreGive:
	jecxz	1f
	cmpl	$SEMAPHORE_MAGIC, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	movl	UT_SEMAPHORE_COUNT(%ecx), %eax
	cmpl	UT_SEMAPHORE_MOST(%ecx), %eax
	jae	1f
	incl	UT_SEMAPHORE_COUNT(%ecx)
	xorl	%eax, %eax
	ret
1:	jmp	ut_semaphore_give_slowly

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
