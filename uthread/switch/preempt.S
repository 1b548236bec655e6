/* The end of a slice: the kernel sends an interrupted thread here. */
#include "kernel/call/tib.h"
#include "uthread/switch/ut_offsets.h"

	.text

/* void ut_preempted(void)
 *
 * Not called: the kernel comes here as an interrupt would, in front of any instruction of the program
 * (kernel/trap/preempt.h). It saves the registers that a function need not preserve, gives the FPU the state that a
 * thread begins with, so that the thread counts as one without FPU registers of its own, and calls
 *
 * uThd ut_end_slice(void) returns the thread to go to, or NULL
 *
 * Later the interrupted thread goes on where it was. Its stack meanwhile:
 *
 *	eflags, cs, eip		of the thread
 *	eip			again, for backtraces
 *	ebp			<- ebp
 *	eax, ecx, edx
 *	x87 state
 *	mxcsr, xmm0 to xmm7	<- esp; not there on a CPU without SSE
 *
 * ut_context.c changes these words. It lays the same, without an FPU's state, for ut_put_back to take.
 */
	.globl	ut_preempted, ut_back_in_slice, ut_put_back
ut_preempted:
	pushl	(%esp)
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%eax
	pushl	%ecx
	pushl	%edx
	subl	$X87_SIZE, %esp
	fnsave	(%esp)
	fldcw	x87_control
	cmpb	$0, cpu_features+CPU_FEATURES_SSE
	je	1f
	subl	$SSE_SIZE, %esp
	stmxcsr	(%esp)
	movups	%xmm0, 4(%esp)
	movups	%xmm1, 20(%esp)
	movups	%xmm2, 36(%esp)
	movups	%xmm3, 52(%esp)
	movups	%xmm4, 68(%esp)
	movups	%xmm5, 84(%esp)
	movups	%xmm6, 100(%esp)
	movups	%xmm7, 116(%esp)
	ldmxcsr	mxcsr
1:	call	ut_end_slice
	testl	%eax, %eax
	jz	ut_back_in_slice
	movl	%eax, %edx
	movl	%fs:TIB_STACK_BASE, %eax
	call	ut_switch
ut_back_in_slice:
	cmpb	$0, cpu_features+CPU_FEATURES_SSE
	je	2f
	movups	4(%esp), %xmm0
	movups	20(%esp), %xmm1
	movups	36(%esp), %xmm2
	movups	52(%esp), %xmm3
	movups	68(%esp), %xmm4
	movups	84(%esp), %xmm5
	movups	100(%esp), %xmm6
	movups	116(%esp), %xmm7
	ldmxcsr	(%esp)
	addl	$SSE_SIZE, %esp
2:	frstor	(%esp)
	addl	$X87_SIZE, %esp
ut_put_back:
	movl	%fs:TIB_STACK_BASE, %eax
	movb	$PARKED_IN_CALL, UT_PARKED(%eax)
	popl	%edx
	popl	%ecx
	popl	%eax
	popl	%ebp
	addl	$4, %esp
	iret

	.section .rodata
	.balign	4
mxcsr:
	.long	MXCSR_THREADS
x87_control:
	.short	X87_CW_THREADS
