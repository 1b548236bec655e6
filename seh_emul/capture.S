/* The machine's registers into a CONTEXT, and those calls that begin with it. */
#include "kernel/threads/tib.h"
#include "seh_emul/offsets.h"

	.text

/* void NTAPI RtlCaptureContext(CONTEXT *context)
 *
 * As on Windows: integer registers as they are, but Ebp, Eip and Esp as they will be when the calling
 * function has returned, found through its frame pointer. Changes nothing else.
 *
 *	caller's caller's ebp	<- ebp
 *	context			4(%esp)
 *	return address		<- esp
 */
	.globl	RtlCaptureContext
RtlCaptureContext:
	pushl	%ebx
	movl	8(%esp), %ebx
	movl	%eax, CONTEXT_EAX(%ebx)
	movl	%ecx, CONTEXT_ECX(%ebx)
	movl	%edx, CONTEXT_EDX(%ebx)
	movl	%esi, CONTEXT_ESI(%ebx)
	movl	%edi, CONTEXT_EDI(%ebx)
	popl	CONTEXT_EBX(%ebx)
	pushl	CONTEXT_EBX(%ebx)
	call	capture_segments
	movl	(%ebp), %eax
	movl	%eax, CONTEXT_EBP(%ebx)
	movl	4(%ebp), %eax
	movl	%eax, CONTEXT_EIP(%ebx)
	leal	8(%ebp), %eax
	movl	%eax, CONTEXT_ESP(%ebx)
	movl	CONTEXT_EAX(%ebx), %eax
	popl	%ebx
	ret	$4

/* Fills the segment registers, EFlags and ContextFlags of the context at ebx. Changes eax, but no
 * flag: callers have kept them so far. */
capture_segments:
	movl	$CONTEXT_FULL_, (%ebx)
	movl	$0, %eax
	movw	%gs, %ax
	movl	%eax, CONTEXT_SEG_GS(%ebx)
	movw	%fs, %ax
	movl	%eax, CONTEXT_SEG_FS(%ebx)
	movw	%es, %ax
	movl	%eax, CONTEXT_SEG_ES(%ebx)
	movw	%ds, %ax
	movl	%eax, CONTEXT_SEG_DS(%ebx)
	movw	%cs, %ax
	movl	%eax, CONTEXT_SEG_CS(%ebx)
	movw	%ss, %ax
	movl	%eax, CONTEXT_SEG_SS(%ebx)
	pushfl
	popl	CONTEXT_EFLAGS(%ebx)
	ret

/* Lays a context below a new frame: the state as it will be when the function that begins with this
 * has returned and taken its arguments, so many bytes, off the stack. Leaves it in ebx.
 *
 *	arguments		8(%ebp)
 *	return address		4(%ebp)
 *	caller's ebp		<- ebp
 *	context			<- ebx = esp
 */
#define LAY_CONTEXT(arguments) \
	pushl	%ebp; \
	movl	%esp, %ebp; \
	leal	-CONTEXT_SIZE(%esp), %esp;	/* keeps the flags */ \
	movl	%ebx, CONTEXT_EBX(%esp); \
	movl	%esp, %ebx; \
	call	capture_caller; \
	leal	8+arguments(%ebp), %eax; \
	movl	%eax, CONTEXT_ESP(%ebx)

/* All of the context at ebx but Ebx and Esp. Changes eax, but no flag. */
capture_caller:
	movl	%eax, CONTEXT_EAX(%ebx)
	movl	%ecx, CONTEXT_ECX(%ebx)
	movl	%edx, CONTEXT_EDX(%ebx)
	movl	%esi, CONTEXT_ESI(%ebx)
	movl	%edi, CONTEXT_EDI(%ebx)
	movl	(%ebp), %eax
	movl	%eax, CONTEXT_EBP(%ebx)
	movl	4(%ebp), %eax
	movl	%eax, CONTEXT_EIP(%ebx)
	jmp	capture_segments

/* void NTAPI RtlRaiseException(EXCEPTION_RECORD *record)
 *
 * Sets the record's address to behind the call and asks the handlers. Comes back through the context
 * when one continues.
 */
	.globl	RtlRaiseException
RtlRaiseException:
	LAY_CONTEXT(4)
	movl	8(%ebp), %esi
	movl	4(%ebp), %eax
	movl	%eax, RECORD_ADDRESS(%esi)
	pushl	%ebx
	pushl	%esi
	call	RtlDispatchException	/* (record, context) */
	testb	%al, %al
	jz	1f
	pushl	$0
	pushl	%ebx
	call	NtContinue		/* (context, FALSE) */
	pushl	%eax
	call	RtlRaiseStatus		/* (status) */
1:	pushl	%ebx
	pushl	%esi
	call	seh_end_unhandled	/* (record, context) */

/* NTSTATUS NTAPI NtContinue(CONTEXT *context, BOOLEAN test_alert)
 *
 * The usual context lies on the own stack and has all three groups of the CPU's own registers. For
 * any other, the call's own state is laid down, to take the missing ones from.
 *
 *	test_alert		8(%esp)
 *	context			4(%esp)
 *	return address		<- esp
 */
	.globl	NtContinue
NtContinue:
	movl	4(%esp), %eax
	movl	%fs:TIB_STACK_BASE, %ecx
	subl	$CONTEXT_SIZE, %ecx
	cmpl	%ecx, %eax
	ja	1f
	cmpl	%fs:TIB_STACK_LIMIT, %eax
	jb	1f
	testb	$3, %al
	jnz	1f
	movl	(%eax), %ecx
	andl	$CONTEXT_FULL_, %ecx
	cmpl	$CONTEXT_FULL_, %ecx
	jne	1f
	pushl	%eax
	pushl	%eax
	call	context_put		/* (registers, context) */
	addl	$8, %esp
	ret	$8
1:	LAY_CONTEXT(8)
	pushl	%ebx
	pushl	8(%ebp)
	call	context_continue	/* (context, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$8

/* NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance)
 *
 * Returns only STATUS_* of a failure. The call's own state is laid down, to take from what the context
 * lacks.
 */
	.globl	NtRaiseException
NtRaiseException:
	LAY_CONTEXT(12)
	pushl	%ebx
	pushl	16(%ebp)
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	raise_exception		/* (record, context, first_chance, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$12

/* BOOL WINAPI GetThreadContext(HANDLE thread, CONTEXT *context)
 * BOOL WINAPI SetThreadContext(HANDLE thread, const CONTEXT *context)
 *
 * Of the running thread: the state when this call has returned.
 *
 *	context			12(%ebp)
 *	thread			8(%ebp)
 */
	.globl	GetThreadContext
GetThreadContext:
	LAY_CONTEXT(8)
	movl	$thread_context_get, %eax
	jmp	1f
	.globl	SetThreadContext
SetThreadContext:
	LAY_CONTEXT(8)
	movl	$thread_context_set, %eax
1:	pushl	%ebx
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	*%eax			/* (thread, context, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$8

/* void NTAPI RtlRaiseStatus(NTSTATUS status)
 *
 * Raised in the caller's name, with the registers that the caller has: a vectored handler may
 * continue there.
 *
 *	status			8(%ebp)
 *	return address
 *	caller's ebp		<- ebp
 *	context			-CONTEXT_SIZE(%ebp)
 */
	.globl	RtlRaiseStatus
RtlRaiseStatus:
	pushl	%ebp
	movl	%esp, %ebp
	leal	-CONTEXT_SIZE(%esp), %esp
	pushl	%esp
	call	RtlCaptureContext	/* (context) */
	movl	%esp, %eax
	pushl	%eax
	pushl	8(%ebp)
	call	raise_status_in		/* (status, context); does not return */
