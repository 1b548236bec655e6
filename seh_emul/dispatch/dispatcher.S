/* The dispatcher's entry, to which the trap leaves, and the call of handlers under a guard. */
#include "kernel/call/tib.h"
#include "seh_emul/context/context_offsets.h"

/* A debugger goes on with the registers of the context, which DWARF's call frame information names:
 * here the words of DW_CFA_def_cfa_expression for esp and of DW_CFA_expression for the others. from:
 * DWARF's operations that find the context, length bytes. Nothing of this is loaded. */
#define DWARF_OFFSET(offset) 0x23, (offset & 0x7F) + 0x80, offset >> 7	/* DW_OP_plus_uconst */
#define DWARF_SAVED(number, offset, length, from...) \
	.cfi_escape 0x10, number, length + 3, from, DWARF_OFFSET(offset)
#define DWARF_CONTEXT(length, from...) \
	.cfi_escape 0x0F, length + 4, from, DWARF_OFFSET(CONTEXT_ESP), 0x06; \
	DWARF_SAVED(0, CONTEXT_EAX, length, from); \
	DWARF_SAVED(1, CONTEXT_ECX, length, from); \
	DWARF_SAVED(2, CONTEXT_EDX, length, from); \
	DWARF_SAVED(3, CONTEXT_EBX, length, from); \
	DWARF_SAVED(5, CONTEXT_EBP, length, from); \
	DWARF_SAVED(6, CONTEXT_ESI, length, from); \
	DWARF_SAVED(7, CONTEXT_EDI, length, from); \
	DWARF_SAVED(8, CONTEXT_EIP, length, from); \
	DWARF_SAVED(9, CONTEXT_EFLAGS, length, from)
#define DWARF_START \
	.cfi_startproc simple; \
	.cfi_signal_frame; \
	DWARF_CONTEXT(3, 0x74, 4, 0x06)		/* *(esp + 4) */
#define DWARF_LOADED DWARF_CONTEXT(2, 0x76, 0)	/* esi + 0 */

/* Loads the record into ebx and the context into esi. Makes a frame, so that backtraces go on in the
 * interrupted function. */
#define MAKE_FRAME \
	movl	(%esp), %ebx; \
	movl	4(%esp), %esi; \
	DWARF_LOADED; \
	pushl	CONTEXT_EIP(%esi); \
	pushl	%ebp; \
	movl	%esp, %ebp

	.data
	.balign	4
	.globl	seh_dispatcher
seh_dispatcher:
	.long	KiUserExceptionDispatcher

	.text
	.cfi_sections .debug_frame

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
	DWARF_START
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
	.cfi_endproc

/* void second_chance_dispatcher(void)
 *
 * Like KiUserExceptionDispatcher, for an exception that no handler may see: goes straight to the report.
 */
	.globl	second_chance_dispatcher
second_chance_dispatcher:
	DWARF_START
	MAKE_FRAME
	jmp	1b
	.cfi_endproc

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
	jmp	*seh_dispatcher

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
	.cfi_startproc
	pushl	%ebp
	.cfi_def_cfa_offset 8
	.cfi_offset %ebp, -8
	movl	%esp, %ebp
	.cfi_def_cfa_register %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	.cfi_offset %ebx, -12
	.cfi_offset %esi, -16
	.cfi_offset %edi, -20
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
	.cfi_def_cfa %esp, 4
	ret
	.cfi_endproc
