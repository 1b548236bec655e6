/* The switch between threads, and utYield's short way to it. */
#include "uthread/uthread_impl.h"

	.text

/* void utYield(void)
 *
 * The way that needs no decision: the running thread is one of a scheduler, no sleeper is due, and
 * the next of the ring goes on. Everything else is ut_yield_slowly's.
 */
	.globl	utYield
utYield:
	movl	%fs:TIB_CURRENT, %eax
	testl	%eax, %eax
	jz	ut_yield_slowly		/* void ut_yield_slowly(void) */
	movl	UT_SCHEDULER(%eax), %ecx
	testl	%ecx, %ecx
	jz	ut_yield_slowly
	movl	SHARED_TICK_COUNT, %edx
	subl	SCH_DEADLINE(%ecx), %edx
	jns	ut_yield_slowly
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
 *	x87 control word		<- esp
 *
 * and takes the same from to's. StackBase and StackLimit of the TIB become to's.
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
	cmpb	$0, ut_has_sse
	je	1f
	stmxcsr	4(%esp)
1:	movl	%esp, UT_ESP(%eax)
	movl	UT_STACK_BASE(%edx), %eax
	movl	UT_STACK_LIMIT(%edx), %ecx
	movl	%edx, %fs:TIB_CURRENT
	movl	%eax, %fs:TIB_STACK_BASE
	movl	%ecx, %fs:TIB_STACK_LIMIT
	movl	UT_ESP(%edx), %esp
	fldcw	(%esp)
	cmpb	$0, ut_has_sse
	je	2f
	ldmxcsr	4(%esp)
2:	addl	$8, %esp
	popl	%fs:TIB_CHAIN
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* void ut_thread_entry(void)
 *
 * Not called: the first switch to a thread returns here, with esp at its base frame and ebp 0. Calls
 *
 *   _Noreturn void ut_run(void)
 */
	.globl	ut_thread_entry
ut_thread_entry:
	pushl	$0			/* a return address of 0 and an ebp of 0 end backtraces */
	pushl	$0
	movl	%esp, %ebp
	call	ut_run
