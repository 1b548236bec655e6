/* The parts of the model's functions that a compiler for Windows would have made; seh_model.h. */
#include "tests/seh/seh_model.h"

	.text

/* void model_function(unsigned number)
 *
 * One function for all: model_enter fills in the words that differ between the kinds of frames.
 *
 *	number			8(%ebp)
 *	return address
 *	caller's ebp		<- ebp
 *	try level		-4(%ebp)
 *	scope table
 *	handler
 *	next frame		<- fs:[0]
 *	EXCEPTION_POINTERS *	-0x14(%ebp)
 *	esp for __except	-0x18(%ebp)
 *	cookie			-0x1C(%ebp)
 *	place in the code	-0x20(%ebp)
 *	setjmp's function, count
 *	ebx, esi, edi		<- esp while nothing is called
 */
	.globl	model_function
model_function:
	pushl	%ebp
	movl	%esp, %ebp
	subl	$0x28, %esp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, -0x18(%ebp)
	pushl	%ebp
	call	model_enter
	addl	$4, %esp
	movl	%fs:0, %eax
	movl	%eax, -0x10(%ebp)
	leal	-0x10(%ebp), %eax
	movl	%eax, %fs:0
run:	pushl	%ebp
	call	model_run		/* (ebp): a buffer for _setjmp3, or NULL at the function's end */
	addl	$4, %esp
	testl	%eax, %eax
	jz	end
	pushl	-4(%ebp)
	pushl	-0x24(%ebp)
	pushl	-0x28(%ebp)
	pushl	%eax
	call	_setjmp3		/* (buffer, count, function, level) */
	addl	$16, %esp
	testl	%eax, %eax
	jz	run
	pushl	%eax
	pushl	%ebp
	call	model_landed		/* (ebp, value) */
	addl	$8, %esp
	jmp	run
end:	movl	-0x10(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret

/* _Noreturn void model_go_on(uint32_t *ebp): in the function with this ebp, at its place. */
	.globl	model_go_on
model_go_on:
	movl	4(%esp), %ebp
	movl	-0x18(%ebp), %esp
	jmp	run

/* _Noreturn void model_return(uint32_t *ebp): from the function with this ebp. */
	.globl	model_return
model_return:
	movl	4(%esp), %ebp
	movl	-0x18(%ebp), %esp
	jmp	end

/* The entries of a scope table lead here, each block to its own number. */
	.macro	ENTRIES name
	.balign	MODEL_ENTRY_SIZE
	.globl	model_\name\()s
model_\name\()s:
	.set	number, 0
	.rept	MODEL_BLOCKS
	movl	$number, %eax
	jmp	any_\name
	.balign	MODEL_ENTRY_SIZE
	.set	number, number + 1
	.endr
	.endm

	ENTRIES	filter
any_filter:
	pushl	%eax
	pushl	%ebp
	call	model_filter		/* (ebp, number) */
	addl	$8, %esp
	ret

	ENTRIES	except
any_except:
	movl	-0x18(%ebp), %esp
	pushl	%eax
	pushl	%ebp
	call	model_except		/* (ebp, number) */
	addl	$8, %esp
	jmp	run

	ENTRIES	finally
any_finally:
	pushl	%eax
	call	_abnormal_termination
	popl	%ecx
	pushl	%eax
	pushl	%ecx
	pushl	%ebp
	call	model_finally		/* (ebp, number, abnormal) */
	addl	$12, %esp
	ret

/* void model_call_finally(uint32_t *ebp, unsigned number): as the function itself calls the block */
	.globl	model_call_finally
model_call_finally:
	pushl	%ebp
	movl	12(%esp), %eax
	imull	$MODEL_ENTRY_SIZE, %eax
	addl	$model_finallys, %eax
	movl	8(%esp), %ebp
	call	*%eax
	popl	%ebp
	ret

/* int model_abnormal(uint32_t *ebp): the answer of _abnormal_termination in that function */
	.globl	model_abnormal
model_abnormal:
	pushl	%ebp
	movl	8(%esp), %ebp
	call	_abnormal_termination
	popl	%ebp
	ret

/* void model_unwind(void *target, EXCEPTION_RECORD *record): RtlUnwind for C, which wants ebx, esi
 * and edi back. */
	.globl	model_unwind
model_unwind:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	$0
	pushl	12(%ebp)
	pushl	$0
	pushl	8(%ebp)
	call	RtlUnwind		/* (target, ignored, record, value) */
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* void model_fault(unsigned kind, EXCEPTION_RECORD *record)
 *
 * Runs one instruction, or raises record, with registers known before and told after.
 *
 *	record, kind		8(%ebp)
 *	caller's ebp		<- ebp
 *	ebx, esi, edi
 *	where to go on		<- esp
 */
	.globl	model_fault
model_fault:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	8(%ebp), %eax
	pushl	starts(, %eax, 4)
	movl	$17, %eax
	movl	$0, %ecx
	movl	$0, %edx
	movl	$68, %ebx
	movl	$85, %esi
	movl	$102, %edi
	ret				/* to there */

at_divide:
	divl	%ecx
behind_divide:
	jmp	behind
at_undefined:
	ud2
behind_undefined:
	jmp	behind
at_breakpoint:
	int3
behind_breakpoint:
	jmp	behind
at_read:
	movl	(%ecx), %eax
behind_read:
	jmp	behind
at_write:
	movl	%eax, (%ecx)
behind_write:
	jmp	behind
at_bound:
	bound	%eax, limits
behind_bound:
	jmp	behind
at_raise:
	pushl	12(%ebp)
	call	RtlRaiseException
behind_raise:
	jmp	behind

	.globl	model_landing
model_landing:
	pushl	$1
	jmp	1f
behind:	pushl	$0
1:	pushl	%edi
	pushl	%esi
	pushl	%ebx
	pushl	%edx
	pushl	%ecx
	pushl	%eax
	call	model_resumed		/* (eax, ecx, edx, ebx, esi, edi, landing) */
	addl	$28, %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

	.section .rodata
	.balign	4
limits:	.long	0, 5
starts:	.long	at_divide, at_undefined, at_breakpoint, at_read, at_write, at_bound, at_raise
	.globl	model_places
model_places:				/* ExceptionAddress, and where to go on behind it */
	.long	at_divide, behind_divide
	.long	at_undefined, behind_undefined
	.long	at_breakpoint, behind_breakpoint
	.long	at_read, behind_read
	.long	at_write, behind_write
	.long	at_bound, behind_bound
	.long	behind_raise, behind_raise
