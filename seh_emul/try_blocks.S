/* Into the filters and blocks of a function with __try, and back. */

#define FRAME_ESP	12		/* struct seh_frame */
#define FRAME_BACK	16
#define PAGE		4096
#define ENV_TAG		8		/* of what fnstenv stores */
#define ENV_SIZE	28

	.text

/* int seh_try_call(const void *entry, struct seh_frame *frame, struct base_registers base)
 *
 * Runs a filter or a __finally block of the function whose registers base are. Its code may use as much
 * above its esp as it has above its usual one, for the arguments of calls; that lies below the
 * function's variables, so below the frame. Returns what a filter comes to.
 *
 *	base.esi		32(%esp)
 *	base.ebp		28(%esp)
 *	frame			24(%esp)
 *	entry			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi
 *	1f			<- frame's back; and esp at the very end
 *	as many bytes as there are from the function's esp to its frame
 *				<- esp of the block
 */
	.globl	seh_try_call
seh_try_call:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	call	x87_empty
	movl	20(%esp), %eax
	movl	24(%esp), %edx
	movl	28(%esp), %ebp
	movl	32(%esp), %esi
	movl	%edx, %ecx
	subl	FRAME_ESP(%edx), %ecx
	pushl	$1f
	movl	%esp, FRAME_BACK(%edx)
2:	cmpl	$PAGE, %ecx		/* a stack grows a page at a time */
	jbe	3f
	subl	$PAGE, %esp
	subl	$PAGE, %ecx
	testl	%eax, (%esp)
	jmp	2b
3:	subl	%ecx, %esp
	cld
	jmp	*%eax
1:	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* Where a filter jumps to at its end: its value in eax, its frame in edx, and esp as it was at its
 * start. The frame's back is not used for filters: one that runs while another run of it waits may
 * be left by longjmp.
 */
	.globl	seh_try_filtered
seh_try_filtered:
	movl	%edx, %ecx
	subl	FRAME_ESP(%edx), %ecx
	addl	%ecx, %esp
	ret

/* _Noreturn void seh_try_jump(const void *entry, const struct seh_frame *frame,
 *                              struct base_registers base)
 *
 * Goes on in an __except block, for good.
 */
	.globl	seh_try_jump
seh_try_jump:
	call	x87_empty
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	12(%esp), %ebp
	movl	16(%esp), %esi
	movl	FRAME_ESP(%edx), %esp
	jmp	*%eax

/* Empties the x87 registers and leaves its control and status alone: compiled code takes them to be
 * empty between statements, and an exception in the middle of one leaves its values there. fnstenv and
 * fldenv, because they do not fire what is pending.
 */
x87_empty:
	subl	$ENV_SIZE, %esp
	fnstenv	(%esp)
	movl	$-1, ENV_TAG(%esp)
	fldenv	(%esp)
	addl	$ENV_SIZE, %esp
	ret
