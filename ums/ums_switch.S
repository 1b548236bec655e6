/* The switches between a scheduler thread and its workers, without the kernel. FS says which of them
 * runs: one instruction changes that. */
#include "kernel/call/selectors.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "kernel/call/ums_context.h"
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

/* A row of the kernel's table (struct ums_range), for the instructions from the row above up to here. */
	.macro	range_ends what, go_on=0
.Lend\@:
	.pushsection .ums_ranges, "a"
	.long	.Lend\@ - 1, \what, \go_on
	.popsection
	.endm
	range_ends UMS_IN_NO_SWITCH

/* BOOL WINAPI UmsThreadYield(PVOID parameter)
 *
 *	parameter		4(%esp)
 *	return address		<- esp
 */
	.globl	UmsThreadYield
UmsThreadYield:
	movl	%fs:TIB_UMS, %eax
	testl	%eax, %eax
	jz	.Lno_worker
	testb	$UMS_WORKER, UMS_FLAGS(%eax)
	jz	.Lno_worker
	testl	%eax, -UMS_ROOM(%esp)
	popl	UMS_EIP(%eax)
	popl	%edx
	movl	%ebx, UMS_EBX(%eax)
	movl	%ebp, UMS_EBP(%eax)
	movl	$UMS_REASON_YIELD, %ebx
	movl	$ums_activation, %ebp

/* A worker leaves its scheduler: eax is its context, edx the yield's parameter; ebp is where the scheduler
 * goes on, with ebx, eax and edx as they are, its own context in ecx, and the control words that the machine
 * has in di and esi.
 *
 * The lock is given back when nothing of the worker is needed any more: from then on another CPU may
 * execute it.
 */
.Lleave:
	pushfl
	popl	UMS_EFLAGS(%eax)
	cld
	store_control_words %eax
	movl	%esi, UMS_ESI(%eax)
	movl	%edi, UMS_EDI(%eax)
	movl	$1, UMS_EAX(%eax)
	movl	$SELECTOR_TIB3, %ecx
	.globl	ums_yield_stores, ums_yield_leaves, ums_yield_left
ums_yield_stores:
	movl	%esp, UMS_ESP(%eax)
ums_yield_leaves:
	range_ends UMS_IN_SWITCH
	movl	%ecx, %fs
	range_ends UMS_IN_STORE, ums_yield_stores
	movl	%fs:TIB_UMS, %ecx
	movl	UMS_ESP(%ecx), %esp
.Lyield_off_stack:
	range_ends UMS_IN_YIELD, .Lyield_off_stack
	movl	UMS_MXCSR(%eax), %esi
	movw	UMS_X87(%eax), %di
	movl	$0, UMS_LOCK(%eax)
ums_yield_left:
	range_ends UMS_IN_YIELD
	jmp	*%ebp

/* BOOL WINAPI UmsExtSwitchTo(PUMS_CONTEXT worker, PVOID parameter)
 *
 *	parameter		8(%esp)
 *	worker			4(%esp)
 *	return address		<- esp
 *
 * The checks that may refuse the call come first. Then the caller leaves as in a yield, and the other
 * worker is executed in the scheduler's place. If that fails by now, the yield goes on.
 */
	.globl	UmsExtSwitchTo
UmsExtSwitchTo:
	movl	$ERROR_INVALID_PARAMETER_, %edx
	movl	%fs:TIB_UMS, %eax
	movl	4(%esp), %ecx
	testl	%eax, %eax
	jz	.Lrefuse_switch
	testb	$UMS_WORKER, UMS_FLAGS(%eax)
	jz	.Lrefuse_switch
	testl	%ecx, %ecx
	jz	.Lrefuse_switch
	testb	$UMS_WORKER, UMS_FLAGS(%ecx)
	jz	.Lrefuse_switch
	testb	$UMS_SUSPENDED | UMS_TERMINATED, UMS_FLAGS(%ecx)
	jnz	.Lrefuse_switch
	cmpl	$0, UMS_LOCK(%ecx)
	jne	1f
	testl	%eax, -UMS_ROOM(%esp)
	popl	UMS_EIP(%eax)
	popl	%ecx
	popl	%edx
	movl	%ebx, UMS_EBX(%eax)
	movl	%ebp, UMS_EBP(%eax)
	movl	%ecx, %ebx
	movl	$.Lswitch, %ebp
	jmp	.Lleave
1:	movl	$ERROR_RETRY_, %edx
	cmpl	$UMS_LOCK_KERNEL, UMS_LOCK(%ecx)
	je	.Lrefuse_switch
	movl	$ERROR_INTERNAL_ERROR_, %edx
.Lrefuse_switch:
	pushl	%edx
	call	ums_refuse
	addl	$4, %esp
	ret	$8

/* The scheduler, between the two workers: ebx is the other one. */
.Lswitch:
	pushl	%edx
	pushl	%eax
	pushl	%ebx
	call	ExecuteUmsThread
	popl	%eax
	popl	%edx
	movl	%fs:TIB_UMS, %ecx
	movl	$UMS_REASON_YIELD, %ebx
	jmp	ums_activation

/* Calls the scheduler's procedure with ebx as the reason, eax as the payload and edx as the parameter;
 * ecx is its context, di and esi the control words that the machine has. The kernel lets a scheduler go on
 * here when its worker cannot (kernel/ums/block.c). ebp is 0 then.
 */
	.globl	ums_activation
ums_activation:
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
	xorl	%ebx, %ebx		/* UMS_REASON_STARTUP */
	jmp	ums_activation

/* BOOL WINAPI ExecuteUmsThread(PUMS_CONTEXT worker)
 *
 *	worker			4(%esp)
 *	return address		<- esp
 *
 * From the lock to the last jump, nothing is written to the worker's context: the kernel can take the
 * worker off again (kernel/ums/block.c), which needs the context in ecx.
 */
	.globl	ExecuteUmsThread
ExecuteUmsThread:
	movl	4(%esp), %ecx
	testl	%ecx, %ecx
	jz	.Lno_worker
	movl	%fs:TIB_UMS, %eax
	testl	%eax, %eax
	jz	.Lno_scheduler
	cmpb	$UMS_SCHEDULER, UMS_FLAGS(%eax)
	jne	.Lno_scheduler_or_traced
6:	testb	$UMS_WORKER, UMS_FLAGS(%ecx)
	jz	.Lno_worker
	movl	UMS_ID(%eax), %edx
	xorl	%eax, %eax
	lock
	cmpxchgl %edx, UMS_LOCK(%ecx)
	.globl	ums_execute_from, ums_execute_to
ums_execute_from:
	range_ends UMS_IN_SWITCH
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

/* The kernel lets the worker go on. The service's only parameter is the word at edx. Like sys_ums_execute,
 * but between the labels, because the scheduler has the lock. When the service fails, the lock is given back.
 */
.Lby_kernel:
	pushl	%ecx
	movl	$SERVICE_ums_execute, %eax
	movl	%esp, %edx
	int	$0x2E
	jmp	.Lkernel_refuses
ums_execute_to:
	range_ends UMS_IN_EXECUTE

.Llocked:
	movl	$ERROR_INTERNAL_ERROR_, %edx
	cmpl	$UMS_LOCK_KERNEL, %eax
	jne	.Lrefuse
	testb	$UMS_SUSPENDED | UMS_TERMINATED, UMS_FLAGS(%ecx)
	jnz	.Lno_worker
	movl	$ERROR_RETRY_, %edx
	jmp	.Lrefuse
.Lcannot_go_on:
	range_ends UMS_IN_NO_SWITCH
	movl	$0, UMS_LOCK(%ecx)
	range_ends UMS_IN_REFUSAL
.Lno_worker:
	movl	$ERROR_INVALID_PARAMETER_, %edx
.Lrefuse:
	pushl	%edx
	call	ums_refuse
	addl	$4, %esp
	ret	$4
.Lno_scheduler_or_traced:
	testb	$UMS_SCHEDULER, UMS_FLAGS(%eax)
	jnz	.Ltraced
.Lno_scheduler:
	movl	$ERROR_NOT_SUPPORTED_, %edx
	jmp	.Lrefuse
.Ltraced:
	pushl	%ecx
	call	ums_trace_execute	/* void (PUMS_CONTEXT) */
	popl	%ecx
	movl	4(%esp), %ecx
	movl	%fs:TIB_UMS, %eax
	jmp	6b
.Lkernel_refuses:
	movl	%eax, (%esp)
	call	ums_refuse_status	/* BOOL (uint32_t) */
	addl	$4, %esp
	ret	$4

	.pushsection .ums_ranges, "a"
	.long	0xFFFFFFFF, UMS_IN_NO_SWITCH, 0
	.popsection
