/* The dispatcher's entry, to which the trap leaves, and the call of handlers under a guard. */
#include "kernel/threads/tib.h"
#include "seh_emul/context/offsets.h"

/* Loads the record into ebx and the context into esi. Makes a frame, so that backtraces go on in the
 * interrupted function. */
#define MAKE_FRAME \
	movl	(%esp), %ebx; \
	movl	4(%esp), %esi; \
	pushl	CONTEXT_EIP(%esi); \
	pushl	%ebp; \
	movl	%esp, %ebp

	.text

/* void KiUserExceptionDispatcher(void)
 *
 * Not called: a trap returns here with the interrupted general registers and
 *
 *	CONTEXT *	4(%esp)
 *	record *	(%esp)
 *
 * Asks the handlers; continues in the context, or reports the exception as unhandled.
 */
	.globl	KiUserExceptionDispatcher
KiUserExceptionDispatcher:
	MAKE_FRAME
	pushl	%esi
	pushl	%ebx
	call	RtlDispatchException	/* (record, context) */
	testb	%al, %al
	jz	1f
	pushl	$0
	pushl	%esi
	call	NtContinue		/* (context, FALSE) */
	pushl	8(%ebp)			/* NtContinue failed: raised, too, as on Windows */
	pushl	%eax
	call	raise_because_of	/* (status, record) */
1:	pushl	%esi
	pushl	%ebx
	call	seh_end_unhandled	/* (record, context) */

/* void second_chance_dispatcher(void)
 *
 * The same for an exception that no handler may see: goes straight to the report.
 */
	.globl	second_chance_dispatcher
second_chance_dispatcher:
	MAKE_FRAME
	jmp	1b

/* _Noreturn void dispatch_moved(const struct laid_exception *from, struct laid_exception *to)
 *
 * Moves the exception at from, on the present stack, to the place where the dispatcher finds it, and
 * goes on in the dispatcher. The two may overlap, and to may be on another stack. If the new place
 * is below esp, esp is lowered to it first, because the move itself and interrupts write below esp and
 * must hit neither.
 */
	.globl	dispatch_moved
dispatch_moved:
	movl	4(%esp), %eax
	movl	8(%esp), %ebx
	cmpl	%esp, %ebx
	jae	1f
	movl	%ebx, %esp
1:	pushl	$LAID_EXCEPTION_SIZE
	pushl	%eax
	pushl	%ebx
	call	memmove			/* (to, from, size) */
	movl	%ebx, %esp
	movl	LAID_CONTEXT+CONTEXT_EBP(%esp), %ebp
	jmp	KiUserExceptionDispatcher

/* EXCEPTION_DISPOSITION seh_call_handlers(EXCEPTION_RECORD *record,
 *                                         EXCEPTION_REGISTRATION_RECORD **frame, CONTEXT *context,
 *                                         EXCEPTION_REGISTRATION_RECORD **dispatcher,
 *                                         PEXCEPTION_ROUTINE guard, uint32_t last)
 *
 * Calls the handler of *frame with (record, *frame, context, dispatcher) while a record of our own with
 * the handler guard heads the chain. Goes on with the next frame while the answer is to search, the
 * stack is not known as invalid, and the next frame is beyond doubt: above the one before, not above
 * last, aligned, and with a handler in the image's text. Returns the last answer, and stores its frame
 * in *frame; with last 0 that is the first frame. The frame being asked lies behind our record, where
 * the guard finds it:
 *
 *	caller's ebp		<- ebp: all that a handler must keep
 *	ebx, esi, edi		saved, because an assembly handler may change them
 *	frame			8(guard record)
 *	guard			4(guard record)
 *	old head		<- guard record = fs:[0]
 *	dispatcher, context, frame, record	a handler may pop these or not
 */
#define GUARD_RECORD (-24)
#define GUARD_FRAME  (-16)
#define SEARCH       1			/* ExceptionContinueSearch */

	.globl	seh_call_handlers
seh_call_handlers:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	12(%ebp), %eax
	movl	(%eax), %esi
	pushl	%esi
	pushl	24(%ebp)
	pushl	%fs:TIB_CHAIN
	movl	%esp, %fs:TIB_CHAIN
1:	movl	%esi, GUARD_FRAME(%ebp)
	pushl	20(%ebp)
	pushl	16(%ebp)
	pushl	%esi
	pushl	8(%ebp)
	call	*4(%esi)
	leal	GUARD_RECORD(%ebp), %esp
	movl	%esp, %fs:TIB_CHAIN
	cmpl	$SEARCH, %eax
	jne	2f
	movl	8(%ebp), %edx
	testb	$RECORD_STACK_INVALID, RECORD_FLAGS(%edx)
	jnz	2f
	movl	GUARD_FRAME(%ebp), %ecx
	movl	(%ecx), %esi
	cmpl	%ecx, %esi
	jbe	2f
	cmpl	28(%ebp), %esi
	ja	2f
	testl	$3, %esi
	jnz	2f
	movl	4(%esi), %edx
	subl	$shared_text_start, %edx
	cmpl	frame_text_size, %edx
	jb	1b
2:	popl	%fs:TIB_CHAIN
	popl	%edx
	popl	%edx
	movl	12(%ebp), %ecx
	movl	%edx, (%ecx)
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret
