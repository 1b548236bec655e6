/* A loop that notices when an interrupt changes a register. */

#define PATTERN   0x5A5A0000
#define FLAGS     0x00000ED7		/* OF, DF, IF, SF, ZF, AF, PF, CF, and bit 1 */
#define TICKS     0x7FFE0000		/* low 32 bits of the tick count */
#define FLAT3     0x23			/* ring 3's data segment: flat, and not what the runtime uses */

	.text

/* unsigned register_loop(uint32_t until)
 *
 * Gives all registers but esp values of their own and compares them again and again until the tick
 * count reaches until. Returns 0, or the number of the first that was found changed: 1 eax, 2 ecx,
 * 3 edx, 4 ebx, 5 esp, 6 ebp, 7 esi, 8 edi, 9 eflags, 10 ds, 11 es, 12 fs, 13 gs.
 *
 *	until			36(%esp)
 *	return address
 *	ebp, ebx, esi, edi
 *	ds, es, fs, gs		<- esp inside, and kept_esp
 */
	.globl	register_loop
register_loop:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%ds
	pushl	%es
	pushl	%fs
	pushl	%gs
	movl	%esp, kept_esp
	movl	36(%esp), %eax
	movl	%eax, kept_until
	movl	$FLAT3, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %fs
	movl	%eax, %gs

.Lround:
	movl	$PATTERN + 1, %eax
	movl	$PATTERN + 2, %ecx
	movl	$PATTERN + 3, %edx
	movl	$PATTERN + 4, %ebx
	movl	$PATTERN + 6, %ebp
	movl	$PATTERN + 7, %esi
	movl	$PATTERN + 8, %edi
	pushl	$FLAGS
	popfl
	.rept	256			/* most interrupts arrive here */
	nop
	.endr
	pushfl
	cmpl	$FLAGS, (%esp)
	leal	4(%esp), %esp
	movl	$9, found
	jne	.Lchanged
	.macro	expect number, register, value
	cmpl	\value, \register
	movl	$\number, found
	jne	.Lchanged
	.endm
	expect	1, %eax, $PATTERN + 1
	expect	2, %ecx, $PATTERN + 2
	expect	3, %edx, $PATTERN + 3
	expect	4, %ebx, $PATTERN + 4
	expect	5, %esp, kept_esp
	expect	6, %ebp, $PATTERN + 6
	expect	7, %esi, $PATTERN + 7
	expect	8, %edi, $PATTERN + 8
	movl	%ds, %eax
	expect	10, %eax, $FLAT3
	movl	%es, %eax
	expect	11, %eax, $FLAT3
	movl	%fs, %eax
	expect	12, %eax, $FLAT3
	movl	%gs, %eax
	expect	13, %eax, $FLAT3
	movl	TICKS, %eax
	subl	kept_until, %eax
	js	.Lround
	movl	$0, found

.Lchanged:
	cld
	movl	kept_esp, %esp
	movl	found, %eax
	popl	%gs
	popl	%fs
	popl	%es
	popl	%ds
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

	.bss
kept_esp:
	.long	0
kept_until:
	.long	0
found:
	.long	0
