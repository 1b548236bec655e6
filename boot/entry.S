/* The Multiboot header, and the first instructions: the step from physical addresses, paging off,
 * into the upper half. All of it lies in the image's boot section, whose linear addresses are its
 * physical ones. */
#include "boot/layout.h"
#include "boot/multiboot.h"

#define HEADER_FLAGS (MULTIBOOT_PAGE_ALIGN | MULTIBOOT_MEMORY_INFO)

#define CR0_PG_WP 0x80010000
#define MSR_EFER  0xC0000080

/* linker.ld cannot read layout.h. It asserts that both say the same. */
	.globl	image.physical, image.upper_half, image.entry
	.set	image.physical, IMAGE_PHYSICAL
	.set	image.upper_half, UPPER_HALF
	.set	image.entry, boot_entry

	.section .boot.header, "a"
	.align	4
	.long	MULTIBOOT_HEADER_MAGIC
	.long	HEADER_FLAGS
	.long	-(MULTIBOOT_HEADER_MAGIC + HEADER_FLAGS)

	.section .boot.text, "ax"

/* Entered by the boot loader: protected mode, flat segments, paging off, interrupts off, eax = the
 * loader's magic, ebx = physical address of its information. Never returns.
 *
 *   uint32_t boot_main(uint32_t magic, const struct multiboot_info *info)
 *
 * returns the value for cr3 in eax, or stops the machine. boot_cr4_bits and boot_efer_bits are the
 * bits that the tables need in those registers; both are 0 for short entries.
 */
	.globl	boot_entry
boot_entry:
	movl	$boot_stack_top, %esp
	cld
	pushl	$0			/* eflags as every CPU since the 386 accepts them */
	popfl
	xorl	%ebp, %ebp		/* backtraces end here */
	pushl	%ebx
	pushl	%eax
	call	boot_main

	movl	%eax, %ebx
	cmpl	$0, boot_cr4_bits
	je	1f			/* an early 486 has no cr4 to touch */
	movl	%cr4, %eax
	orl	boot_cr4_bits, %eax
	movl	%eax, %cr4
	movl	$MSR_EFER, %ecx
	rdmsr
	orl	boot_efer_bits, %eax
	wrmsr
1:	movl	%ebx, %cr3
	movl	%cr0, %eax
	orl	$CR0_PG_WP, %eax	/* ring 0 respects read-only pages, too */
	movl	%eax, %cr0

	/* These instructions stay mapped at their physical addresses until paging_init. */
	movl	$boot_stack_top + UPPER_HALF, %esp
	movl	$kernel_main, %eax
	call	*%eax			/* void kernel_main(void): does not return */
2:	cli
	hlt
	jmp	2b

/* Whole pages, because the kernel unmaps the one below the stack (kernel/memory/image.c). */
	.section .boot.stack, "aw", @nobits
	.align	PAGE_SIZE
	.globl	boot_stack_guard, boot_stack_bottom, boot_stack_top
boot_stack_guard:
	.space	PAGE_SIZE
boot_stack_bottom:
	.space	BOOT_STACK_SIZE
boot_stack_top:
