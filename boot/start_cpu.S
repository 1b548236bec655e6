/* From real mode into the upper half, in one go: start_cpu.h. */
#include "boot/start_cpu.h"

#define CODE      0x08
#define DATA      0x10
#define CR0_PE    0x01
#define MSR_EFER  0xC0000080

/* Offsets in struct start_cpu_words. */
#define WORD_CR0   0
#define WORD_CR3   4
#define WORD_CR4   8
#define WORD_EFER  12
#define WORD_STACK 16
#define WORD_ENTRY 20

	.section .boot.text, "ax"

/* Entered in real mode at the beginning of a page, whose number cs has. Interrupts are off. The page
 * must be mapped at its physical address, because paging is turned on here. Calls the entry on the
 * stack and never returns.
 */
	.globl	start_cpu, start_cpu_words, start_cpu_end
	.code16
start_cpu:
	cli
	movw	%cs, %ax
	movw	%ax, %ds
	xorl	%ebx, %ebx
	movw	%ax, %bx
	shll	$4, %ebx		/* the page's address */
	leal	gdt - start_cpu(%ebx), %eax
	movl	%eax, gdt_base - start_cpu
	leal	protected - start_cpu(%ebx), %eax
	movl	%eax, far_offset - start_cpu
	lgdtl	gdt_limit - start_cpu
	movl	%cr0, %eax
	orb	$CR0_PE, %al
	movl	%eax, %cr0
	ljmpl	*(far_offset - start_cpu)

	.code32
protected:
	movl	$DATA, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %ss
	leal	start_cpu_words - start_cpu(%ebx), %esi
	movl	WORD_CR4(%esi), %eax
	movl	%eax, %cr4
	movl	WORD_EFER(%esi), %eax
	testl	%eax, %eax
	jz	1f
	movl	$MSR_EFER, %ecx
	xorl	%edx, %edx
	wrmsr
1:	movl	WORD_CR3(%esi), %eax
	movl	%eax, %cr3
	movl	WORD_STACK(%esi), %esp
	movl	WORD_ENTRY(%esi), %ecx
	movl	WORD_CR0(%esi), %eax
	xorl	%ebp, %ebp		/* backtraces end here */
	movl	%eax, %cr0		/* paging is on */
	jmp	1f
1:	pushl	$0			/* the return address */
	jmp	*%ecx

	.balign	8
gdt:	.quad	0, 0x00CF9A000000FFFF, 0x00CF92000000FFFF /* flat segments */
gdt_limit:
	.word	. - gdt - 1
gdt_base:
	.long	0
far_offset:
	.long	0
	.word	CODE
	.balign	4
start_cpu_words:
	.space	24
start_cpu_end:
