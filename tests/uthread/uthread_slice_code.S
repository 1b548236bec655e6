/* Code that a slice ends in, everywhere. */
#include "kernel/call/tib.h"

#define ROUNDS 8			/* of the stretch, */
#define IN_ROUND 9			/* instructions each */

	.text

/* void slice_noting(void)
 *
 * Not called: stands in TIB_PREEMPT, notes where the thread is interrupted, and goes on to where
 * slice_before says.
 */
	.globl	slice_noting
slice_noting:
	pushl	%eax
	movl	4(%esp), %eax
	movl	%eax, slice_eip
	movl	$1, slice_ended
	incl	slice_count
	popl	%eax
	jmp	*slice_before

/* unsigned slice_stretch(uint32_t flags, bool sse)
 *
 * Fills every register, the x87 and SSE; lets the stretch from slice_first to slice_last pass; and
 * returns how many have changed. flags: the arithmetic ones, and DF.
 *
 *	sse			28(%ebp) from the frame's start
 *	flags			24(%ebp)
 *	return address
 *	ebp, ebx, esi, edi
 */
	.globl	slice_stretch, slice_first
slice_stretch:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	20(%esp), %eax
	movl	%eax, flags
	movl	24(%esp), %eax
	movl	%eax, with_sse
	fnstcw	control_before
	fldcw	odd_control
	fld1
	fldpi
	fldl2e
	cmpl	$0, with_sse
	je	1f
	stmxcsr	mxcsr_before
	ldmxcsr	odd_mxcsr
	movups	pattern, %xmm0
	movups	pattern+4, %xmm3
	movups	pattern+8, %xmm7
1:	movl	%esp, kept_esp
	pushl	flags
	movl	$0xA1A1A1A1, %eax
	movl	$0xC2C2C2C2, %ecx
	movl	$0xD3D3D3D3, %edx
	movl	$0xB4B4B4B4, %ebx
	movl	$0x51515151, %esi
	movl	$0xD6D6D6D6, %edi
	movl	$0xE7E7E7E7, %ebp
	popfl
slice_first:
	.rept	ROUNDS
	pushl	%eax
	leal	1(%ecx), %ecx
	fld	%st(0)
	popl	%eax
	xchgl	%esi, %edi		/* no memory: no lock */
	fstp	%st(0)
	leal	-1(%ecx), %ecx
	xchgl	%esi, %edi
	nop
	.endr
slice_last:
	pushfl
	cld
	movl	%esp, left_esp
	pushl	%edx
	movl	$0, %edx
#define CHECK(value, register) \
	cmpl	$value, register; \
	je	1f; \
	incl	%edx; \
1:
	CHECK(0xA1A1A1A1, %eax)
	CHECK(0xC2C2C2C2, %ecx)
	CHECK(0xD3D3D3D3, (%esp))
	CHECK(0xB4B4B4B4, %ebx)
	CHECK(0x51515151, %esi)
	CHECK(0xD6D6D6D6, %edi)
	CHECK(0xE7E7E7E7, %ebp)
	addl	$4, %esp
	popl	%eax
	xorl	flags, %eax
	andl	$0xCD5, %eax		/* OF, DF, SF, ZF, AF, PF, CF */
	jz	1f
	incl	%edx
1:	cmpl	%esp, kept_esp
	je	1f
	incl	%edx
1:	movl	kept_esp, %esp
	fnstcw	x87_now
	movw	x87_now, %ax
	cmpw	%ax, odd_control
	je	1f
	incl	%edx
1:	fldl2e
	fcompp
	fnstsw	%ax
	andl	$0x4500, %eax
	cmpl	$0x4000, %eax
	je	1f
	incl	%edx
1:	fldpi
	fcompp
	fnstsw	%ax
	andl	$0x4500, %eax
	cmpl	$0x4000, %eax
	je	1f
	incl	%edx
1:	fld1
	fcompp
	fnstsw	%ax
	andl	$0x7D00, %eax		/* and the x87's stack is empty again */
	cmpl	$0x4000, %eax
	je	1f
	incl	%edx
1:	fnclex
	fldcw	control_before
	cmpl	$0, with_sse
	je	2f
	stmxcsr	x87_now
	movl	x87_now, %eax
	cmpl	%eax, odd_mxcsr
	je	1f
	incl	%edx
1:	ldmxcsr	mxcsr_before
	movups	%xmm0, now
	movl	now+12, %eax
	CHECK(0x44444444, %eax)
	movups	%xmm3, now
	movl	now, %eax
	CHECK(0x22222222, %eax)
	movups	%xmm7, now
	movl	now+8, %eax
	CHECK(0x55555555, %eax)
2:	movl	%edx, %eax
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* void slice_spoil(bool sse)
 *
 * Changes every register that a function may change.
 */
	.globl	slice_spoil
slice_spoil:
	fninit
	fldcw	odd_control+4
	fldz
	fldz
	fldz
	fldz
	fstp	%st(0)
	fstp	%st(0)
	fstp	%st(0)
	fstp	%st(0)
	cmpl	$0, 4(%esp)
	je	1f
	xorps	%xmm0, %xmm0
	xorps	%xmm3, %xmm3
	xorps	%xmm7, %xmm7
1:	movl	$-1, %eax
	movl	$-1, %ecx
	movl	$-1, %edx
	addl	%eax, %eax
	ret

	.section .rodata
	.balign	4
	.globl	slice_bytes, slice_instructions
slice_bytes:
	.long	slice_last - slice_first
slice_instructions:
	.long	ROUNDS * IN_ROUND
odd_control:
	.long	0x0C7F			/* rounds to zero, 24 bits */
	.long	0x027F
odd_mxcsr:
	.long	0x7F80			/* rounds to zero */
pattern:
	.long	0x11111111, 0x22222222, 0x33333333, 0x44444444, 0x55555555, 0x66666666

	.bss
	.balign	4
	.globl	slice_eip, slice_before, slice_ended, slice_count
slice_eip:	.long 0
slice_ended:	.long 0
slice_count:	.long 0
slice_before:	.long 0
flags:		.long 0
with_sse:	.long 0
kept_esp:	.long 0
left_esp:	.long 0
control_before:	.long 0
mxcsr_before:	.long 0
x87_now:	.long 0
now:		.skip 16
