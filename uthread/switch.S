/* The switch between threads, and utYield's short way to it. */
#include "uthread/switch.inc"

	.text

	sse_places ut_sse_places

/* void utYield(void)
 *
 * The way that needs no decision goes to whoever is next. Everything else is ut_yield_slowly's: that
 * the attention word does not equal mxcsr, or that the x87's control word is not the one that all
 * threads have. (mxcsr first: that another thread's exceptions have been noted in it is no difference
 * that lasts, see fpu.c.)
 */
	.globl	utYield
utYield:
	movl	%fs:TIB_STACK_BASE, %eax
	movl	UT_NEXT(%eax), %edx
	short_or_jump ut_yield_slowly

/* What every switch ends with: from eax to edx. Leaves in from's block ebp, esp, ebx, edi, esi, and
 * on its stack
 *
 *	return address
 *	head of the handler chain
 *	StackLimit			<- esp
 *
 * and takes the same from to's. StackBase is to.
 *
 * A stack may grow under an interrupt in here. So StackLimit lies at (esp) as long as a stack has
 * it and the TIB does not: the kernel knows from where to where that is, and corrects it.
 */
switch_short:
	movl	%ebp, UT_EBP(%eax)
	movl	%ebx, UT_EBX(%eax)
	movl	%edi, UT_EDI(%eax)
	movl	%esi, UT_ESI(%eax)
	.globl	switch_saved		/* here when these four are in the block already */
switch_saved:
	pushl	%fs:TIB_CHAIN
	pushl	%fs:TIB_STACK_LIMIT
	.globl	ut_limit_saved
ut_limit_saved:
	movl	%esp, UT_ESP(%eax)
	.globl	switch_away
switch_away:				/* whoever runs is not parked: it has ended */
	movl	%edx, %fs:TIB_STACK_BASE
	movl	UT_ESP(%edx), %esp
	popl	%fs:TIB_STACK_LIMIT
	.globl	ut_limit_loaded
ut_limit_loaded:
	popl	%fs:TIB_CHAIN
	movl	UT_EBP(%edx), %ebp
	movl	UT_EBX(%edx), %ebx
	movl	UT_EDI(%edx), %edi
	movl	UT_ESI(%edx), %esi
	ret

/* void ut_yield_slowly(void)
 *
 * Goes to whom uThd ut_yield_to(void) names, if anybody. Parked either way, a thread has the return
 * address of utYield's caller on its stack: see cancel.c.
 */
	.globl	ut_yield_slowly
ut_yield_slowly:
	call	ut_yield_to
	movl	%eax, %ecx
	testl	%eax, %eax
	jnz	ut_switch
	ret

/* void UT_FAST ut_switch(uThd to)
 *
 * The same to anyone, with whatever is against the short way done first.
 */
	.globl	ut_switch, ut_switch_from
ut_switch:
	movl	%fs:TIB_STACK_BASE, %eax
	movl	%ecx, %edx
ut_switch_from:				/* void ut_switch_from(uThd from, uThd to), in eax and edx */
	store_mxcsr
	fnstcw	UT_X87_CONTROL(%eax)
	movl	UT_MXCSR(%eax), %ecx
	cmpl	%fs:TIB_ATTENTION, %ecx
	jne	1f
	cmpw	$X87_CW_THREADS, UT_X87_CONTROL(%eax)
	je	switch_short
1:	pushl	%edx			/* uint32_t ut_switch_fpu(uThd from, uThd to) */
	pushl	%eax
	call	ut_switch_fpu
	movl	%eax, %ecx
	popl	%eax
	popl	%edx
	testl	%ecx, %ecx
	jz	switch_short
	pushl	%ecx
	call	switch_short
	subl	$X87_ENV_SIZE, %esp	/* the only way to load a status word */
	fnstenv	(%esp)			/* masks them all: fldenv itself raises nothing */
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
 * The short way is for a thread that is new, or was resumed before and has yielded since, which its
 * magic number says, by code of which nothing is against a short yield. Outside of threads the attention
 * word is set meanwhile. The rest is
 *
 *   void UT_FAST ut_resume_slowly(uThd uthread)
 */
	.macro	resume_ecx_from_eax	/* leaves the thread in ecx */
	xorl	$((UT_MAGIC ^ UT_MAGIC_YIELDED) << 16), UT_FLAGS(%ecx)	/* all of the word: life.S reads it soon */
	movl	%eax, UT_NEXT(%ecx)
	movl	%ecx, %edx
	pushl	%ecx
	call	switch_short
	popl	%ecx
	movl	$0, UT_NEXT(%ecx)
	cmpl	$UT_NORMAL, UT_STATUS(%ecx)
	jne	.Lended\@
	movw	$UT_MAGIC_YIELDED, UT_MAGIC_WORD(%ecx)
.Lended\@:
	.endm

	.globl	utResume
utResume:
	jecxz	1f
	cmpw	$UT_MAGIC_YIELDED, UT_MAGIC_WORD(%ecx)
	jne	1f
	movl	%fs:TIB_STACK_BASE, %eax
	store_mxcsr
	fnstcw	UT_X87_CONTROL(%eax)
	cmpw	$X87_CW_THREADS, UT_X87_CONTROL(%eax)
	jne	1f
	testl	%esp, -UT_SWITCH_STACK(%esp)
	movl	UT_MXCSR(%eax), %edx
	cmpl	%fs:TIB_ATTENTION, %edx
	jne	2f
	resume_ecx_from_eax
	ret
1:	jmp	ut_resume_slowly
2:	cmpl	$0, %fs:TIB_FIBER
	jne	1b
	cmpl	$0, %fs:TIB_FPU_THREADS
	jne	1b
	cmpb	$0, trace_on
	jne	1b
	xorl	$MXCSR_THREADS, %edx
	testl	$~MXCSR_SEEN, %edx
	jnz	1b
	xorl	$MXCSR_THREADS, %edx
	movl	%edx, %fs:TIB_ATTENTION
	movl	%eax, %fs:TIB_FIBER
	resume_ecx_from_eax
	movl	$0, %fs:TIB_FIBER
	movl	$TIB_ATTEND, %fs:TIB_ATTENTION
	ret

	.section .rodata
	.long	0
