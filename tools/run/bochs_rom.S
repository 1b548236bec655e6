/* The end of the ROM with which Bochs starts an image: BIOS and boot loader in one. It copies the
 * image from the ROM to memory and enters it as Multiboot 1 says. tools/run/bochs.py puts the rest of
 * the ROM in front:
 *
 *   head:     count of rows, address of the Multiboot information, entry
 *   a row:    address in memory, address in the ROM, bytes to copy, bytes of zeros behind them
 *   ...       what the rows name
 *   ...       the table of CPUs, which the kernel finds in the ROM's image below 1 MB
 *   FFFFFEFC  address of the head
 *   FFFFFF00  this file, to the end of the address space
 */
#include "boot/multiboot.h"

#define HEAD_POINTER 0xFFFFFEFC
#define CODE         8
#define DATA         16

	.text
	.balign 8
gdt:	.quad	0, 0x00CF9A000000FFFF, 0x00CF92000000FFFF /* flat segments */
gdt_limit:
	.word	. - gdt - 1
	.long	gdt

	.code32
copy:	movw	$DATA, %ax
	movw	%ax, %ds
	movw	%ax, %es
	movw	%ax, %fs
	movw	%ax, %gs
	movw	%ax, %ss
	cld
	movl	HEAD_POINTER, %ebp
	movl	(%ebp), %edx
	leal	12(%ebp), %ebx
row:	movl	(%ebx), %edi
	movl	4(%ebx), %esi
	movl	8(%ebx), %ecx
	rep movsb
	movl	12(%ebx), %ecx
	xorl	%eax, %eax
	rep stosb
	addl	$16, %ebx
	decl	%edx
	jnz	row
	movl	$MULTIBOOT_LOADER_MAGIC, %eax
	movl	4(%ebp), %ebx
	jmp	*8(%ebp)

	/* In real mode cs begins at FFFF0000 until it is loaded, so offsets are addresses' low halves. */
	.code16
start:	lgdtl	%cs:(gdt_limit - gdt + 0xFF00)
	movl	%cr0, %eax
	orb	$1, %al
	movl	%eax, %cr0
	ljmpl	$CODE, $copy

	.org	0xF0		/* FFFFFFF0: where the CPU begins */
	jmp	start
	.org	0x100
