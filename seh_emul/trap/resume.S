/* Loads the registers from a CONTEXT. */
#include "kernel/call/selectors.h"
#include "seh_emul/context/context_offsets.h"

	.text

/* _Noreturn void context_resume(const CONTEXT *context)
 *
 * Loads segment, integer and control registers and goes on at the context's Eip, in ring 0. The
 * context lists these fourteen registers in the very order in which they are popped. So they are
 * moved to just below the target's stack pointer, and the way out pops fourteen words:
 *
 *	target esp ->	...
 *			eflags, cs, eip
 *			ebp, eax, ecx, edx, ebx, esi, edi
 *			ds, es, fs, gs		<- esp before the pops
 *
 * The context often lies there already, so the move allows for an overlap. Interrupts stay off from the
 * move on, because the new place may be below the present stack pointer.
 */
#define POPPED (CONTEXT_ESP - CONTEXT_SEG_GS)
#define WORDS  (POPPED / 4)
#define NOT_VM 0xFFFDFFFF		/* all of eflags but VM */

	.globl	context_resume
context_resume:
	movl	4(%esp), %eax
	leal	CONTEXT_SEG_GS(%eax), %esi
	movl	CONTEXT_ESP(%eax), %edi
	subl	$POPPED, %edi
	movl	%edi, %edx
	movl	$WORDS, %ecx
	pushl	$2			/* only the bit that is always set: clears IF, DF, and NT, */
	popfl				/* with which iret would be a task switch */
	cmpl	%esi, %edi
	jb	1f
	std				/* moving up: the last word first */
	leal	POPPED-4(%esi), %esi
	leal	POPPED-4(%edi), %edi
1:	rep movsl
	cld
	movl	%fs, %ecx		/* a worker's FS stays as it is: the selector may have changed */
	testb	$SELECTOR_LOCAL, %cl
	jz	1f
	movl	%ecx, 4(%edx)
1:	movl	%edx, %esp
	andl	$NOT_VM, POPPED-4(%esp)
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
	.globl	context_resume_end
context_resume_end:
