/* The switch between threads, utYield's way to it, and a thread's first instructions. */
#include "kernel/call/tib.h"
#include "uthread/switch/ut_offsets.h"

	.text

/* Stores the control words of the running thread, eax, in its block. On a CPU without SSE the kernel puts four bytes that
 * do nothing in place of stmxcsr (kernel/memory/image.c); there the block keeps the mxcsr that it was made with. */
	.macro	store_control_words
.Lplace\@:
	stmxcsr	UT_MXCSR(%eax)
	.pushsection .sse_places, "a"
	.long	.Lplace\@
	.popsection
	fnstcw	UT_X87_CONTROL(%eax)
	movl	UT_MXCSR(%eax), %ecx
	.endm

/* void utYield(void)
 *
 * Goes to the next thread of the ring, or to the resumer. ut_next_turn decides if the attention word does not equal
 * mxcsr, or if the x87's control word is not that of all threads. mxcsr is compared first. Its sticky exception bits
 * may differ between threads; ut_fpu.c says why that is harmless.
 */
	.globl	utYield
utYield:
	movl	%fs:TIB_STACK_BASE, %eax
	movl	UT_NEXT(%eax), %edx
	store_control_words
	cmpl	%fs:TIB_ATTENTION, %ecx
	jne	yield_slowly
	cmpw	$X87_CW_THREADS, UT_X87_CONTROL(%eax)
	jne	yield_slowly

/* Every switch ends with this, the short way: from eax to edx. It leaves ebp, esp, ebx, edi, esi in from's block, and
 * on its stack
 *
 *	return address
 *	head of the handler chain
 *	StackLimit			<- esp
 *
 * and takes the same from to's. StackBase becomes to.
 *
 * An interrupt here may make the stack grow. Between ut_limit_saved and ut_limit_loaded, StackLimit is at (esp) and not
 * in the TIB. The kernel finds both in .stack_switch and updates that word (stack_settle).
 */
switch_short:
#if CHECKED
	pushl	%edx			/* void ut_check_switch(uThd from, uThd to) */
	pushl	%eax
	call	ut_check_switch
	popl	%eax
	popl	%edx
#endif
	movl	%ebp, UT_EBP(%eax)
	movl	%ebx, UT_EBX(%eax)
	movl	%edi, UT_EDI(%eax)
	movl	%esi, UT_ESI(%eax)
	pushl	%fs:TIB_CHAIN
	pushl	%fs:TIB_STACK_LIMIT
	.globl	ut_limit_saved, ut_limit_loaded
ut_limit_saved:
	movl	%esp, UT_ESP(%eax)
	movl	%edx, %fs:TIB_STACK_BASE
	movl	UT_ESP(%edx), %esp
	popl	%fs:TIB_STACK_LIMIT
ut_limit_loaded:
	popl	%fs:TIB_CHAIN
	movl	UT_EBP(%edx), %ebp
	movl	UT_EBX(%edx), %ebx
	movl	UT_EDI(%edx), %edi
	movl	UT_ESI(%edx), %esi
	ret

/* A thread that is parked from here has the return address of utYield's caller on its stack, as on the short way, so
 * that a cancel can send it elsewhere.
 *
 * uThd ut_next_turn(void) returns the thread to go to, or NULL
 */
yield_slowly:
	call	ut_next_turn
	testl	%eax, %eax
	jz	1f
	movl	%eax, %edx
	movl	%fs:TIB_STACK_BASE, %eax
	jmp	ut_switch
1:	ret

/* void ut_switch(uThd from, uThd to), in eax and edx */
	.globl	ut_switch
ut_switch:
	store_control_words
	cmpl	%fs:TIB_ATTENTION, %ecx
	jne	1f
	cmpw	$X87_CW_THREADS, UT_X87_CONTROL(%eax)
	je	switch_short
1:	pushl	%edx			/* uint32_t ut_switch_slowly(uThd from, uThd to) */
	pushl	%eax
	call	ut_switch_slowly
	movl	%eax, %ecx
	popl	%eax
	popl	%edx
	testl	%ecx, %ecx
	jz	switch_short

/* An x87 exception of from's is pending, with the status word in ecx. The word stays on from's stack meanwhile.
 *
 *	return address
 *	status word			<- esp
 */
	pushl	%ecx
	call	switch_short
	subl	$X87_ENV_SIZE, %esp	/* the only way to load a status word */
	fnstenv	(%esp)			/* masks all exceptions: fldenv itself raises nothing */
	movl	%fs:TIB_STACK_BASE, %eax
	movw	UT_X87_CONTROL(%eax), %cx
	movw	%cx, X87_ENV_CONTROL(%esp)
	movw	X87_ENV_SIZE(%esp), %cx
	movw	%cx, X87_ENV_STATUS(%esp)
	fldenv	(%esp)
	addl	$X87_ENV_SIZE+4, %esp
	ret

/* void UT_FAST utResume(uThd uthread)
 *
 * Runs a thread that no scheduler holds until it gives the CPU back. Nothing needs a decision when that thread has not
 * begun or is in utYield, and the caller could yield the short way. Outside of threads, where the attention word is
 * TIB_ATTEND, the caller becomes the root meanwhile. ut_resume_slowly decides all other cases.
 *
 *	return address
 *	uthread			<- esp while it runs
 */
2:	movl	%edx, %ecx
3:	jmp	ut_resume_slowly
	.globl	utResume
utResume:
	jecxz	3b
	cmpl	$MAGIC_OF_THREADS, UT_MAGIC_WORD(%ecx)
	jne	3b
	movl	UT_SCHEDULER(%ecx), %eax
	orl	UT_NEXT(%ecx), %eax
	jnz	3b
	cmpl	$UT_NORMAL, UT_STATUS(%ecx)
	ja	3b
	movl	%fs:TIB_STACK_BASE, %eax
	movl	%ecx, %edx
	store_control_words
	cmpw	$X87_CW_THREADS, UT_X87_CONTROL(%eax)
	jne	2b
	cmpl	%fs:TIB_ATTENTION, %ecx
	jne	1f
	testl	%esp, -STACK_OF_WAITS(%esp)
	movl	%eax, UT_NEXT(%edx)
	pushl	%edx
	call	switch_short
	popl	%edx
	movl	$0, UT_NEXT(%edx)
	ret

1:	cmpl	$0, %fs:TIB_ROOT
	jne	2b
	cmpl	$0, %fs:TIB_FPU_THREADS
	jne	2b
	cmpb	$0, trace_on
	jne	2b
	andl	$~MXCSR_SEEN_BITS, %ecx
	cmpl	$MXCSR_THREADS, %ecx
	jne	2b
	movl	UT_MXCSR(%eax), %ecx
	testl	%esp, -STACK_OF_WAITS(%esp)
	movl	%ecx, %fs:TIB_ATTENTION
	movl	%eax, %fs:TIB_ROOT
	movl	%eax, UT_NEXT(%edx)
	pushl	%edx
	call	switch_short
	popl	%edx
	movl	$0, UT_NEXT(%edx)
	movl	$0, %fs:TIB_ROOT
	movl	$TIB_ATTEND, %fs:TIB_ATTENTION
	ret

/* Not called: the first switch to a thread returns to one of these, with the block in edx. The body begins below the
 * words that the switch has taken, which stay for the next thread on this stack (struct first_stack):
 *
 *	outermost frame, with two zeroes for ebp to point to
 *	entry, chain, StackLimit
 *	argument			<- esp before the call
 *
 * _Noreturn void ut_finish(void *result, DWORD status), in eax and edx
 */
	.globl	ut_entry_function, ut_entry_body
	.macro	begin
	movl	$UT_NORMAL, UT_STATUS(%edx)
	leal	UT_FIRST_LEVEL-UT_FIRST_STACK(%edx), %ebp
	leal	-UT_FIRST_STACK(%edx), %esp
	pushl	UT_ARGUMENT(%edx)
	call	*UT_FUNC(%edx)
	.endm
ut_entry_function:
	begin
	xorl	%eax, %eax
	jmp	1f
ut_entry_body:
	begin
1:	xorl	%edx, %edx
	call	ut_finish

/* struct stack_switch of kernel/memory/stack_growth.h */
	.section .stack_switch, "a"
	.long	ut_limit_saved, ut_limit_loaded - ut_limit_saved
