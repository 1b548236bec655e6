/* Where a thread goes when its slice has ended. */
#include "kernel/tib.h"
#include "uthread/uthread_impl.h"

#define X87_SIZE 108			/* what fnsave stores */
#define SSE_SIZE (4 + 8 * 16)		/* mxcsr, and the registers without fxsave's alignment and gaps */

	.text

/* void ut_preempted(void)
 *
 * Not called: the kernel comes here as an interrupt would, in front of any instruction of the
 * program (kernel/preempt.h). Saves what a function need not preserve, calls
 *
 *   void ut_end_slice(void)
 *
 * with the FPU as a thread begins with it, so that it counts as one that has nothing of its own
 * there, and goes on where it was:
 *
 *	eflags, cs, eip		of the thread
 *	eip			again, for backtraces
 *	ebp			<- ebp
 *	eax, ecx, edx
 *	x87 state
 *	mxcsr, xmm0 to xmm7	<- esp; not there on a CPU without SSE
 */
	.globl	ut_preempted
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
