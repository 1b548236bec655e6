/* Registers into a CONTEXT, and a CONTEXT into the registers. */
#include "seh_emul/offsets.h"

	.text

/* _Noreturn void context_resume(const CONTEXT *context)
 *
 * Loads segment, integer and control registers and goes on at the context's Eip, in ring 0. The
 * context lists these fourteen registers in the very order in which they are popped, so they are
 * moved to just below the target's stack pointer, and the way out is fourteen pops:
 *
 *	target esp ->	...
 *			eflags, cs, eip
 *			ebp, eax, ecx, edx, ebx, esi, edi
 *			ds, es, fs, gs		<- esp before the pops
 *
 * The context usually lies right there, so the move minds an overlap. Interrupts stay off from the
 * move on, because the new place may be below the present stack pointer.
 */
#define POPPED (CONTEXT_ESP - CONTEXT_SEG_GS)
#define WORDS  (POPPED / 4)
#define NOT_NT_VM 0xFFFDBFFF		/* all of eflags but NT and VM */

	.globl	context_resume
context_resume:
	movl	4(%esp), %eax
	leal	CONTEXT_SEG_GS(%eax), %esi
	movl	CONTEXT_ESP(%eax), %edi
	subl	$POPPED, %edi
	movl	%edi, %edx
	movl	$WORDS, %ecx
	pushl	$2			/* only the bit that is always set: off go IF, DF, and NT, */
	popfl				/* with which iret would be a task switch */
	cmpl	%esi, %edi
	jb	1f
	std				/* moving up: the last word first */
	leal	POPPED-4(%esi), %esi
	leal	POPPED-4(%edi), %edi
1:	rep movsl
	cld
	movl	%edx, %esp
	andl	$NOT_NT_VM, POPPED-4(%esp)
	popl	%gs
	popl	%fs
	popl	%es
	popl	%ds
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%edx
	popl	%ecx
	popl	%eax
	popl	%ebp
	iret

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

/* void NTAPI RtlRaiseException(EXCEPTION_RECORD *record)
 *
 * Lays a context down that goes on behind the call, sets the record's address to there and asks the
 * handlers. Comes back through that context when one continues.
 *
 *	record			8(%ebp)
 *	return address		4(%ebp)
 *	caller's ebp		<- ebp
 *	context			-CONTEXT_SIZE(%ebp)
 */
	.globl	RtlRaiseException
RtlRaiseException:
	pushl	%ebp
	movl	%esp, %ebp
	leal	-CONTEXT_SIZE(%esp), %esp	/* keeps the flags */
	movl	%ebx, CONTEXT_EBX(%esp)
	movl	%esp, %ebx
	movl	%eax, CONTEXT_EAX(%ebx)
	movl	%ecx, CONTEXT_ECX(%ebx)
	movl	%edx, CONTEXT_EDX(%ebx)
	movl	%esi, CONTEXT_ESI(%ebx)
	movl	%edi, CONTEXT_EDI(%ebx)
	call	capture_segments
	movl	(%ebp), %eax
	movl	%eax, CONTEXT_EBP(%ebx)
	movl	4(%ebp), %eax
	movl	%eax, CONTEXT_EIP(%ebx)
	movl	8(%ebp), %esi
	movl	%eax, RECORD_ADDRESS(%esi)
	leal	12(%ebp), %eax
	movl	%eax, CONTEXT_ESP(%ebx)

	pushl	%ebx
	pushl	%esi
	call	RtlDispatchException	/* (record, context) */
	testb	%al, %al
	jz	1f
	pushl	$0
	pushl	%ebx
	call	NtContinue		/* (context, FALSE) */
1:	pushl	$0
	pushl	%ebx
	pushl	%esi
	call	NtRaiseException	/* (record, context, not first chance) */
