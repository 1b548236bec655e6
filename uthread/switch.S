/* The switch between threads, and utYield's short way to it. */
#include "uthread/uthread_impl.h"

	.text

/* void utYield(void)
 *
 * The way that needs no decision: the running thread is one of a scheduler, no sleeper is due, and
 * the next of the ring goes on. Everything else is ut_yield_slowly's.
 *
 * The two halves of the tick count are read in this order so that a wrap of the lower one in between
 * makes it too large: then ut_yield_slowly finds nothing due.
 */
	.globl	utYield
utYield:
	movl	%fs:TIB_FIBER, %eax
	testl	%eax, %eax
	jz	ut_yield_slowly		/* void ut_yield_slowly(void) */
	movl	UT_SCHEDULER(%eax), %ecx
	testl	%ecx, %ecx
	jz	ut_yield_slowly
	movl	SHARED_TICK_COUNT, %edx
	cmpl	SCH_DEADLINE(%ecx), %edx
	movl	SHARED_TICK_COUNT+4, %edx
	sbbl	SCH_DEADLINE+4(%ecx), %edx
	jae	ut_yield_slowly
	movl	UT_NEXT(%eax), %edx
	cmpl	%eax, %edx
	jne	switch_eax_to_edx
	ret

/* void ut_switch(uThd from, uThd to)
 *
 * Leaves on from's stack, with its address in from's regs:
 *
 *	return address
 *	ebp, ebx, esi, edi
 *	head of the handler chain
 *	mxcsr				0 on a CPU without SSE
 *	x87 status word, control word
 *	StackLimit			<- esp
 *
 * and takes the same from to's. StackBase and DeallocationStack of the TIB become to's.
 *
 * A stack may grow under an interrupt in here. So StackLimit lies at (esp) as long as a stack has
 * it and the TIB does not: the kernel knows from where to where that is, and corrects it.
 *
 * No thread sees the x87 exceptions of another: to goes on with none seen, but with those that it
 * had when one of them was about to be raised.
 */
	.globl	ut_switch
ut_switch:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
switch_eax_to_edx:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%fs:TIB_CHAIN
	subl	$8, %esp
	fnstcw	(%esp)
	fnstsw	2(%esp)
	movl	(%esp), %ebx
	cmpb	$0, ut_has_sse
	je	1f
	stmxcsr	4(%esp)
1:	pushl	%fs:TIB_STACK_LIMIT
	.globl	ut_limit_saved
ut_limit_saved:
	movl	%esp, UT_ESP(%eax)
	movl	UT_STACK_BASE(%edx), %eax
	movl	UT_RANGE(%edx), %ecx
	movl	%edx, %fs:TIB_FIBER
	movl	%eax, %fs:TIB_STACK_BASE
	movl	%ecx, %fs:TIB_DEALLOCATION
	movl	UT_ESP(%edx), %esp
	popl	%fs:TIB_STACK_LIMIT
	.globl	ut_limit_loaded
ut_limit_loaded:
	movl	(%esp), %ecx
	testl	$X87_SW_SEEN << 16, %ebx
	jz	2f
	fnclex
2:	cmpw	%bx, %cx
	je	3f
	fldcw	(%esp)
3:	testl	$X87_SW_SUMMARY << 16, %ecx
	jnz	6f
4:	cmpb	$0, ut_has_sse
	je	5f
	ldmxcsr	4(%esp)
5:	addl	$8, %esp
	popl	%fs:TIB_CHAIN
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret
6:	subl	$X87_ENV_SIZE, %esp	/* the only way to load a status word */
	fnstenv	(%esp)			/* masks them all: fldenv itself raises nothing */
	movw	X87_ENV_SIZE(%esp), %cx
	movw	%cx, X87_ENV_CONTROL(%esp)
	movw	X87_ENV_SIZE+2(%esp), %cx
	movw	%cx, X87_ENV_STATUS(%esp)
	fldenv	(%esp)
	addl	$X87_ENV_SIZE, %esp
	jmp	4b

/* void ut_thread_entry(void)
 *
 * Not called: the first switch to a thread returns here, with esp at its outermost frame and ebp 0. Calls
 *
 *   _Noreturn void ut_run(void)
 */
	.globl	ut_thread_entry
ut_thread_entry:
	pushl	$0			/* a return address of 0 and an ebp of 0 end backtraces */
	pushl	$0
	movl	%esp, %ebp
	call	ut_run
