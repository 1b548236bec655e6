/* The places between which bench/seh.c counts. A stamp costs the same everywhere and is subtracted;
 * a figure is the number of instructions strictly between two stamps.
 *
 * Each path: void path(void), an ordinary C function. It leaves the two times in stamp_before and
 * stamp_after.
 */
#include "seh_emul/context/context_offsets.h"

/* STAMP where: the time stamp counter's low half into a word. eax and edx are lost. */
	.macro	STAMP where
	rdtsc
	movl	%eax, \where
	.endm

/* Offsets of include/seh_frames.h. */
#define LEVEL       -0x04 /* from ebp: the try level, */
#define NEXT        -0x10 /* the next frame, */
#define SAVED_ESP   -0x18 /* esp in an __except block */

#define DIVISION_BY_ZERO 0xC0000094
#define CUSTOMER_CODE    0xE0000001

	.text

/* From the faulting instruction on; the handler stamps the end. */
	.globl	divide_by_zero
divide_by_zero:
	xorl	%ecx, %ecx
	STAMP	stamp_before
divide:	divl	%ecx
divided:
	ret

/* EXCEPTION_DISPOSITION stamping_handler(record, frame, context, dispatcher): stamps first thing,
 * sends a fault on behind its division, and continues. answering_handler does not stamp. */
	.globl	stamping_handler
stamping_handler:
	STAMP	stamp_after
	.globl	answering_handler
answering_handler:
	movl	4(%esp), %eax		/* record: its first word is the code */
	cmpl	$DIVISION_BY_ZERO, (%eax)
	jne	1f
	movl	12(%esp), %eax		/* context */
	movl	$divided, CONTEXT_EIP(%eax)
1:	xorl	%eax, %eax
	ret

/* This fault has no stamp: the handlers set both stamps. */
	.globl	divide_unstamped
divide_unstamped:
	xorl	%ecx, %ecx
	jmp	divide

/* EXCEPTION_DISPOSITION walking_handler(record, frame, context, dispatcher): passes on; its last stamp but
 * one becomes the beginning. */
	.globl	walking_handler
walking_handler:
	movl	stamp_after, %eax
	movl	%eax, stamp_before
	STAMP	stamp_after
/* EXCEPTION_DISPOSITION passing_handler(record, frame, context, dispatcher): the shortest there is. */
	.globl	passing_handler
passing_handler:
	movl	$1, %eax
	ret

/* RaiseException(CUSTOMER_CODE, 0, 0, NULL), its arguments included; the handler stamps the end. */
	.globl	raise_and_continue
raise_and_continue:
	STAMP	stamp_before
	pushl	$0
	pushl	$0
	pushl	$0
	pushl	$CUSTOMER_CODE
	call	RaiseException
	ret

/* __try { raise_below(); } __except (EXCEPTION_EXECUTE_HANDLER) {}, the end being behind it: as
 * compilers for Windows lay it out. See include/seh_frames.h for the picture of the stack. */
	.globl	raise_in_block
raise_in_block:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	$-1
	pushl	$scope_table
	pushl	$_except_handler3
	pushl	%fs:0
	movl	%esp, %fs:0
	subl	$8, %esp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, SAVED_ESP(%ebp)
	movl	$0, LEVEL(%ebp)
	call	raise_below

filter:	movl	$1, %eax
	ret

except:	movl	SAVED_ESP(%ebp), %esp
	movl	$-1, LEVEL(%ebp)
	STAMP	stamp_after
	movl	NEXT(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret

/* One more frame between the block and the exception, to be unwound. Does not return. */
raise_below:
	pushl	$passing_handler
	pushl	%fs:0
	movl	%esp, %fs:0
	call	raise_and_continue

	.section .rodata
	.balign	4
scope_table:
	.long	-1, filter, except	/* struct scope_entry: level around, filter, handler */
