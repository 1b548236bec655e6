/* The switches between a scheduler thread and its workers, without the kernel. FS says which of them
 * runs: one instruction changes that. */
#include "kernel/cpu/selectors.h"
#include "kernel/threads/tib.h"
#include "kernel/ums/context.h"
#include "ums/errors.h"

	.text

/* Stores the control words at an address, and loads those at another one where they differ. A CPU
 * without SSE has no mxcsr. */
	.macro	store_control_words to
	fnstcw	UMS_X87(\to)
	cmpb	$0, ums_has_sse
	je	.Lstored\@
	stmxcsr	UMS_MXCSR(\to)
.Lstored\@:
	.endm

/* BOOL WINAPI UmsThreadYield(PVOID parameter)
 *
 *	parameter		4(%esp)
 *	return address		<- esp
 *
 * The lock is given back when nothing of the worker is needed any more: from then on another CPU may
 * execute it.
 */
	.globl	UmsThreadYield
UmsThreadYield:
	movl	%fs:TIB_UMS, %eax
	testl	%eax, %eax
	jz	1f
	testb	$UMS_WORKER, UMS_FLAGS(%eax)
	jz	1f
	testl	%eax, -UMS_ROOM(%esp)
	popl	UMS_EIP(%eax)
	popl	%edx
	pushfl
	popl	UMS_EFLAGS(%eax)
	cld
	store_control_words %eax
	movl	%ebp, UMS_EBP(%eax)
	movl	%ebx, UMS_EBX(%eax)
	movl	%esi, UMS_ESI(%eax)
	movl	%edi, UMS_EDI(%eax)
	movl	$1, UMS_EAX(%eax)
	movl	$SELECTOR_TIB3, %ecx
	movl	$2, %ebx		/* UmsSchedulerThreadYield */
	.globl	ums_yield_stores, ums_yield_leaves
ums_yield_stores:
	movl	%esp, UMS_ESP(%eax)
ums_yield_leaves:
	movl	%ecx, %fs
	movl	%fs:TIB_UMS, %ecx
	movl	UMS_ESP(%ecx), %esp
	movl	UMS_MXCSR(%eax), %esi
	movw	UMS_X87(%eax), %di
	movl	$0, UMS_LOCK(%eax)
	jmp	activate

1:	pushl	$ERROR_INVALID_PARAMETER_
	call	ums_refuse
	addl	$4, %esp
	ret	$4

/* Not called: a scheduler goes on here when its worker cannot. eax: whether in a system call. ebp is 0. */
	.globl	ums_blocked
ums_blocked:
	movl	%fs:TIB_UMS, %ecx
	movl	UMS_X87(%ecx), %edx
	movl	UMS_MXCSR(%ecx), %ebx
	store_control_words %ecx
	movw	UMS_X87(%ecx), %di
	movl	UMS_MXCSR(%ecx), %esi
	movl	%edx, UMS_X87(%ecx)
	movl	%ebx, UMS_MXCSR(%ecx)
	xorl	%edx, %edx
	movl	$1, %ebx		/* UmsSchedulerThreadBlocked */

/* Calls the scheduler's procedure with ebx as the reason, eax as the payload and edx as the parameter;
 * ecx is its context, di and esi the control words that the machine has.
 */
activate:
	cmpw	UMS_X87(%ecx), %di
	jne	2f
0:	cmpl	UMS_MXCSR(%ecx), %esi
	jne	3f
1:	movl	UMS_CHAIN(%ecx), %esi
	movl	%esi, %fs:TIB_CHAIN
	xorl	%ebp, %ebp
	pushl	%edx
	pushl	%eax
	pushl	%ebx
	call	*UMS_PROCEDURE(%ecx)
	movl	%fs:TIB_UMS, %ecx
	movl	UMS_ESP(%ecx), %esp	/* where ums_enter has begun */
	call	sys_ums_leave
	popl	%fs
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret
2:	fldcw	UMS_X87(%ecx)
	jmp	0b
3:	ldmxcsr	UMS_MXCSR(%ecx)
	jmp	1b

/* void ums_enter(struct ums_context *own, void *parameter)
 *
 *	parameter		24(%esp)
 *	own			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi
 *	fs			<- esp, of each activation
 *
 * Returns when the procedure has returned. The kernel lays a frame of ring 0 below esp for each
 * activation.
 */
	.globl	ums_enter
ums_enter:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%fs
	testl	%eax, -UMS_ROOM(%esp)
	movl	24(%esp), %ecx
	movl	28(%esp), %edx
	movl	%fs:TIB_CHAIN, %eax
	movl	%eax, UMS_CHAIN(%ecx)
	store_control_words %ecx
	movw	UMS_X87(%ecx), %di
	movl	UMS_MXCSR(%ecx), %esi
	movl	%esp, UMS_ESP(%ecx)
	xorl	%eax, %eax
	xorl	%ebx, %ebx		/* UmsSchedulerStartup */
	jmp	activate

/* BOOL WINAPI ExecuteUmsThread(PUMS_CONTEXT worker)
 *
 *	worker			4(%esp)
 *	return address		<- esp
 *
 * From the lock to the last jump, nothing is written to the worker's context: the kernel can take the
 * worker off again (kernel/ums/schedulers.c), which needs the context in ecx.
 */
	.globl	ExecuteUmsThread
ExecuteUmsThread:
	movl	4(%esp), %ecx
	testl	%ecx, %ecx
	jz	.Lno_worker
	movl	%fs:TIB_UMS, %eax
	testl	%eax, %eax
	jz	.Lno_scheduler
	testb	$UMS_SCHEDULER, UMS_FLAGS(%eax)
	jz	.Lno_scheduler
	testb	$UMS_WORKER, UMS_FLAGS(%ecx)
	jz	.Lno_worker
	movl	UMS_ID(%eax), %edx
	xorl	%eax, %eax
	lock
	cmpxchgl %edx, UMS_LOCK(%ecx)
	.globl	ums_execute_from, ums_execute_to
ums_execute_from:
	jne	.Llocked
	testb	$UMS_SUSPENDED | UMS_TERMINATED, UMS_FLAGS(%ecx)
	jnz	.Lcannot_go_on
	movl	UMS_ESP(%ecx), %eax
	testl	%eax, %eax
	jz	.Lby_kernel
	movl	UMS_SELECTOR(%ecx), %edx
	testl	%edx, %edx
	jz	.Lby_kernel
	fnstcw	4(%esp)
	movw	4(%esp), %bx
	cmpw	UMS_X87(%ecx), %bx
	jne	3f
1:	cmpb	$0, ums_has_sse
	je	2f
	stmxcsr	4(%esp)
	movl	4(%esp), %ebx
	cmpl	UMS_MXCSR(%ecx), %ebx
	jne	4f
2:	movl	%edx, %fs
	movl	$TIB_ATTEND, %fs:TIB_ATTENTION
	movl	%eax, %esp
	movl	UMS_EBP(%ecx), %ebp
	movl	UMS_EBX(%ecx), %ebx
	movl	UMS_ESI(%ecx), %esi
	movl	UMS_EDI(%ecx), %edi
	movl	UMS_EAX(%ecx), %eax
	testb	$0x04, UMS_EFLAGS+1(%ecx)
	jnz	5f
	jmp	*UMS_EIP(%ecx)
3:	fldcw	UMS_X87(%ecx)
	jmp	1b
4:	ldmxcsr	UMS_MXCSR(%ecx)
	jmp	2b
5:	std
	jmp	*UMS_EIP(%ecx)
ums_execute_to:

.Llocked:
	movl	$ERROR_INTERNAL_ERROR_, %edx
	cmpl	$UMS_LOCK_KERNEL, %eax
	jne	.Lrefuse
	testb	$UMS_SUSPENDED | UMS_TERMINATED, UMS_FLAGS(%ecx)
	jnz	.Lno_worker
	movl	$ERROR_RETRY_, %edx
	jmp	.Lrefuse
.Lcannot_go_on:
	movl	$0, UMS_LOCK(%ecx)
.Lno_worker:
	movl	$ERROR_INVALID_PARAMETER_, %edx
.Lrefuse:
	pushl	%edx
	call	ums_refuse
	addl	$4, %esp
	ret	$4
.Lno_scheduler:
	movl	$ERROR_NOT_SUPPORTED_, %edx
	jmp	.Lrefuse
.Lby_kernel:
	pushl	%ecx
	call	ums_execute_by_kernel	/* BOOL (PUMS_CONTEXT) */
	addl	$4, %esp
	ret	$4
