/* The dispatcher's entry, where the trap leaves to, and the call of one handler under a guard. */
#include "kernel/threads/tib.h"
#include "seh_emul/context/offsets.h"

/* Takes the record into ebx and the context into esi, and makes a frame, with which backtraces go on in
 * the interrupted function. */
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
	MAKE_FRAME
	jmp	1b

/* _Noreturn void dispatch_moved(const struct laid_exception *from, struct laid_exception *to)
 *
 * Moves what from points to, on the own stack, to where the dispatcher shall find it, and goes on
 * there. The two may overlap, and to may be on another stack. The move itself and interrupts take the
 * stack below esp, and must hit neither: esp goes down to to first, if that is below.
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
 * the handler guard heads the chain; and so on with the next frame while the answer is to search, the
 * stack not known as invalid, and the next frame beyond doubt: above the one before, not above last,
 * aligned, and with a handler in the image's text. Returns the last answer, and in *frame whose it is;
 * last 0: of the first frame. Behind our record lies the frame being asked, for the guard to name:
 *
 *	caller's ebp		<- ebp: all that a handler must keep
 *	ebx, esi, edi		it may be assembly that does not keep them,
 *	frame			8(guard record)
 *	guard			4(guard record)
 *	old head		<- guard record = fs:[0]
 *	dispatcher, context, frame, record	and it may take these away or not
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
