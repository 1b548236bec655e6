/* The dispatcher's entry, where the trap leaves to, and the call of one handler under a guard. */
#include "seh_emul/offsets.h"

	.text

/* void KiUserExceptionDispatcher(void)
 *
 * Not called: a trap returns here with the interrupted general registers and
 *
 *	CONTEXT *	4(%esp)
 *	record *	(%esp)
 *
 * Asks the handlers; continues in the context, or reports the exception as unhandled. The first two
 * pushes make a frame, so that backtraces go on in the interrupted function.
 */
	.globl	KiUserExceptionDispatcher
KiUserExceptionDispatcher:
	movl	(%esp), %ebx
	movl	4(%esp), %esi
	pushl	CONTEXT_EIP(%esi)
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%esi
	pushl	%ebx
	call	RtlDispatchException	/* (record, context) */
	testb	%al, %al
	jz	1f
	pushl	$0
	pushl	%esi
	call	NtContinue		/* (context, FALSE) */
	pushl	8(%ebp)			/* it came back: that is an exception, too, as on Windows */
	pushl	%eax
	call	raise_because_of	/* (status, record) */
1:	pushl	%esi
	pushl	%ebx
	call	seh_end_unhandled	/* (record, context) */

/* void second_chance_dispatcher(void)
 *
 * The same for an exception that no handler is to see: straight to the report.
 */
	.globl	second_chance_dispatcher
second_chance_dispatcher:
	movl	(%esp), %ebx
	movl	4(%esp), %esi
	pushl	CONTEXT_EIP(%esi)
	pushl	%ebp
	movl	%esp, %ebp
	jmp	1b

/* _Noreturn void dispatch_moved(const struct laid_exception *from, struct laid_exception *to)
 *
 * Moves what from points to, on the own stack, to where the dispatcher shall find it, and goes on
 * there. The two may overlap, and to may be on another stack. Whatever an interrupt leaves below esp
 * must hit neither: esp goes down to to first, if that is below.
 */
	.globl	dispatch_moved
dispatch_moved:
	movl	4(%esp), %esi
	movl	8(%esp), %edi
	movl	%edi, %edx
	movl	$LAID_EXCEPTION_SIZE / 4, %ecx
	cmpl	%esp, %edi
	jae	1f
	movl	%edi, %esp
1:	cmpl	%esi, %edi
	jb	2f
	std				/* moving up: the last word first */
	leal	LAID_EXCEPTION_SIZE-4(%esi), %esi
	leal	LAID_EXCEPTION_SIZE-4(%edi), %edi
2:	rep movsl
	cld
	movl	%edx, %esp
	movl	LAID_CONTEXT+CONTEXT_EBP(%esp), %ebp
	jmp	KiUserExceptionDispatcher

/* EXCEPTION_DISPOSITION seh_call_handler(EXCEPTION_RECORD *record,
 *                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
 *                                        EXCEPTION_REGISTRATION_RECORD **dispatcher,
 *                                        PEXCEPTION_ROUTINE handler, PEXCEPTION_ROUTINE guard)
 *
 * Calls handler(record, frame, context, dispatcher) while a record of our own with the handler guard
 * heads the chain. Behind that record lies frame, for the guard to name:
 *
 *	caller's ebp		<- ebp
 *	ebx, esi, edi		a handler may be assembly that does not keep them
 *	frame			8(guard record)
 *	guard			4(guard record)
 *	old head		<- guard record = fs:[0]
 *	dispatcher, context, frame, record
 */
	.globl	seh_call_handler
seh_call_handler:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	12(%ebp)
	pushl	28(%ebp)
	pushl	%fs:0
	movl	%esp, %fs:0
	pushl	20(%ebp)
	pushl	16(%ebp)
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	*24(%ebp)
	movl	%fs:0, %esp		/* the guard record, whatever the handler left on the stack */
	popl	%fs:0
	leal	-12(%ebp), %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret
