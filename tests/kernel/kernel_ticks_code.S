/* Code that ticks come upon. Interrupts are on. */
#include "boot/layout.h"
#include "kernel/call/tib.h"

#define TICKS %ss:SHARED_PAGE+0x320
#define MOST  64

	.text

/* uint32_t ticks_wait(uint32_t esp)
 *
 * Waits for a tick with this stack pointer, and with DS, ES, FS and GS null. Returns how many have
 * passed: more than 1, or none, if anything of the loop gets lost.
 *
 *	esp			20(%esp)
 *	return address
 *	ebx, ds, es, fs		<- kept_esp
 */
	.globl	ticks_wait
ticks_wait:
	pushl	%ebx
	pushl	%ds
	pushl	%es
	pushl	%fs
	movl	20(%esp), %ecx
	movl	%esp, kept_esp
	movl	%gs, %edx
	movl	%ecx, %esp
	xorl	%eax, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %fs
	movl	%eax, %gs
	movl	TICKS, %eax
	movl	%eax, %ebx
1:	cmpl	TICKS, %eax
	je	1b
	subl	TICKS, %ebx
	movl	%ss:kept_esp, %esp
	movl	%edx, %gs
	popl	%fs
	popl	%es
	popl	%ds
	movl	%ebx, %eax
	negl	%eax
	popl	%ebx
	ret

/* unsigned ticks_spin(uint32_t esp, uint32_t ticks)
 *
 * Lets so many ticks pass with this stack pointer, the slice being ticks_slice at first. Returns how
 * many registers have changed, flags included.
 *
 *	ticks			24(%esp)
 *	esp			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi	<- kept_esp
 */
	.globl	ticks_spin
ticks_spin:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	24(%esp), %edx
	addl	TICKS, %edx		/* until then */
	movl	20(%esp), %eax
	movl	%esp, kept_esp
	movl	%eax, %esp
	movl	$0xB4B4B4B4, %ebx
	movl	$0x51515151, %esi
	movl	$0xD6D6D6D6, %edi
	movl	$0xE7E7E7E7, %ebp
	movl	ticks_slice, %ecx
	movl	%ecx, %fs:TIB_SLICE
	movl	%esp, %ecx
	std
1:	movl	%edx, %eax
	subl	TICKS, %eax
	jg	1b
	pushfl
	popl	%eax
	cld
	cmpl	%esp, %ecx
	movl	kept_esp, %esp
	setne	%cl
	movzbl	%cl, %ecx
	testl	$0x400, %eax		/* DF */
	jnz	1f
	incl	%ecx
1:	cmpl	$0xB4B4B4B4, %ebx
	je	1f
	incl	%ecx
1:	cmpl	$0x51515151, %esi
	je	1f
	incl	%ecx
1:	cmpl	$0xD6D6D6D6, %edi
	je	1f
	incl	%ecx
1:	cmpl	$0xE7E7E7E7, %ebp
	je	1f
	incl	%ecx
1:	movl	%ecx, %eax
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* void ticks_preempted(void)
 *
 * Not called: the end of a slice comes here, see kernel/trap/preempt.h. Notes where it came from and goes
 * back, with a new slice of ticks_slice.
 */
	.globl	ticks_preempted
ticks_preempted:
	pushl	%eax
	pushl	%ecx
	movl	ticks_count, %ecx
	incl	ticks_count
	andl	$MOST - 1, %ecx
	movl	8(%esp), %eax
	movl	%eax, ticks_from(,%ecx,4)
	pushfl
	popl	%eax
	orl	%eax, ticks_flags
	movl	ticks_slice, %eax
	movl	%eax, %fs:TIB_SLICE
	popl	%ecx
	popl	%eax
	iret

	.bss
	.balign	4
kept_esp:
	.long	0
	.globl	ticks_count, ticks_from, ticks_slice, ticks_flags
ticks_count:
	.long	0
ticks_slice:
	.long	0
ticks_flags:				/* all that it ever ran with */
	.long	0
ticks_from:
	.skip	4 * MOST
