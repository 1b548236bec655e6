/* Enters the filters and blocks of a function with __try, and comes back. Such a function addresses
 * its variables by ebp, or by esi, and relies on no value of esp between statements. So its filters
 * and __finally blocks run on their caller's stack, at any depth below the function's own.
 */
#include "seh_emul/frames/try.h"

#define ENV_TAG		8		/* in the block that fnstenv stores */
#define ENV_SIZE	28

/* Loads the function's base registers from the frame that the argument at esp + offset points to. Leaves
 * the frame in edx and its site in eax; keeps ecx. */
#define ENTER_FUNCTION(offset) \
	call	x87_empty; \
	movl	offset(%esp), %edx; \
	movl	FRAME_SITE(%edx), %eax; \
	movl	FRAME_EBP(%edx), %ebp; \
	movl	FRAME_ESI(%edx), %esi

	.text

/* int seh_call_filter(struct seh_frame *frame)
 *
 * The filter returns its value in eax.
 *
 *	frame			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi	<- esp
 */
	.globl	seh_call_filter
seh_call_filter:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	ENTER_FUNCTION(20)
	call	*SITE_FILTER(%eax)
1:	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* void seh_call_finally(struct seh_frame *frame, struct seh_state *state)
 *
 * The block loads esp from the state's back before it returns. back other than 0 tells it to return,
 * and leads to the frame argument.
 *
 *	state			24(%esp)
 *	frame			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi
 *	1b			<- back
 */
	.globl	seh_call_finally
seh_call_finally:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	BACK_FRAME(%esp), %ecx
	ENTER_FUNCTION(BACK_FRAME - 4)
	pushl	$1b
	movl	%esp, STATE_BACK(%ecx)
	jmp	*SITE_BLOCK(%eax)

/* _Noreturn void seh_jump_except(struct seh_frame *frame)
 *
 * Goes on in the __except block, with the frame off the stack.
 */
	.globl	seh_jump_except
seh_jump_except:
	ENTER_FUNCTION(4)
	leal	FRAME_SIZE(%edx), %esp
	jmp	*SITE_BLOCK(%eax)

/* Empties the x87 registers and keeps its control and status. Compiled code expects the registers empty
 * between statements, but an exception in the middle of a statement leaves values there. fnstenv and
 * fldenv are used, because they do not fire a pending exception.
 */
x87_empty:
	subl	$ENV_SIZE, %esp
	fnstenv	(%esp)
	movl	$-1, ENV_TAG(%esp)
	fldenv	(%esp)
	addl	$ENV_SIZE, %esp
	ret
