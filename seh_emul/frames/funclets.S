/* Calls into the middle of a function: its filters, __finally blocks and __except blocks use the
 * function's ebp and expect no other register. Also setjmp's two halves.
 */

#include "kernel/call/tib.h"
#include "seh_emul/frames/scope.h"
#include "seh_emul/frames/try.h"

/* The function's code expects no values in registers. */
#define CLEAR_REGISTERS \
	xorl	%ebx, %ebx; \
	xorl	%ecx, %ecx; \
	xorl	%edx, %edx; \
	xorl	%esi, %esi; \
	xorl	%edi, %edi

	.text

/* int call_funclet(const void *funclet, void *ebp)
 *
 * Calls a filter or a __finally block. It may change every register but ebp and esp.
 *
 *	ebp			24(%esp)
 *	funclet			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi	<- esp
 */
	.globl	call_funclet
call_funclet:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	20(%esp), %eax
	movl	24(%esp), %ebp
	CLEAR_REGISTERS
	call	*%eax
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* _Noreturn void jump_funclet(const void *funclet, void *ebp)
 *
 * Goes on in an __except block, which loads esp by itself.
 */
	.globl	jump_funclet
jump_funclet:
	movl	4(%esp), %eax
	movl	8(%esp), %ebp
	CLEAR_REGISTERS
	jmp	*%eax

/* int _setjmp3(_JUMP_BUFFER *buffer, int count, ...)
 *
 *	data			20(%esp)
 *	try level		16(%esp), if count > 1
 *	unwind function		12(%esp), if count > 0
 *	count			8(%esp)
 *	buffer			4(%esp)
 *	return address		<- esp, which the buffer keeps
 */
	.globl	_setjmp3
_setjmp3:
	movl	4(%esp), %edx
	movl	%ebp, JUMP_EBP(%edx)
	movl	%ebx, JUMP_EBX(%edx)
	movl	%edi, JUMP_EDI(%edx)
	movl	%esi, JUMP_ESI(%edx)
	movl	%esp, JUMP_ESP(%edx)
	movl	(%esp), %eax
	movl	%eax, JUMP_EIP(%edx)
	movl	$JUMP_COOKIE_, JUMP_COOKIE_AT(%edx)
	movl	$0, JUMP_UNWIND(%edx)
	movl	$-1, JUMP_LEVEL(%edx)
	movl	%fs:TIB_CHAIN, %eax
	movl	%eax, JUMP_HEAD(%edx)
	cmpl	$-1, %eax
	je	3f
	movl	8(%esp), %ecx
	testl	%ecx, %ecx
	jz	1f
	movl	12(%esp), %eax
	movl	%eax, JUMP_UNWIND(%edx)
	decl	%ecx
	jnz	2f
1:	movl	JUMP_HEAD(%edx), %eax
	cmpl	$seh_try_handler, FRAME_HANDLER(%eax)
	je	5f
	movl	FRAME_LEVEL(%eax), %eax	/* no level given: the frame's present one */
	movl	%eax, JUMP_LEVEL(%edx)
	jmp	3f
2:	movl	16(%esp), %eax
	movl	%eax, JUMP_LEVEL(%edx)
	pushl	%esi
	pushl	%edi
	leal	28(%esp), %esi		/* the data, above the two pushes */
	leal	JUMP_DATA(%edx), %edi
	decl	%ecx
	cmpl	$DATA_WORDS, %ecx
	jbe	4f
	movl	$DATA_WORDS, %ecx
4:	rep movsl
	popl	%edi
	popl	%esi
3:	xorl	%eax, %eax
	ret
5:	movl	$jump_into_try, JUMP_UNWIND(%edx)
	.irp	at, 0, 4, 8, 12, 16
	movl	\at(%eax), %ecx
	movl	%ecx, JUMP_DATA + \at(%edx)
	.endr
	jmp	3b

/* _Noreturn void jump_buffer_resume(const _JUMP_BUFFER *buffer, int value)
 *
 * Returns from _setjmp3 once more. A __try block's frame gets its words back, because they may have been
 * popped since. The caller's own frame may lie there.
 */
	.globl	jump_buffer_resume
jump_buffer_resume:
	movl	4(%esp), %edx
	movl	8(%esp), %eax
	movl	JUMP_ESP(%edx), %esp	/* below the frame */
	cmpl	$jump_into_try, JUMP_UNWIND(%edx)
	jne	1f
	movl	JUMP_HEAD(%edx), %edi
	leal	JUMP_DATA(%edx), %esi
	movl	$TRY_WORDS, %ecx
	cld
	rep movsl
	movl	JUMP_HEAD(%edx), %ecx
	movl	%ecx, %fs:TIB_CHAIN
1:	movl	JUMP_EBP(%edx), %ebp
	movl	JUMP_EBX(%edx), %ebx
	movl	JUMP_EDI(%edx), %edi
	movl	JUMP_ESI(%edx), %esi
	movl	JUMP_EIP(%edx), %ecx
	addl	$4, %esp		/* the return address that Eip replaces */
	jmp	*%ecx
